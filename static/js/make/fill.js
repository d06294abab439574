/** "Fill the rest": the best fills of the board, one after the other; and blocks with which there is a fill at all. */
import { failureText, toast } from '../page/announce.js';
import { byId, setText } from '../page/dom.js';
import { request } from '../wire/api.js';
import { BLOCK, boardText, cellsOfBoard, twinOf, wordsIn } from './grid.js';
import { questionOf } from './survey.js';
import { say } from './words.js';

const MAX_FILLS = 20;
/** From this length on letters that blocks cut out count as a word of the maker's. */
const LEAST_OWN = 3;
/** Cells for blocks, each with its twin, from few to many. */
const PATTERNS = [
  [0], [4], [0, 4], [0, 1], [4, 3], [2], [10], [0, 1, 5], [4, 3, 9], [3, 13], [1, 11], [6, 8], [7], [11], [0, 4, 12],
  [1, 3], [5, 9], [6, 8, 12], [6, 7, 8], [6, 11, 8], [1, 3, 11],
];

export class Filler {
  #puzzle;
  #pack;
  /** The fills of the last answer, and the text of the board that shows one of them. */
  #fills = [];
  #shown = '';
  #next = 0;

  /** @param {import('./draft.js').Draft} puzzle @param {string} pack */
  constructor(puzzle, pack) {
    [this.#puzzle, this.#pack] = [puzzle, pack];
    byId('fill').addEventListener('click', () => this.#press());
  }

  get #showsFill() {
    return this.#fills.length > 1 && this.#puzzle.cells.join() === this.#shown;
  }

  draw() {
    setText(byId('fill-text'), this.#showsFill ? say.fillAgain : say.fill);
    byId('fill').disabled = this.#puzzle.isFull && !this.#showsFill;
  }

  async #press() {
    const button = byId('fill');
    if (button.hasAttribute('aria-busy')) return;
    if (this.#showsFill) return this.#show();
    button.setAttribute('aria-busy', 'true');
    const before = this.#puzzle.cells;
    const reply = await this.#ask({ limit: MAX_FILLS });
    button.removeAttribute('aria-busy');
    if (!reply.ok) return toast(failureText(reply));
    // What was written meanwhile counts.
    if (this.#puzzle.cells !== before) return undefined;
    if (!reply.data.count) return toast(say.noFill);
    [this.#fills, this.#next] = [reply.data.fills, 0];
    return this.#show();
  }

  #ask(more) {
    return request('POST', '/analysis/fill', { body: { ...questionOf(this.#puzzle, this.#pack), ...more } });
  }

  #show() {
    const cells = cellsOfBoard(this.#fills[this.#next % this.#fills.length]);
    this.#next += 1;
    this.#shown = cells.join();
    this.#puzzle.write(cells.map((value, cell) => [cell, value]));
  }

  /** Adds the fewest blocks of {@link PATTERNS} with which the board can be filled, one question after the other. */
  async findBlocks() {
    const { cells } = this.#puzzle;
    for (const pattern of PATTERNS) {
      const blocks = pattern.flatMap((cell) => [cell, twinOf(cell)]);
      if (blocks.some((cell) => cells[cell] && cells[cell] !== BLOCK)) continue;
      const next = cells.map((value, cell) => (blocks.includes(cell) ? BLOCK : value));
      const include = [...this.#puzzle.own, ...wordsIn(next).filter((word) => word.length >= LEAST_OWN)];
      const reply = await this.#ask({ board: boardText(next), include, limit: 1 });
      if (this.#puzzle.cells !== cells) return;
      if (!reply.ok) return toast(failureText(reply));
      if (!reply.data.count) continue;
      this.#puzzle.write(blocks.map((cell) => [cell, BLOCK]));
      return include.forEach((word) => this.#puzzle.keep(word));
    }
    return toast(say.noBlocks);
  }
}
