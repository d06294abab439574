/** The rules in a few steps, for those who play for the first time. */
export const words = {
  steps: [
    'Pick a square and write. Everybody with the link sees each letter at once.',
    'Letters have their writers’ colours. Undo takes back your own.',
    'Nobody wins: write words, a crossword, or a message.',
  ],
  shortcuts: [
    ['Arrows', 'move'],
    ['Space', 'write down instead of across'],
    ['Enter', 'next line'],
    ['Ctrl Z', 'undo'],
  ],
};
