/** Die Sätze nur dieses Spiels. */
export const words = {
  example: ['..B..WORTE..I....E....F..', '..4..11111..4....4....4..'],
  title: 'Freies Brett',
  summary: 'Schreibt zusammen, was ihr wollt.',
  newBoard: 'Neues Brett',
  fields: { open: 'Alle mit dem Link dürfen schreiben' },
  hints: { open: 'Sonst nur, wer mitspielt.' },
};
