/** The rules in a few steps, for those who play for the first time. */
export const words = {
  steps: [
    'Three words across and three words down, with their letters mixed up.',
    'Swap two letters at a time: drag one onto the other, or tap both.',
    'Marks show which letters are in place, belong elsewhere in the word, or belong in another word.',
    'Solve it in 15 swaps. Every swap left over is a star.',
    'In a race the others see how many letters you have in place, never which.',
  ],
  shortcuts: [
    ['Arrows', 'move'],
    ['Space', 'pick a letter up, then swap it'],
    ['Esc', 'put it back'],
  ],
};
