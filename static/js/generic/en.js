/** The sentences that only games without a folder need. */
export const words = {
  actions: 'Actions',
  about: 'About this game',
  none: 'None',
  yes: 'yes',
  no: 'no',
  fact: (name, value) => `${name}: ${value}`,
  squareHint: 'A square from a1 to e5.',
  timeLeft: (clock) => `${clock} left`,
  nobodyWins: 'Nobody wins',
  yourTurn: 'Your turn',
  turnOf: (name) => `${name}’s turn`,
};
