/** The sentences of this game alone; those of all games are in `strings`. */
export const words = {
  title: 'Hidden word',
  summary: 'Find a word of five letters in five guesses.',
  solo: 'Alone',
  together: 'Together',
  race: 'Race',
  fields: { hard: 'Hard mode' },
  hints: { hard: 'What was found has to be used.' },
  isHard: 'hard mode',

  raceLine: 'The same word for everybody. Who needs the fewest guesses, wins.',
  hardHint: 'Hard: what was found has to be used again.',

  answer: (word) => `The word was ${word}`,
  guesses: 'Guesses',

  isHit: 'The letter is in its place.',
  isNear: 'The letter stands elsewhere in the word.',
  isMiss: 'The letter is not in the word, or not so often.',
  hint: 'Write a word of five letters, then press Enter.',
  rowOf: (row) => `Row ${row} of 5`,
  rowNotFull: 'A row has five letters.',
  rivalGuessed: (name) => `${name} has guessed`,
};
