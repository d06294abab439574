/** The sentences of this game alone; those of all games are in `strings`. */
export const words = {
  example: ['', ''], // as in the game
  title: 'Lattice',
  task: 'a lattice',
  summary: 'Swap letters until all six words are right.',
  solo: 'Alone',
  together: 'Together',
  race: 'Race',

  raceLine: 'The same lattice for everybody. The most swaps left win; a tie goes to the faster time.',
  limitHint: (clock) => `Time limit: ${clock}.`,

  isHit: 'The letter is in its place and stays there.',
  isNear: 'The letter belongs elsewhere in the word.',
  isMiss: 'The letter belongs in another word.',
  keys: 'Board. Arrow keys move, Space picks a letter up and swaps it, Escape puts it back.',
  hint: 'Drag a letter onto another, or tap both.',
  choose: (letter) => `Swap ${letter} with which letter?`,
  pickedUp: (letter, square) => `${letter} at ${square} picked up`,
  putBack: (letter) => `${letter} put back`,
  inPlace: (letter) => `${letter} is in its place and stays there.`,
  sameLetter: (letter) => `Both letters are ${letter}.`,
  overtaken: 'The board changed first, so that swap was dropped.',
  swapped: (one, other) => `${one} and ${other} swapped`,
  swappedBy: (name, one, other) => `${name} swapped ${one} and ${other}`,
  marked: (letter, square, mark) => `${letter} at ${square}: ${mark}`,
  complete: (word) => `${word} is complete`,

  counter: 'Swaps left:',
  swapsLeft: (n) => (n === 1 ? '1 swap left' : `${n} swaps left`),
  possible: (n) => (n === 1 ? '1 star still possible' : `${n} stars still possible`),
  timeLeft: (clock) => `${clock} left`,
  tally: (hit, near, miss) => `${hit} in place, ${near} elsewhere in the word, ${miss} in another word`,

  ends: {
    flawless: ['Flawless!', 'Not one swap too many!'],
    solved: ['Beautifully untangled!', 'Nicely done!'],
    close: ['By a whisker!', 'Just made it!'],
    lost: ['Not this time.', 'So close.'],
  },
  solved: (n) => (n === 0 ? 'Solved with the last swap' : `Solved: ${n} of 5\u00a0stars`),
  stars: (n) => (n === 1 ? '1 star' : `${n} stars`),
  starsHead: 'Stars',
  codes: {
    'cell-locked': 'That letter stays where it is.',
    'nothing-to-swap': 'Those two letters are the same.',
  },
};
