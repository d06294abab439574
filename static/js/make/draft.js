/** The puzzle that is being made. Every change can be undone; the browser keeps one draft for each language pack. */
import { CELLS } from '../state/game-state.js';
import { read, write } from '../wire/storage.js';
import { BLOCK, boardText, cellsOfBoard, emptyGrid, isFull, slotsOf, twinOf, wordsIn } from './grid.js';

const MAX_STEPS = 100;
/** Clues are kept by word, so that a word that comes back has its clue; the oldest go first. */
const MAX_CLUES = 100;
const MAX_CLUE = 200;
const PACK_KEY = 'make:pack';

/** The pack that was used last; null at first. */
export const lastPack = () => read(PACK_KEY);

const blank = () => ({
  cells: emptyGrid(), clues: {}, title: '', author: '', symmetric: true, rare: false, own: [], stored: null,
});

/** A draft that this browser has kept, as far as it makes sense. @param {any} kept */
function restored(kept) {
  const usual = blank();
  const kindOf = (value) => (Array.isArray(value) ? 'list' : typeof value);
  const isSame = (name) => kindOf(kept?.[name]) === kindOf(usual[name]);
  const names = Object.keys(usual).filter((name) => name !== 'cells' && isSame(name) && kept[name]);
  const cells = typeof kept?.cells === 'string' ? cellsOfBoard(kept.cells.normalize('NFC')) : [];
  const isGrid = cells.length === CELLS;
  const clues = Object.entries((isSame('clues') && kept.clues) || {}).filter(([, clue]) => kindOf(clue) === 'string');
  return {
    ...usual, ...Object.fromEntries(names.map((name) => [name, kept[name]])), symmetric: kept?.symmetric !== false,
    clues: Object.fromEntries(clues), cells: isGrid ? cells : usual.cells,
  };
}

export class Draft extends EventTarget {
  #pack;
  #state;
  #steps = [];

  /** @param {string} pack the id of a language pack */
  constructor(pack) {
    super();
    this.#pack = pack;
    this.#state = restored(read(`make:${pack}`));
    write(PACK_KEY, pack);
  }

  get cells() { return this.#state.cells; }
  get clues() { return this.#state.clues; }
  get title() { return this.#state.title; }
  get author() { return this.#state.author; }
  get symmetric() { return this.#state.symmetric; }
  /** Whether rare words are suggested too. */
  get rare() { return this.#state.rare; }
  /** What the server has stored of exactly this puzzle: `{content, id, token, challenge}`. */
  get stored() { return this.#state.stored; }
  get slots() { return slotsOf(this.cells); }
  get isFull() { return isFull(this.cells); }
  get isBlank() { return this.cells.every((value) => !value); }
  get canUndo() { return this.#steps.length > 0; }

  /** The words of the grid that count although the pack may not have them. @returns {string[]} */
  get own() {
    const words = this.words;
    return this.#state.own.filter((word) => words.includes(word));
  }

  /** The complete words of the grid, each once. @returns {string[]} */
  get words() {
    return wordsIn(this.cells);
  }

  /** Takes a word for the reader's own. */
  keep(word) {
    if (this.#state.own.includes(word)) return;
    this.#state.own = [...this.own, word];
    this.#changed('grid');
  }

  /** Writes letters, as one step. @param {[number, string][]} changes cells and what they hold */
  write(changes) {
    const real = changes.filter(([cell, value]) => this.cells[cell] !== value);
    if (!real.length) return;
    this.#remember();
    const cells = [...this.cells];
    for (const [cell, value] of real) cells[cell] = value;
    this.#state = { ...this.#state, cells };
    this.#changed('grid');
  }

  /** Sets or clears a block, and its twin. @param {number} cell */
  toggleBlock(cell) {
    const value = this.cells[cell] === BLOCK ? '' : BLOCK;
    const twin = twinOf(cell);
    const follows = this.symmetric && (value === BLOCK || this.cells[twin] === BLOCK);
    this.write([[cell, value], ...(follows ? [[twin, value]] : [])]);
  }

  /** @param {string} word @param {string} clue */
  setClue(word, clue) {
    const { [word]: _, ...others } = this.#state.clues;
    const entries = [...Object.entries(others), [word, clue.slice(0, MAX_CLUE)]];
    this.#state.clues = Object.fromEntries(entries.slice(-MAX_CLUES));
    this.#changed('text');
  }

  /** @param {Partial<{title: string, author: string, symmetric: boolean, rare: boolean}>} news */
  set(news) {
    Object.assign(this.#state, news);
    this.#changed('rare' in news ? 'grid' : 'text');
  }

  setStored(stored) {
    this.#state.stored = stored;
    this.#save();
  }

  /** Begins a new puzzle; undo brings this one back. */
  clear() {
    this.#remember();
    const { author, symmetric, rare } = this.#state;
    this.#state = { ...blank(), author, symmetric, rare };
    this.#changed('all');
  }

  undo() {
    const before = this.#steps.pop();
    if (!before) return;
    // Clues that were written since then stay.
    const clues = { ...before.clues, ...this.#state.clues };
    this.#state = { ...this.#state, ...before, clues, title: this.#state.title || before.title };
    this.#changed('all');
  }

  #remember() {
    const { cells, own, clues, title, stored } = this.#state;
    this.#steps = [...this.#steps, { cells, own, clues, title, stored }].slice(-MAX_STEPS);
  }

  #changed(what) {
    this.#save();
    this.dispatchEvent(new CustomEvent('change', { detail: what }));
  }

  #save() {
    write(`make:${this.#pack}`, { ...this.#state, cells: boardText(this.cells) });
  }
}
