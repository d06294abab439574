/** The rules in a few steps, for those who play for the first time. */
export const words = {
  steps: [
    'Three words across and three words down, with their letters mixed up.',
    'Swap two letters at a time: drag one onto the other, or tap both.',
    'Green: the letter is in place. Orange: it belongs elsewhere in the word. Grey: it belongs in another word.',
    'Solve it in 15 swaps. Every swap left over is a star.',
  ],
  race: ['The others see how many letters you have in place, never which.'],
  shortcuts: [
    ['Arrows', 'move'],
    ['Space', 'pick a letter up, then swap it'],
    ['Esc', 'put it back'],
  ],
};
