/** The rules in a few steps, for those who play for the first time. */
export const words = {
  steps: [
    'Write a word of five letters and end it with Enter.',
    'Green: the letter is in place. Orange: it is elsewhere in the word. Grey: it is not in the word.',
    'You have five rows.',
  ],
  race: ['The others see your colours, never your letters.'],
  shortcuts: [
    ['Enter', 'submit the word'],
    ['Backspace', 'erase'],
  ],
};
