/** The sentences of the reactions. */
export const words = {
  title: 'Reactions',
  names: {
    '👏': 'Well done', '😂': 'Ha ha', '😮': 'Wow', '🔥': 'On fire', '🤔': 'Thinking', '❤️': 'Love it',
  },
  said: (name, reaction) => `${name}: ${reaction}`,
};
