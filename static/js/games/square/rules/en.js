/** The rules in a few steps, for those who play for the first time. */
export const words = {
  steps: [
    'In turn, everybody calls a letter.',
    'Everybody places it on a board of their own. What is placed stays.',
    'When the boards are full, the words across and down score.',
  ],
  shortcuts: [
    ['A to Z', 'call a letter'],
    ['Arrows', 'move'],
    ['Enter or Space', 'place the letter'],
  ],
};
