/** The sentences of the waiting room. */
export const words = {
  inviteTitle: 'Invite others by this link',
  startsSoon: (name) => `${name} starts the game.`,
  hostStarts: 'The host starts the game.',
  linkLabel: 'Link to this game',
};
