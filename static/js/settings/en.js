/** The sentences of the settings. */
export const words = {
  title: 'Settings',
  you: 'You',
  look: 'Look',
  playing: 'Playing',
  fields: {
    theme: 'Theme', contrast: 'High contrast', largeLetters: 'Larger letters', language: 'Language',
    keyboard: 'On-screen keys', sound: 'Sounds', haptics: 'Vibration', skipFilled: 'Skip filled squares',
    nextClue: 'Jump to the next clue', notify: 'Tell me when it is my turn',
  },
  hints: {
    skipFilled: 'After a letter, in a crossword.', nextClue: 'When an answer is full.',
    notify: 'By a notification, while you look at something else.',
  },
  notAllowed: 'This browser does not allow notifications here.',
  hasStarted: 'The game has begun.',
  choices: {
    theme: { auto: 'As on this device', light: 'Light', dark: 'Dark' },
    keyboard: { qwerty: 'QWERTY', qwertz: 'QWERTZ', azerty: 'AZERTY', alphabet: 'A to Z' },
  },
};
