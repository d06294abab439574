/** Boards, players and clients without a server, from which the guide's parts are drawn. */
import { Game } from '../js/games/game.js';
import { toast } from '../js/page/announce.js';
import { GameState } from '../js/state/game-state.js';

export const ANN = { seat: 1, name: 'Ann', colour: '#5661b3', present: true, player: 'p1' };
export const BEN = { seat: 2, name: 'Ben', colour: '#e76f51', present: true };
export const CHO = { seat: 3, name: 'Cho', colour: '#2a9d8f', present: true };

/** A game with the defaults that every game has. */
export const game = Object.assign(new Game({ name: 'styleguide' }), {
  words: { title: 'Style guide' }, hasShareText: true,
});

/** Cells of a board's text: `#` a block, `.` empty. @param {string} text @param {(index: number) => any} [more] */
export const cellsOf = (text, more = () => ({})) => [...text.replaceAll('/', '')].map((letter, index) => ({
  kind: letter === '#' ? 'block' : 'letter', value: /\w/.test(letter) ? letter : '', ...more(index),
}));

/** A word as the server finds it. */
const word = (text, cell, direction, points) => ({ text, cell, direction, length: text.length, points, counts: true });

export const WORDS = [
  word('HEART', 0, 'across', 5), word('EMBER', 5, 'across', 5), word('ABUSE', 10, 'across', 5),
  word('RESIN', 15, 'across', 5), word('TREND', 20, 'across', 5), word('HEART', 0, 'down', 5),
  word('ART', 2, 'across', 3), word('EBB', 1, 'down', 3), word('AB', 10, 'across', 2),
];
export const FULL = 'HEART/EMBER/ABUSE/RESIN/TREND';

/** A board as the server sends it. */
const board = (number, text, words, score, more) => ({ board: number, cells: cellsOf(text, more), text, words, score });

export const SHARED = board(0, FULL, WORDS.slice(0, 6), 30, (index) => ({ by: (index % 3) + 1 }));
/** The end of the game in `history` of answers.js. */
export const REPLAYED = board(
  0, 'CAT../..O../..E../...../.....', [word('CAT', 0, 'across', 3), word('TOE', 2, 'down', 3)], 6);
export const RACE = [
  board(1, FULL, WORDS.slice(0, 6), 30), board(2, 'HEART/.M.../ABUSE/.I.../.N..D', [WORDS[0], WORDS[2]], 10),
  board(3, 'ART../.X.../...Q./E.R../..A.S', [], 0),
];

/**
 * A client as the page's parts know it, without a server.
 * @param {any} [body] what `GET /games/{id}` would answer @param {any} [more] other properties
 */
export function clientOf(body = {}, { seat = 1, hostToken = null, former = null, ...more } = {}) {
  const state = new GameState();
  state.load({
    sequence: 1, rules: 'styleguide', state: 'playing', title: 'Style guide', privateBoards: false, seatLimit: 4,
    open: true, seats: [ANN, BEN, CHO], boards: [SHARED], ...body,
  }, seat);
  const client = Object.assign(new EventTarget(), {
    game: 'styleguide', state, token: seat ? 'styleguide' : null, me: state.seats.get(seat) ?? null, status: 'live',
    refusal: null, prefersWatching: false,
    identity: { seat: ANN, hostToken, former, forgetFormer() { this.former = null; } },
    outbox: { size: 0, held: false, overlay: () => undefined },
    stream: { lastHeard: Date.now() - 3000 },
    resyncs: { hash: 0, gap: 1, late: 0 },
  });
  const answer = async () => {
    toast('The style guide sends nothing to the server.');
    return { ok: true, status: 200, data: { events: [] } };
  };
  for (const name of ['act', 'send', 'join', 'leave', 'answerPrompt', 'refresh']) client[name] = answer;
  return Object.assign(client, more);
}
