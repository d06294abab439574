/** A small board to look at: as the large one, with a bar along every word that counts. */
import { bar, cellsOf } from '../board/words.js';
import { paint } from '../page/colours.js';
import { el } from '../page/dom.js';
import { SIZE } from '../state/game-state.js';
import { text } from '../strings.js';

/**
 * @param {string} name whose board it is @param {import('../state/game-state.js').Cell[]} cells
 * @param {{words?: any[], best?: any[], colourOf?: Function, now?: number}} more words that get a bar, those of the
 *   best line, the colour of a cell and its index, the cell that has just changed
 */
export function picture(name, cells, { words = [], best = [], colourOf, now } = {}) {
  const lifted = best.flatMap(cellsOf);
  const tiles = cells.map((cell, index) => {
    const { kind, value, mark, number, label = number, circled } = cell;
    const flags = { circled, now: index === now, rebus: value.length > 1, best: lifted.includes(index) };
    const names = ['cell', kind, ...Object.keys(flags).filter((each) => flags[each])].join(' ');
    const known = { 'data-mark': value && mark, 'data-number': label ?? '' };
    const tile = el('span', { class: names, ...known }, el('b', {}, value));
    tile.style.setProperty('--turn', lifted.indexOf(index));
    paint(tile, value ? colourOf?.(cell, index) : undefined);
    return tile;
  });
  const bars = words.map((word) => {
    const node = bar(word);
    node.classList.toggle('best', best.includes(word));
    node.style.setProperty('--turn', lifted.length);
    return node;
  });
  return el('div', { class: 'picture still', role: 'img', 'aria-label': text.boardOf(name, spoken(cells)) },
    el('div', { class: 'tiles' }, ...tiles), ...bars);
}

/** Lets the letters of the best line rise one after another, and the bar draw itself. */
export function perform(board) {
  board.classList.remove('performs');
  board.getBoundingClientRect(); // so that it begins anew
  board.classList.add('performs');
}

/** Row by row, each letter with what is known of it. */
function spoken(cells) {
  const signs = cells.map(({ kind, value, mark }) =>
    (kind === 'block' ? text.end.block : value ? [value, text.marks[mark]].join(' ').trim() : '–'));
  const rowAt = (row) => signs.slice(row * SIZE, (row + 1) * SIZE).join(' ');
  return Array.from({ length: SIZE }, (_, row) => rowAt(row)).join(', ');
}
