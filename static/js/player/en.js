/** The sentences about the reader's player: statistics, devices, links. */
export const words = {
  none: 'Playing needs no account. With your first daily game or room this browser makes a player for you, '
    + 'without a password, to keep your streaks and results.',
  make: 'Make a player now',

  statistics: 'Statistics',
  noStatistics: 'Your results of daily games show up here.',
  played: 'Played',
  won: 'Won',
  streak: 'Streak',
  longest: 'Longest streak',
  bestTime: 'Best time',
  averageTime: 'Average time',
  bestScore: 'Best score',
  averageScore: 'Average score',
  distribution: (title) => `${title}: how often with each result`,

  devices: 'Your devices',
  used: (time) => `Last used ${time}`,
  since: (day) => `linked ${day}`,
  remove: (time) => `Remove the device last used ${time}`,
  removeTitle: 'Remove this device?',
  removeMessage: 'It can no longer play as you. You can link it again later.',
  removeIt: 'Remove',
  keepIt: 'Keep',
  removedHere: 'This device is no longer linked.',
  link: 'Link another device',

  codeTitle: 'Play on another device',
  codeMessage: 'Scan this with the other device, or open the link there. It works once, within five minutes.',
  picture: 'The link as a QR code',
  code: 'The code',
  address: 'The link',
  offer: 'Keep them on another device too',

  erase: 'Erase this player',
  eraseTitle: 'Erase your player?',
  eraseMessage: 'Your name disappears from every game, room and leaderboard, and your streaks are gone, on all your '
    + 'devices. This cannot be undone.',
  eraseIt: 'Erase',

  checking: 'Checking the link …',
  question: 'Use this player here?',
  explanation: 'Streaks, results and rooms from the other device go on in this browser.',
  replaced: 'The player of this browser stays behind.',
  go: 'Go on here',
  notNow: 'Not now',
  linked: (name) => `You play as ${name} now.`,
  expired: 'This link does not work',
  expiredWhy: 'It was used already, it is too old, or the code is wrong. Make a new one on the other device.',
  again: 'Try again',
};
