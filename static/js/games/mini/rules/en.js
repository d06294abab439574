/** The rules in a few steps, for those who play for the first time. */
export const words = {
  steps: [
    'Each clue is for one word, across or down. Where two words cross, they share a letter.',
    'Press a square again to turn from across to down.',
    'Help checks or reveals letters, and the result then says “With hints”.',
  ],
  race: ['Everybody has a board of their own; the others see only how many letters you have.'],
  shortcuts: [
    ['Arrows', 'move, or turn first'],
    ['Enter or Tab', 'next clue'],
    ['Space', 'turn'],
    ['Esc', 'several letters in one square'],
    ['?', 'check and reveal'],
  ],
};
