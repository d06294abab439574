/** A small board to look at: letters, who wrote them, what is known of them, a bar along every word that counts. */
import { cellsOf } from '../board/own-board.js';
import { paint } from '../page/colours.js';
import { el } from '../page/dom.js';
import { SIZE } from '../state/game-state.js';
import { text } from '../strings.js';

/**
 * @param {string} name whose board it is @param {import('../state/game-state.js').Cell[]} cells
 * @param {{words?: any[], best?: any[], colourOf?: (cell: any, index: number) => string|undefined, now?: number}} more
 *   words that get a bar, those of the best line, a cell's colour, the cell that has just changed
 */
export function picture(name, cells, { words = [], best = [], colourOf, now } = {}) {
  const lifted = best.flatMap(cellsOf);
  const tiles = cells.map((cell, index) => {
    const { kind, value, mark, number, label = number, circled } = cell;
    const flags = { circled, now: index === now, long: value.length > 1, best: lifted.includes(index) };
    const names = [kind, ...Object.keys(flags).filter((each) => flags[each])];
    const tile = el('span', { class: `tile ${names.join(' ')}`, 'data-mark': value && mark, 'data-number': label },
      el('b', {}, value));
    tile.style.setProperty('--turn', lifted.indexOf(index));
    paint(tile, value ? colourOf?.(cell, index) : undefined);
    return tile;
  });
  const bars = words.map((word) => bar(word, best.includes(word) && lifted.length));
  const label = text.boardOf(name, spoken(cells));
  return el('div', { class: 'picture', role: 'img', 'aria-label': label }, el('div', { class: 'tiles' }, ...tiles), ...bars);
}

/** Lets the letters of the best line rise one after another, and the bar draw itself. */
export function perform(board) {
  board.classList.remove('performs');
  board.getBoundingClientRect(); // so that it begins anew
  board.classList.add('performs');
}

function bar(word, turn) {
  const [first, second] = cellsOf(word);
  const node = el('i', { class: `along ${word.direction}${second < first ? ' rising' : ''}${turn ? ' best' : ''}` });
  const places = { row: Math.floor(first / SIZE), column: first % SIZE, length: word.length, turn };
  for (const [key, value] of Object.entries(places)) node.style.setProperty(`--${key}`, Number(value));
  return node;
}

/** Row by row, each letter with what is known of it. */
function spoken(cells) {
  const signs = cells.map(({ kind, value, mark }) =>
    (kind === 'block' ? text.end.block : value ? [value, text.end.marks[mark]].join(' ').trim() : '–'));
  return Array.from({ length: SIZE }, (_, row) => signs.slice(row * SIZE, (row + 1) * SIZE).join(' ')).join(', ');
}
