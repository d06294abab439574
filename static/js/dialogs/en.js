/** The sentences of dialogs that few visits open. */
export const words = {
  joinTitle: 'Take a seat',
  recolourTitle: 'Your colour',
  leaveTitle: 'Leave the game?',
  leaveMessages: {
    waiting: 'Your seat becomes free. You can sit down again.',
    shared: 'Your seat becomes free, and your letters stay. You can sit down again.',
    calls: 'A bot plays on for you until you come back.',
    race: 'You cannot come back into this game.',
  },
  closeTitle: 'Finish this game?',
  closeMessage: 'The board stays as it is and can no longer be changed.',
  closeRace: 'It ends here, without a winner.',
  removeMessage: 'They stay out until you close the free seats and open them again.',
  statusSaid: {
    live: 'This page shows all that the server knows.',
    connecting: 'The server is being asked.',
    behind: 'The server knows more than this page shows; it is being asked again.',
    offline: 'The server cannot be reached. What you write is kept in this browser and sent later.',
  },
  heard: 'Last heard',
  ago: (seconds) => `${seconds} s ago`,
  unsavedLabel: 'Not yet saved',
  moves: 'Move number',
  resyncs: 'Asked anew',
  resyncReasons: {
    hash: (n) => `${n} × another board`,
    gap: (n) => `${n} × a missing move`,
    late: (n) => `${n} × a late move`,
  },
  never: 'never',
};
