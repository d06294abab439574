/** Where the writer is: a cell and a direction, and how keys move them. Blocks are stepped over. */
import { CELLS, SIZE } from '../state/game-state.js';

const ACROSS = 'across';
const DOWN = 'down';
const rowOf = (cell) => Math.floor(cell / SIZE);

export class Caret {
  cell = 0;
  direction = ACROSS;
  /** @type {{direction: string, cells: number[]}[]|null} the words of a crossword, in the order of their clues */
  slots = null;
  /** Whether a full line flows into the next one, as text does. */
  flows = true;
  /** Whether one may write downwards too. */
  turns = true;
  #isFree;
  #onMove;

  /** @param {(cell: number) => boolean} isFree may be written in @param {() => void} onMove */
  constructor(isFree, onMove) {
    this.#isFree = isFree;
    this.#onMove = onMove;
  }

  /** The word of the crossword that is being written. */
  get slot() {
    return this.slotAt(this.direction);
  }

  slotAt(direction) {
    return this.slots?.find((slot) => slot.direction === direction && slot.cells.includes(this.cell));
  }

  /** @returns {number[]} the cells of the word, the row or the column that is being written */
  get line() {
    if (this.slots) return this.slot?.cells ?? [this.cell];
    return Array.from({ length: SIZE }, (_, place) => (this.direction === ACROSS
      ? rowOf(this.cell) * SIZE + place : place * SIZE + (this.cell % SIZE))).filter(this.#isFree);
  }

  select(cell, direction = this.direction) {
    if (!this.#isFree(cell)) return;
    this.cell = cell;
    this.direction = direction;
    if (this.slots && !this.slot) this.direction = direction === ACROSS ? DOWN : ACROSS;
    this.#onMove();
  }

  toggle() {
    if (this.turns) this.select(this.cell, this.direction === ACROSS ? DOWN : ACROSS);
  }

  /** One step of an arrow key; the edge holds. In a crossword an arrow across the direction turns first. */
  step(rows, columns) {
    const direction = rows ? DOWN : ACROSS;
    if (this.slots && direction !== this.direction && this.slotAt(direction)) return this.select(this.cell, direction);
    let [row, column] = [rowOf(this.cell) + rows, (this.cell % SIZE) + columns];
    for (; row >= 0 && row < SIZE && column >= 0 && column < SIZE; row += rows, column += columns) {
      if (this.#isFree(row * SIZE + column)) return this.select(row * SIZE + column);
    }
  }

  /** After a letter: on to the next cell, in a word to its next empty one. @param {(cell: number) => boolean} isEmpty */
  advance(isEmpty) {
    if (this.flows) return this.flow(1);
    const { line } = this;
    const at = line.indexOf(this.cell);
    const next = [...line.slice(at + 1), ...line.slice(0, at)].find(isEmpty) ?? line[at + 1];
    if (next !== undefined) this.select(next);
  }

  /** To the cell before. */
  back() {
    if (this.flows) return this.flow(-1);
    const before = this.line[this.line.indexOf(this.cell) - 1];
    if (before !== undefined) this.select(before);
  }

  flow(by) {
    for (let place = this.#place(this.cell) + by; place >= 0 && place < CELLS; place += by) {
      if (this.#isFree(this.#place(place))) return this.select(this.#place(place));
    }
  }

  /** To the first (-1) or last (+1) cell of the line or of the whole board. */
  end(by, whole) {
    const cells = whole ? Array.from({ length: CELLS }, (_, place) => this.#place(place)).filter(this.#isFree) : this.line;
    this.select(cells.at(by < 0 ? 0 : -1));
  }

  /** To the next word or the one before, at its first empty cell. @returns {boolean} false past the ends */
  word(by, isEmpty) {
    const slot = this.slots?.[this.slots.indexOf(this.slot) + by];
    if (slot) this.select(slot.cells.find(isEmpty) ?? slot.cells[0], slot.direction);
    return Boolean(slot);
  }

  /** Cell to place in reading order and back: the same exchange both ways, for down transposes the board. */
  #place(cell) {
    return this.direction === ACROSS ? cell : (cell % SIZE) * SIZE + rowOf(cell);
  }
}
