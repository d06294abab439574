/** The sentences of this game alone; those of all games are in `strings`. */
export const words = {
  example: ['', ''], // as in the game
  title: 'Mini crossword',
  task: 'a mini crossword',
  summary: 'A small crossword with clues.',
  race: 'Race',
  fields: { difficulty: 'Difficulty', puzzle: 'Puzzle from a file', autocheck: 'Check letters as they are written' },
  hints: { puzzle: 'ipuz or AcrossLite, 5x5 or smaller, for the next game.' },
  checked: 'checked',

  raceLine: 'The same crossword for everybody. The first to get it right wins.',

  ends: {
    quick: ['Quick as a wink!', 'That was fast!'],
    solved: ['Nicely done!', 'Every square in place.'],
    helped: ['There it is.', 'Done, with a little help.'],
    revealed: ['There is always tomorrow.'],
    lost: ['Not this time.', 'This one won.'],
  },
  revealed: 'Answer revealed',
  finished: (time) => `Finished in ${time}`,
  toGo: (n) => (n === 0 ? 'Check your letters' : n === 1 ? '1 word to go' : `${n} words to go`),
  assisted: 'With hints',
  unassisted: 'No hints',

  helpMessage: 'Check and Reveal count as hints.',
  check: 'Check',
  reveal: 'Reveal',
  reset: 'Reset',
  more: 'More',
  scopes: { cell: 'Letter', word: 'Word', board: 'Board' },
  rebus: 'Rebus',
  rebusTitle: (square) => `Several letters at ${square}`,
  clues: 'Clues',
  presentClue: 'Current clue',
  clueBefore: 'Previous clue',
  clueAfter: 'Next clue',
  clue: (number, direction, clue) => `${number} ${direction} · ${clue}`,
  letter: (letter, by) => (by ? `${letter}, by ${by}` : letter),
  empty: 'empty',
  place: (place, length, number, direction, clue) =>
    `${place} of ${length}, ${number} ${direction.toLowerCase()}: ${clue}`,
  notAllRight: 'The board is full, but not all of it is right.',
  pausedBy: (name) => `${name} has paused the game`,
  resumedBy: (name) => `${name} goes on`,
};
