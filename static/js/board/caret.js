/** The caret, a cell and a direction, and how keys move it. Cells that are not writable are skipped. */
import { CELLS, SIZE } from '../state/game-state.js';
import { settings } from '../wire/settings.js';
import { read, write } from '../wire/storage.js';

const ACROSS = 'across';
const DOWN = 'down';
const rowOf = (cell) => Math.floor(cell / SIZE);

export class Caret {
  cell = 0;
  direction = ACROSS;
  slots = null;
  /** Whether the caret moves on to the next line at the end of a line. */
  wraps = true;
  canTurn = true;
  /** Whether a letter was written at the end of the line and nothing is left to move on to. */
  isPast = false;
  #isWritable;
  #onMove;
  #key = '';

  constructor(isWritable, onMove) {
    this.#isWritable = isWritable;
    this.#onMove = onMove;
  }

  /** Goes where the caret of `game` was before a reload, else to the first empty cell. */
  restore(game, isEmpty) {
    this.#key = `caret:${game}`;
    const { cell, direction } = read(this.#key, { session: true }) ?? {};
    const cells = [...Array(CELLS).keys()].filter(this.#isWritable);
    this.select(cells.includes(cell) ? cell : cells.find(isEmpty) ?? cells[0], direction);
  }

  get slot() {
    return this.slotAt(this.direction);
  }

  slotAt(direction) {
    return this.slots?.find((slot) => slot.direction === direction && slot.cells.includes(this.cell));
  }

  get line() {
    if (this.slots) return this.slot?.cells ?? [this.cell];
    return Array.from({ length: SIZE }, (_, place) => (this.direction === ACROSS
      ? rowOf(this.cell) * SIZE + place : place * SIZE + (this.cell % SIZE))).filter(this.#isWritable);
  }

  select(cell = this.cell, direction = this.direction) {
    if (!this.#isWritable(cell)) return;
    this.cell = cell;
    this.direction = direction;
    this.isPast = false;
    const turned = direction === ACROSS ? DOWN : ACROSS;
    if (this.slots && !this.slot && this.slotAt(turned)) this.direction = turned;
    if (this.#key) write(this.#key, { cell, direction: this.direction }, { session: true });
    this.#onMove();
  }

  toggleDirection() {
    if (this.canTurn) this.select(this.cell, this.direction === ACROSS ? DOWN : ACROSS);
  }

  /** Moves by an arrow key, up to the edge. In a crossword an arrow across the direction first turns the caret. */
  moveBy(rows, columns) {
    const direction = rows ? DOWN : ACROSS;
    if (this.slots && direction !== this.direction && this.slotAt(direction)) return this.select(this.cell, direction);
    let [row, column] = [rowOf(this.cell) + rows, (this.cell % SIZE) + columns];
    for (; row >= 0 && row < SIZE && column >= 0 && column < SIZE; row += rows, column += columns) {
      if (this.#isWritable(row * SIZE + column)) return this.select(row * SIZE + column);
    }
  }

  /**
   * Moves on after a letter: from a cell that was empty to the next one that is open (empty or in pencil), else to the
   * next cell. From the end of a line it returns to an empty cell; a full slot is left for the next one with an empty cell.
   * The reader's settings can have it stop at filled cells, and stay in the slot.
   */
  advance(isEmpty, isOpen, wasEmpty) {
    if (this.wraps) return this.moveInOrder(1);
    const { line, slots } = this;
    const at = line.indexOf(this.cell);
    const after = line.slice(at + 1);
    const { skipFilled, nextClue } = settings();
    const next = (skipFilled && wasEmpty ? after.find(isOpen) : after[0])
      ?? (skipFilled ? line.slice(0, at).find(isEmpty) : undefined) ?? (slots ? undefined : after[0]);
    if (next !== undefined) return this.select(next);
    this.isPast = true;
    if (!nextClue) return;
    const here = slots?.indexOf(this.slot) ?? 0;
    const slot = [...slots?.slice(here + 1) ?? [], ...slots?.slice(0, here) ?? []]
      .find(({ cells }) => cells.some(isEmpty));
    if (slot) this.select(slot.cells.find(isEmpty), slot.direction);
  }

  retreat() {
    if (this.wraps) return this.moveInOrder(-1);
    const before = this.line[this.line.indexOf(this.cell) - 1];
    if (before !== undefined) this.select(before);
  }

  moveInOrder(by) {
    for (let place = this.#transposed(this.cell) + by; place >= 0 && place < CELLS; place += by) {
      if (this.#isWritable(this.#transposed(place))) return this.select(this.#transposed(place));
    }
  }

  moveToEnd(by, whole) {
    const board = () => Array.from({ length: CELLS }, (_, place) => this.#transposed(place)).filter(this.#isWritable);
    const cells = whole ? board() : this.line;
    this.select(cells.at(by < 0 ? 0 : -1));
  }

  /** Moves to the first empty cell of the next (+1) or previous (-1) slot. @returns {boolean} false past the ends */
  moveToWord(by, isEmpty) {
    const slot = this.slots?.[this.slots.indexOf(this.slot) + by];
    if (slot) this.select(slot.cells.find(isEmpty) ?? slot.cells[0], slot.direction);
    return Boolean(slot);
  }

  /** Converts a cell to its place in writing order, and back: writing down transposes the board. */
  #transposed(cell) {
    return this.direction === ACROSS ? cell : (cell % SIZE) * SIZE + rowOf(cell);
  }
}
