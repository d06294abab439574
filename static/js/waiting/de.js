/** Die Sätze des Warteraums. */
export const words = {
  inviteTitle: 'Lade andere mit diesem Link ein',
  startsSoon: (name) => `${name} startet das Spiel.`,
  hostStarts: 'Die Spielleitung startet das Spiel.',
  waitsFor: (count) => (count === 1 ? 'Es fehlt noch jemand.' : `Es fehlen noch ${count} Leute.`),
  linkLabel: 'Link zu diesem Spiel',
};
