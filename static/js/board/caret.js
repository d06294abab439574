/** Where the writer is: a cell and a direction, and how keys move them. Blocks are stepped over. */
import { CELLS, SIZE } from '../state/game-state.js';

export class Caret {
  cell = 0;
  direction = 'across';
  #isBlock;
  #onMove;

  /** @param {(cell: number) => boolean} isBlock @param {() => void} onMove */
  constructor(isBlock, onMove) {
    this.#isBlock = isBlock;
    this.#onMove = onMove;
  }

  get row() {
    return Math.floor(this.cell / SIZE);
  }

  get column() {
    return this.cell % SIZE;
  }

  /** Whether a cell lies on the line being written. */
  onLine(cell) {
    return this.direction === 'across' ? Math.floor(cell / SIZE) === this.row : cell % SIZE === this.column;
  }

  select(cell) {
    if (this.#isBlock(cell)) return;
    this.cell = cell;
    this.#onMove();
  }

  toggle() {
    this.direction = this.direction === 'across' ? 'down' : 'across';
    this.#onMove();
  }

  /** One step of an arrow key; the edge holds. */
  step(rows, columns) {
    let [row, column] = [this.row + rows, this.column + columns];
    for (; row >= 0 && row < SIZE && column >= 0 && column < SIZE; row += rows, column += columns) {
      if (!this.#isBlock(row * SIZE + column)) return this.select(row * SIZE + column);
    }
  }

  /** Along the direction of writing; a full line flows into the next, as text does. @returns {boolean} moved */
  along(by) {
    for (let place = this.#place(this.cell) + by; place >= 0 && place < CELLS; place += by) {
      const cell = this.#place(place);
      if (this.#isBlock(cell)) continue;
      this.select(cell);
      return true;
    }
    return false;
  }

  /** To the first (-1) or last (+1) free cell of the line or of the whole board. */
  end(by, whole) {
    const cells = Array.from({ length: CELLS }, (_, place) => this.#place(place))
      .filter((cell) => (whole || this.onLine(cell)) && !this.#isBlock(cell));
    if (cells.length) this.select(cells.at(by < 0 ? 0 : -1));
  }

  /** Cell to place in reading order and back: the same exchange both ways, for down transposes the board. */
  #place(cell) {
    return this.direction === 'across' ? cell : (cell % SIZE) * SIZE + Math.floor(cell / SIZE);
  }
}
