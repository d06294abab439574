/** The ends of games, the table of leaders, and the calendar. */
import { Results, loadChallengeStyle } from '../js/challenges/results.js';
import { celebrate } from '../js/end/party.js';
import { drawResults } from '../js/end/results.js';
import { PALETTE } from '../js/page/colours.js';
import { today } from '../js/page/day.js';
import { byId } from '../js/page/dom.js';
import { calendar } from '../js/player/calendar.js';
import { ANN, BEN, FULL, RACE, cellsOf, clientOf, game } from './fixtures.js';
import { group, press, presses, shelf, specimen, still } from './specimens.js';

const RACE_END = { privateBoards: true, state: 'finished', boards: RACE };
const SCORES = { 1: 30, 2: 10, 3: 0 };
const alone = { seats: [ANN], seatLimit: 1, state: 'finished' };
const CROSSWORD = '#CAT#/CARAT/..TO./..E../#.#.#';
const puzzle = (number, more) => [{ board: number, cells: cellsOf(CROSSWORD, more), text: CROSSWORD }];
const CLUES = {
  across: [{ number: 1, clue: 'It purrs', answer: 'CAT' }, { number: 4, clue: 'Weight of a diamond', answer: 'CARAT' }],
  down: [{ number: 2, clue: 'Wise saying', answer: 'ADAGE' }, { number: 3, clue: 'Group of notes', answer: 'TRIAD' }],
};
const solved = (seconds, more = {}) => ({ winners: [1], solves: [{ board: 0, seat: 1, seconds, ...more }], seconds });

/** The solved board of a game that nobody has solved. */
const unsolvedGame = Object.assign(Object.create(game), { solution: () => cellsOf(FULL) });

/** @type {() => [string, any, any?][]} a caption, the body of the game, and its kind */
const ends = () => [
  ['A race that you have won', { ...RACE_END, result: { winners: [1], scores: SCORES, seconds: 431 } }],
  ['A tie', { ...RACE_END, boards: RACE.slice(0, 2), seats: [ANN, BEN],
    result: { winners: [1, 2], scores: { 1: 30, 2: 30 }, seconds: 612 } }],
  ['A shared board with words', { state: 'finished', result: { seconds: 302 } }],
  ['A daily game, solved', { ...alone, day: today(), boards: puzzle(0), clues: CLUES, result: solved(93) }],
  ['Not this time', { ...alone, boards: puzzle(0, (index) => ({ mark: index === 7 ? 'wrong' : undefined })),
    result: { winners: [], solves: [], answer: FULL, seconds: 300 } }, unsolvedGame],
  ['Ended by the host', { state: 'finished', boards: puzzle(0), result: { seconds: 75 } }],
];

async function endStills() {
  const stills = [];
  for (const [caption, body, kind = game] of ends()) {
    byId('title').textContent = caption;
    // One after the other: they are drawn into the same elements.
    await drawResults(clientOf(body, { token: 'styleguide' }), kind);
    stills.push(specimen(caption, still(byId('finished-part'))));
  }
  return stills;
}

const RESULTS = [
  { rank: 1, player: 'p1', name: 'Anna', result: { solved: true, assisted: false, seconds: 42 } },
  { rank: 2, player: 'p2', name: 'Benedikt von und zu Hohenstein', result: { solved: true, assisted: true, seconds: 93 } },
  { rank: 3, player: 'p3', name: 'Cleo', result: { solved: false, assisted: false, seconds: 300 } },
];

/** The results of a challenge. @param {any[]} results @param {number} played @param {any} kind */
function standings(results, played, kind) {
  const drawn = new Results('styleguide', kind, () => {});
  drawn.draw({ results, played, mine: true });
  kind.paintHue(drawn.node);
  return drawn.node;
}

/** @param {any[]} games */
export async function endsPart(games) {
  await loadChallengeStyle();
  const [daily] = games.filter(({ rules }) => rules.daily);
  return {
    id: 'part-ends', title: 'Ends', about: 'The verdict, the boards, and what comes next. Details open.',
    nodes: [
      shelf('full', await endStills()),
      presses(press('Confetti', () => celebrate(document.body, [ANN.colour, ...PALETTE]))),
      group('Challenge', shelf('wide', daily ? [
        specimen('The results of a challenge', standings(RESULTS, 4, daily)),
        specimen('A challenge that nobody has played', standings([], 0, daily)),
      ] : [])),
      group('Calendar', shelf('wide', daily ? [specimen('Played, begun and lost days', calendar(daily))] : [])),
    ],
  };
}
