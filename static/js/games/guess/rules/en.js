/** The rules in a few steps, for those who play for the first time. */
export const words = {
  steps: [
    'Write a word of five letters and end it with Enter.',
    'Its letters then show what is in place, what is elsewhere in the word, and what is not in it.',
    'There are five rows. The others see your marks, never your letters.',
  ],
  shortcuts: [
    ['Enter', 'submit the word'],
    ['Backspace', 'erase'],
  ],
};
