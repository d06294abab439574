/** The grid of a puzzle that is being made: its cells, its words, and the file that is sent to the server. */
import { CELLS, SIZE } from '../state/game-state.js';

export const BLOCK = '#';
const LEAST = 2;

/**
 * @typedef {string[]} Cells 25 of them: a letter, '' or {@link BLOCK}
 * @typedef {{number: number, direction: 'across'|'down', cell: number, cells: number[], id: string}} Slot `id`: as in
 *   findings, such as `1-across`
 */

export const emptyGrid = () => Array(CELLS).fill('');

/** The cell that a block stands on too where a puzzle is symmetric. @param {number} cell */
export const twinOf = (cell) => CELLS - 1 - cell;

/** @param {Cells} cells @returns {string} as the server's analysis takes it */
export const boardText = (cells) => Array.from({ length: SIZE }, (_, row) => (
  cells.slice(row * SIZE, (row + 1) * SIZE).map((value) => value || '.').join(''))).join('/');

/** The cells of a board's text. @param {string} board @returns {Cells} */
export const cellsOfBoard = (board) => [...board.replaceAll('/', '')].map((value) => (value === '.' ? '' : value));

/** The cells of one run from `cell` on. */
function run(cells, cell, step) {
  const found = [];
  const line = (each) => (step === 1 ? Math.floor(each / SIZE) : each % SIZE);
  for (let at = cell; at < CELLS && line(at) === line(cell) && cells[at] !== BLOCK; at += step) found.push(at);
  return found;
}

/** Whether a run begins in a cell. */
function begins(cells, cell, step) {
  const isFirst = step === 1 ? cell % SIZE === 0 : cell < SIZE;
  return cells[cell] !== BLOCK && (isFirst || cells[cell - step] === BLOCK);
}

/** The runs of two and more cells, across and then down. @param {Cells} cells @returns {Slot[]} */
export function slotsOf(cells) {
  const slots = { across: [], down: [] };
  let number = 0;
  for (let cell = 0; cell < CELLS; cell += 1) {
    const starting = [['across', 1], ['down', SIZE]].filter(([, step]) => begins(cells, cell, step))
      .map(([direction, step]) => ({ direction, cells: run(cells, cell, step) }))
      .filter((slot) => slot.cells.length >= LEAST);
    if (starting.length) number += 1;
    for (const slot of starting) {
      slots[slot.direction].push({ ...slot, number, cell, id: `${number}-${slot.direction}` });
    }
  }
  return [...slots.across, ...slots.down];
}

/** The letters of a slot, with '' for each empty cell. @param {Cells} cells @param {Slot} slot @returns {string[]} */
export const lettersIn = (cells, slot) => slot.cells.map((cell) => cells[cell]);

/** The word in a slot; '' while letters are missing. @param {Cells} cells @param {Slot} slot */
export function wordIn(cells, slot) {
  const letters = lettersIn(cells, slot);
  return letters.every(Boolean) ? letters.join('') : '';
}

/** The complete words, each once. @param {Cells} cells @returns {string[]} */
export const wordsIn = (cells) => [...new Set(slotsOf(cells).map((slot) => wordIn(cells, slot)).filter(Boolean))];

/** Whether every square has a letter or a block, and there is a word. @param {Cells} cells */
export const isFull = (cells) => cells.every(Boolean) && slotsOf(cells).length > 0;

/**
 * The puzzle as an ipuz file.
 * @param {{cells: Cells, clues: Record<string, string>, title: string, author: string}} draft `clues`: by word
 */
export function ipuzOf({ cells, clues, title, author }) {
  const slots = slotsOf(cells);
  const rows = (valueOf) => Array.from({ length: SIZE }, (_, row) => (
    Array.from({ length: SIZE }, (__, column) => valueOf(row * SIZE + column))));
  const numbers = new Map(slots.map(({ cell, number }) => [cell, number]));
  const listed = (direction) => slots.filter((slot) => slot.direction === direction)
    .map((slot) => [slot.number, (clues[wordIn(cells, slot)] ?? '').trim()]);
  return {
    version: 'http://ipuz.org/v2', kind: ['http://ipuz.org/crossword#1'], dimensions: { width: SIZE, height: SIZE },
    ...(title.trim() && { title: title.trim() }), ...(author.trim() && { author: author.trim() }),
    puzzle: rows((cell) => (cells[cell] === BLOCK ? BLOCK : numbers.get(cell) ?? 0)),
    solution: rows((cell) => cells[cell] || null),
    clues: { Across: listed('across'), Down: listed('down') },
  };
}
