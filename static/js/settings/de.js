/** Die Sätze der Einstellungen. */
export const words = {
  title: 'Einstellungen',
  you: 'Du',
  look: 'Aussehen',
  playing: 'Beim Spielen',
  fields: {
    theme: 'Hell oder dunkel', contrast: 'Hoher Kontrast', largeLetters: 'Größere Buchstaben', language: 'Sprache',
    keyboard: 'Tasten auf dem Bildschirm', sound: 'Töne', haptics: 'Vibration', skipFilled: 'Volle Felder überspringen',
    nextClue: 'Zum nächsten Hinweis springen', notify: 'Melden, wenn ich dran bin',
  },
  hints: {
    skipFilled: 'Nach einem Buchstaben, im Kreuzworträtsel.', nextClue: 'Wenn ein Wort voll ist.',
    notify: 'Mit einer Nachricht, während du etwas anderes ansiehst.',
  },
  notAllowed: 'Dieser Browser erlaubt hier keine Nachrichten.',
  hasStarted: 'Das Spiel hat begonnen.',
  choices: {
    theme: { auto: 'Wie auf diesem Gerät', light: 'Hell', dark: 'Dunkel' },
    keyboard: { qwerty: 'QWERTY', qwertz: 'QWERTZ', azerty: 'AZERTY', alphabet: 'A bis Z' },
  },
};
