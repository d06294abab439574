/** Die Sätze nur dieses Spiels. */
export const words = {
  title: 'Freies Brett',
  summary: 'Schreibt zusammen, was ihr wollt.',
  newBoard: 'Neues Brett',
  fields: { open: 'Alle mit dem Link dürfen schreiben' },
  hints: { open: 'Sonst nur, wer mitspielt.' },
};
