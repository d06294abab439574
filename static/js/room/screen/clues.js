/** The clues of a crossword in two lists. */
import { cellsOf } from '../../board/words.js';
import { el } from '../../page/dom.js';
import { text } from '../../strings.js';

/** @param {any} clues the state's @param {string[]} values of the board's cells @returns {Node[]} */
export function clueLists(clues, values) {
  return ['across', 'down'].map((direction) => el('section', {}, el('h2', {}, text[direction]),
    el('ol', {}, ...clues[direction].map(({ number, label = number, clue, cell, length }) => {
      const isFilled = cellsOf({ cell, length, direction }).every((index) => values[index]);
      return el('li', { class: isFilled && 'filled' }, el('b', {}, String(label)), el('span', {}, clue));
    }))));
}
