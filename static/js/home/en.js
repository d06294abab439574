/** The sentences of the home page alone. */
export const words = {
  pitch: 'Quick word games on a 5×5 grid. A new set every day, or play together with one link.',
  newAt: (time) => `New games at ${time}`,
  yourRoom: 'Your room',
  states: { waiting: 'waiting to start', playing: 'being played', finished: 'over' },
  yourTurn: 'Your turn',
  see: 'See it',
  forget: (title) => `Take ${title} off the list`,
  noneOfYours: 'You have no games yet.',
  noneOpen: 'No open games. Public games show up here.',

  newGame: 'New game',
  makeRoom: 'Make a room',
  rooms: 'Rooms',
  yourGames: 'Your games',
  openGames: 'Open games',
  lobbyGo: 'Write with everybody',
  lobbyNote: 'One board, always open, live.',
  streaksNote: 'Your streaks are kept on this device.',
  serverAway: 'Cannot reach the server. Still trying.',
  watch: 'Watch',
  results: 'Results',
};
