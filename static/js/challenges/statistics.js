/** The maker's statistics: how many solved the challenge, how long they took, and where their time went. */
import { el } from '../page/dom.js';
import { asClock, request } from '../wire/api.js';
import { storedPlayer } from '../wire/player.js';
import { challengePath } from './known.js';
import { say } from './words.js';

const SIDE = 5;
/** How many cells a sentence names. */
const NAMED = 3;

const squareOf = (cell) => `${'abcde'[cell % SIDE]}${Math.floor(cell / SIDE) + 1}`;

/** The cells with the most of something, most first; without those that have none. */
const most = (cells, field) => cells.filter((each) => each[field] > 0).sort((a, b) => b[field] - a[field]).slice(0, NAMED);

/** The board with the seconds before each letter, darker where they are more. */
function timePicture(cells) {
  const longest = Math.max(...cells.map(({ seconds }) => seconds), 1);
  const squares = Array.from({ length: SIDE * SIDE }, () => el('span', { class: 'block' }));
  for (const { cell, seconds } of cells) {
    const square = el('span', {}, String(Math.round(seconds)));
    square.style.setProperty('--share', `${Math.round(seconds / longest * 100)}%`);
    squares[cell] = square;
  }
  const slowest = most(cells, 'seconds').map(({ cell, seconds }) => say.slowCell(squareOf(cell), Math.round(seconds)));
  return el('div', { class: 'pic times', role: 'img', 'aria-label': say.slowest(slowest.join(', ')) }, ...squares);
}

/**
 * The numbers of a challenge; null until somebody has finished it.
 * @param {string} id the challenge's @param {import('../games/game.js').Game} game its kind of game
 */
export async function statisticsOf(id, game) {
  const { ok, data } = await request('GET', `${challengePath(id)}/statistics`, { token: storedPlayer()?.key });
  if (!ok || !data.finished) return null;
  const { finished, solved, seconds, measured, cells } = data;
  const rewritten = most(cells, 'rewrites').map(({ cell }) => squareOf(cell));
  const hasCells = game.measuresCells && measured > 0;
  return el('section', { class: 'numbers' }, el('h2', {}, say.numbers),
    el('p', {}, say.solvedBy(solved, finished)),
    seconds && el('p', {}, say.times(asClock(seconds.median), asClock(seconds.fastest))),
    hasCells && el('figure', {}, timePicture(cells), el('figcaption', { class: 'note' }, say.secondsBefore)),
    hasCells && rewritten.length > 0 && el('p', {}, say.rewritten(rewritten.join(', '))));
}
