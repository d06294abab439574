/** The rules of a game in a few steps, with an example board whose letters come one after the other. */
import { ask } from '../page/ask.js';
import { el, loadStyle } from '../page/dom.js';
import { drawPicture, exampleCells } from '../page/picture.js';
import { text } from '../strings.js';
import { read, write } from '../wire/storage.js';

const style = loadStyle(new URL('../../picture.css', import.meta.url).href);
const finePointer = matchMedia('(pointer: fine)');

/**
 * Shows the rules of this kind of the game.
 * @param {import('../games/game.js').Game} game @param {string} [kind] `daily`, or the game's mode, such as `race`
 * @param {{start?: boolean, lexicon?: string}} [options] `start`: offers to play; `lexicon`: that of the game
 * @returns {Promise<boolean>} whether the reader wants to play
 */
export async function showRules(game, kind, { start = false, lexicon } = {}) {
  await Promise.all([style, game.loadSteps()]);
  const board = el('div', { class: 'pic rules-board', 'aria-hidden': 'true' });
  drawPicture(board, exampleCells(game, lexicon));
  [...board.children].forEach((cell, index) => cell.style.setProperty('--turn', index));
  const keys = finePointer.matches && el('dl', { class: 'shortcuts' },
    ...game.shortcuts.flatMap(([key, what]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, what)]));
  const body = [board, el('ol', { class: 'steps' }, ...game.stepsOf(kind).map((step) => el('li', {}, step))), keys];
  const buttons = start ? [text.cancel, text.play] : [text.done];
  return await ask({ title: game.title, body: body.filter(Boolean), buttons, enter: true }) === 1;
}

/** Shows the rules of a game that this browser has not played. @returns {Promise<boolean>} whether to begin it */
export async function introduce(game, kind, lexicon) {
  const known = read('known') ?? [];
  if (known.includes(game.name) || !game.hasSteps) return true;
  const plays = await showRules(game, kind, { start: true, lexicon });
  if (plays) write('known', [...known, game.name]);
  return plays;
}
