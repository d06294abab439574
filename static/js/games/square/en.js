/** The sentences of this game alone; those of all games are in `strings`. */
const THREE = 'Words of 3, 4 or 5 letters score';
const TWO = 'Words of 2 to 5 letters score';
const BEST = 'points; each line counts its best word.';
const APART = 'points; a line counts several words that share no letter.';

export const words = {
  example: ['', ''], // as in the game
  title: 'Word square',
  task: 'a word square',
  summary: 'Call letters, place them, build words.',
  friends: 'With friends',
  bots: 'Against bots',
  fields: { preset: 'Scoring', clock: 'Play with a clock' },
  hints: { clock: 'A minute to call a letter, 45 s to place it.' },
  choices: {
    preset: {
      family: ['Family', `${THREE} 3, 4 or 5 ${BEST}`],
      classic: ['Classic', `${THREE} 1, 5 or 10 ${BEST}`],
      'classic-all': ['Classic, all words', `${THREE} 1, 5 or 10 points; words inside words count too.`],
      wordsworth: ['Wordsworth', `${THREE} 3, 4 or 10 ${BEST}`],
      scorewords: ['Scorewords', `${THREE} 1, 2 or 4 points; overlapping words count too.`],
      long: ['Long words', `${TWO} 2, 3, 5 or 10 ${APART}`],
      teacher: ['Teacher', `${TWO} 2, 3, 4 or 6 ${APART}`],
      tournament: ['Tournament', `${TWO} 2, 3, 4 or 10 ${APART}`],
    },
  },
  withClock: 'with a clock',
  withoutClock: 'no clock',
  ends: {
    rich: ['Words everywhere!', 'What a square!'],
    fine: ['A fine square!', 'Nicely placed.'],
    few: ['Tricky letters today.', 'Every word counts.'],
    none: ['Not a word this time.'],
  },
  toGo: (n) => (n === 1 ? '1 letter to go' : `${n} letters to go`),
  over: 'Over',

  ownRules: (least) => `Words of ${least} letters or more score, across and down.`,
  clockHint: (call, place) => `${call} s to call a letter, ${place} s to place it.`,
  noClock: 'No clock: everybody takes the time they need.',
  startAlone: 'Alone, the letters are called for you.',

  round: (number, of) => `Round ${number} of ${of}`,
  lastRound: 'Last square',
  callKeys: 'Letters to call',
  lastKeys: 'Letters for the last square',
  yourCall: 'Your turn: call a letter',
  yourCallNote: 'Everybody has to place it.',
  theirCall: (name) => `${name} calls a letter`,
  soloCall: 'The next letter comes',
  calling: (letter) => `Calling ${letter} …`,
  place: (letter) => `Place ${letter}`,
  placeNote: (name) => `${name} called it.`,
  youCalled: 'You called it.',
  clockCalled: 'Time was up, so it was called for you.',
  clockCalledFor: (name) => `Time was up, so it was called for ${name}.`,
  placing: (letter) => `Placing ${letter} …`,
  placed: (letter) => `${letter} is placed`,
  waitsFor: (names) => `Waiting for ${names}.`,
  chooseLast: 'Choose your last letter',
  chooseLastNote: 'One square is left: any letter you like.',
  full: 'Your board is full',
  watchingTitle: (letter) => (letter ? `The letter is ${letter}` : 'You are watching'),
  secondsShort: (n) => `${n} s`,
  timeLeft: 'Time left',
  calledSoFar: 'Called so far',
  byBot: (letter, square) => `Time was up: a bot placed ${letter} at ${square} for you.`,
  codes: {
    'too-late': 'The game went on without that letter.',
    'cell-taken': 'That square is taken.',
    'already-placed': 'You have already placed this letter.',
    'not-your-turn': 'It is not your turn.',
  },
};
