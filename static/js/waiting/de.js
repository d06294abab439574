/** Die Sätze des Warteraums. */
export const words = {
  inviteTitle: 'Lade andere mit diesem Link ein',
  startsSoon: (name) => `${name} startet das Spiel.`,
  hostStarts: 'Die Spielleitung startet das Spiel.',
  linkLabel: 'Link zu diesem Spiel',
};
