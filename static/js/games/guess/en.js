/** The sentences of this game alone; those of all games are in `strings`. */
export const words = {
  example: ['', ''], // as in the game
  title: 'Hidden word',
  task: 'a hidden word',
  summary: 'Find a word of five letters in five guesses.',
  solo: 'Alone',
  together: 'Together',
  race: 'Race',
  fields: { hard: 'Hard mode' },
  hints: { hard: 'Use every letter you have found.' },
  isHard: 'hard mode',

  raceLine: 'The same word for everybody. The fewest guesses win.',
  hardHint: 'Hard mode: use every letter you have found.',

  ends: {
    in1: ['In one! How did you do that?'],
    in2: ['Magnificent!', 'Two guesses. Wow!'],
    in3: ['Sharp!', 'Beautifully found.'],
    in4: ['Well found!', 'Nicely narrowed down.'],
    in5: ['Phew, just in time!', 'With the very last guess!'],
  },
  lost: (word) => `Not this time: it was ${word}`,
  answer: (word) => `The word was ${word}`,
  guesses: 'Guesses',
  guessesLeft: (n) => (n === 1 ? '1 guess left' : `${n} guesses left`),

  isHit: 'The letter is in its place.',
  isNear: 'The letter is elsewhere in the word.',
  isMiss: 'The letter is not in the word, or not that many times.',
  hint: 'Write a word of five letters, then press Enter.',
  rowOf: (row) => `Row ${row} of 5`,
  rowNotFull: 'Not enough letters',
  rivalGuessed: (name) => `${name} has guessed`,
  codes: {
    'not-a-word': 'That word is not in the word list.',
    'hard-mode': 'Letters you have found must be used again.',
    'not-this-row': 'That is not the current row.',
  },
};
