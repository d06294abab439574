/** A board as a picture, with bars along the words that count. */
import { cellsOf, wordBar } from '../board/words.js';
import { paint } from '../page/colours.js';
import { el } from '../page/dom.js';
import { SIZE } from '../state/game-state.js';
import { text } from '../strings.js';
import { say } from './words.js';

/**
 * @param {string} title whose board it is, or what it shows @param {import('../types.js').Cell[]} cells
 * @param {{words?: any[], best?: any[], colourOf?: Function, changed?: number, besides?: string[]}} options `words` get a
 *   bar; `best`: the words of the best line; `colourOf(cell, index)`; `changed`: the cell changed by the last event;
 *   `besides`: what stands beside each row
 */
export function boardPicture(title, cells, { words = [], best = [], colourOf, changed, besides = [] } = {}) {
  const bestCells = best.flatMap(cellsOf);
  const tiles = cells.map((cell, index) => {
    const { kind, value, mark, number, label = number, circled, bars: sides = [] } = cell;
    const flags = { circled, now: index === changed, rebus: value.length > 1, best: bestCells.includes(index) };
    const names = ['cell', kind, ...Object.keys(flags).filter((each) => flags[each]), ...sides.map((side) => `bar-${side}`)].join(' ');
    const data = { 'data-mark': value && mark, 'data-number': label ?? '' };
    const tile = el('span', { class: names, ...data }, el('b', {}, value));
    tile.style.setProperty('--turn', bestCells.indexOf(index));
    const lengths = words.filter((word) => cellsOf(word).includes(index)).map(({ text: letters }) => letters.length);
    tile.dataset.length = lengths.length ? Math.max(...lengths) : '';
    paint(tile, value ? colourOf?.(cell, index) : undefined);
    return tile;
  });
  const bars = words.map((word) => {
    const node = wordBar(word);
    node.classList.toggle('best', best.includes(word));
    node.style.setProperty('--turn', bestCells.length);
    return node;
  });
  // Hebrew and Arabic letters turn the picture round.
  return el('div', { class: 'picture still', dir: 'auto', role: 'img', 'aria-label': `${title}: ${spokenRows(cells, besides)}` },
    el('div', { class: 'tiles' }, ...tiles), ...bars,
    besides.length > 0 && el('ol', { class: 'beside' }, ...besides.map((word) => el('li', {}, word))));
}

/** Raises the letters of the best line one after another and draws its bar. */
export function animateBest(board) {
  board.classList.remove('performs');
  board.getBoundingClientRect(); // restarts the animation
  board.classList.add('performs');
}

/** The board as text, row by row, each letter with its mark. */
function spokenRows(cells, besides) {
  const spokenCells = cells.map(({ kind, value, mark }) =>
    (kind === 'block' ? say.block : value ? [value, text.marks[mark] ?? mark].join(' ').trim() : '–'));
  const rowAt = (row) => [besides[row], ...spokenCells.slice(row * SIZE, (row + 1) * SIZE)].filter(Boolean).join(' ');
  return Array.from({ length: SIZE }, (_, row) => rowAt(row)).join(', ');
}
