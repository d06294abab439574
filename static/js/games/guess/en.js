/** The sentences of this game alone; those of all games are in `strings`. */
export const words = {
  title: 'Hidden word',
  summary: 'Find a word of five letters in five guesses.',
  solo: 'Alone',
  together: 'Together',
  race: 'Race',
  fields: { hard: 'Hard mode' },
  hints: { hard: 'Use every letter you have found.' },
  isHard: 'hard mode',

  raceLine: 'The same word for everybody. The fewest guesses win.',
  hardHint: 'Hard mode: use every letter you have found.',

  answer: (word) => `The word was ${word}`,
  guesses: 'Guesses',

  isHit: 'The letter is in its place.',
  isNear: 'The letter is elsewhere in the word.',
  isMiss: 'The letter is not in the word, or not that many times.',
  hint: 'Write a word of five letters, then press Enter.',
  rowOf: (row) => `Row ${row} of 5`,
  rowNotFull: 'A row has five letters.',
  rivalGuessed: (name) => `${name} has guessed`,
  codes: {
    'not-a-word': 'That word is not in the word list.',
    'hard-mode': 'Letters you have found must be used again.',
    'not-this-row': 'That is not the current row.',
  },
};
