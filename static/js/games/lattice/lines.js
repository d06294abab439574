/** The six words of the board, and the stars that are still possible. */
import { cellsOf } from '../../board/words.js';
import { SIZE } from '../../state/game-state.js';
import { STARS } from './game.js';

/** Rows 1, 3 and 5, then columns a, c and e. */
const LINES = ['across', 'down'].flatMap((direction) => [0, 2, 4].map((place) => (
  { direction, length: SIZE, cell: direction === 'across' ? place * SIZE : place })));

/** A letter in its place stays there. */
export const isLocked = ({ mark }) => mark === 'hit';

/** The words whose letters are all in their places. @param {import('../../types.js').Cell[]} cells */
export function completeWords(cells) {
  return LINES.filter((line) => cellsOf(line).every((cell) => isLocked(cells[cell])))
    .map((line) => ({ ...line, text: cellsOf(line).map((cell) => cells[cell].value).join('') }));
}

/** The cells of the words through a cell. */
export const wordsThrough = (cell) => LINES.map(cellsOf).filter((cells) => cells.includes(cell)).flat();

/** The most stars that can still be won: a swap puts at most two letters in their places. */
export function possibleStars(cells, swapsLeft = 0) {
  const misplaced = cells.filter((cell) => cell.kind === 'letter' && !isLocked(cell)).length;
  return Math.max(0, Math.min(STARS, swapsLeft - Math.ceil(misplaced / 2)));
}
