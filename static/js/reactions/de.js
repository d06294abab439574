/** Die Sätze der Reaktionen. */
export const words = {
  title: 'Reaktionen',
  names: {
    '👏': 'Gut gemacht', '😂': 'Haha', '😮': 'Wow', '🔥': 'Das läuft', '🤔': 'Ich überlege', '❤️': 'Wie schön',
  },
  said: (name, reaction) => `${name}: ${reaction}`,
};
