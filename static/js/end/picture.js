/** A small board to look at: letters, who wrote them, what is known of them, a bar along every word that counts. */
import { cellsOf } from '../board/own-board.js';
import { paint } from '../page/colours.js';
import { el } from '../page/dom.js';
import { SIZE } from '../state/game-state.js';
import { text } from '../strings.js';

/**
 * @param {string} name whose board it is, to be read out @param {import('../state/game-state.js').Cell[]} cells
 * @param {Object} [more]
 * @param {any[]} [more.words] those that get a bar
 * @param {(cell: any, index: number) => string|undefined} [more.colourOf] a cell's colour
 * @param {any[]} [more.best] the words that `perform` lifts
 * @param {number} [more.now] the cell that has changed just now
 */
export function picture(name, cells, { words = [], colourOf = () => {}, best = [], now } = {}) {
  const lifted = best.flatMap(cellsOf);
  const tiles = cells.map((cell, index) => {
    const { kind, value, mark, number, label, circled } = cell;
    const tile = el('span', { class: `tile ${kind}`, 'data-mark': value && mark, 'data-number': label ?? number },
      el('b', {}, value));
    tile.classList.toggle('circled', Boolean(circled));
    tile.classList.toggle('now', index === now);
    if (value.length > 1) tile.classList.add('long');
    if (lifted.includes(index)) lift(tile, lifted.indexOf(index));
    paint(tile, value ? colourOf(cell, index) : undefined);
    return tile;
  });
  const bars = words.map((word) => (best.includes(word) ? lift(bar(word), lifted.length) : bar(word)));
  return el('div', { class: 'picture', role: 'img', 'aria-label': spoken(name, cells) },
    el('div', { class: 'tiles' }, ...tiles), ...bars);
}

/** Lets the letters of the best line rise one after another, and the bar draw itself. */
export function perform(board) {
  board.classList.remove('performs');
  board.getBoundingClientRect(); // so that it begins anew
  board.classList.add('performs');
}

function lift(node, turn) {
  node.classList.add('best');
  node.style.setProperty('--turn', turn);
  return node;
}

function bar(word) {
  const [first, second] = cellsOf(word);
  const node = el('i', { class: `along ${word.direction}${second < first ? ' rising' : ''}` });
  node.style.setProperty('--row', Math.floor(first / SIZE));
  node.style.setProperty('--column', first % SIZE);
  node.style.setProperty('--length', word.length);
  return node;
}

function spoken(name, cells) {
  const signs = cells.map(({ kind, value, mark }) =>
    (kind === 'block' ? text.end.block : value ? [value, text.end.marks[mark]].filter(Boolean).join(' ') : '–'));
  const rows = Array.from({ length: SIZE }, (_, row) => signs.slice(row * SIZE, (row + 1) * SIZE).join(' '));
  return text.boardOf(name, rows.join(', '));
}
