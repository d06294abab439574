/** The rules in a few steps, for those who play for the first time. */
export const words = {
  steps: [
    'Write a word of five letters and end it with Enter.',
    'Its letters show what is right, what stands elsewhere, and what is not in the word.',
    'There are five rows. The others see your marks, never your letters.',
  ],
  shortcuts: [
    ['Enter', 'submit the word'],
    ['Backspace', 'erase'],
  ],
};
