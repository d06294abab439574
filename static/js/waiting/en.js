/** The sentences of the waiting room. */
export const words = {
  inviteTitle: 'Invite others by this link',
  startsSoon: (name) => `${name} starts the game.`,
  hostStarts: 'The host starts the game.',
  waitsFor: (count) => (count === 1 ? 'Waits for one more player.' : `Waits for ${count} more players.`),
  linkLabel: 'Link to this game',
};
