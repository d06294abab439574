/** The rules in a few steps, for those who play for the first time. */
export const words = {
  steps: [
    'In turn, everybody calls a letter.',
    'Everybody places it on a board of their own. A placed letter can’t move.',
    'When the boards are full, the words across and down score.',
  ],
  daily: [
    'Letters come one by one. Place each on your board; a placed letter can’t move.',
    'You choose the last letter yourself.',
    'Each row and column scores its longest word: 3, 4 or 5 points for as many letters.',
  ],
  shortcuts: [
    ['A to Z', 'call a letter'],
    ['Arrows', 'move'],
    ['Enter or Space', 'place the letter'],
  ],
};
