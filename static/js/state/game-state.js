/** The game as the server told it: a snapshot, then the fold of its events. Knows nothing of the page. */
import { lettersOf } from './letters.js';
import { PACE, Round } from './round.js';

export const SIZE = 5;
export const CELLS = SIZE * SIZE;

/** @param {number} index @returns {string} `a1` … `e5`: column letter, row digit */
export const square = (index) => 'abcde'[index % SIZE] + (Math.floor(index / SIZE) + 1);

/** FNV-1a, 32 bits, over UTF-8. @param {string} input @returns {string} 8 lower-case hex digits */
export function fnv1a(input) {
  let hash = 2166136261;
  for (const byte of new TextEncoder().encode(input)) hash = Math.imul(hash ^ byte, 16777619);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The canonical text of a projection: the sequence, then one line `number:text` for each visible board. */
export function canonicalText(sequence, boards) {
  return [String(sequence), ...boards.map(({ board, text }) => `${board}:${text}`)].join('\n');
}

/**
 * @typedef {Object} Cell
 * @property {'letter'|'block'|'given'} kind @property {string} value @property {number} [by] a seat
 * @property {string} [mark] hit, near, miss, wrong, right, revealed or pencil
 * @property {number} [number] @property {string} [label] @property {boolean} [circled]
 */

const emptyCells = () => Array.from({ length: CELLS }, () => ({ kind: 'letter', value: '', by: undefined }));

/** What stands where no board can be seen. */
const NOTHING = emptyCells();

export class GameState {
  /** null until the first snapshot */
  sequence = null;
  rules = '';
  title = '';
  /** @type {'waiting'|'playing'|'finished'} */
  phase = 'waiting';
  open = false;
  locked = false;
  paused = false;
  /** @type {Map<number, Cell[]>} the visible boards by number: 0 is shared, board n belongs to seat n */
  boards = new Map();
  /** The words of each board, as far as they were told: `{text, words, score}`. */
  words = new Map();
  /** @type {Map<number, any>} as GET /games/{id} tells them */
  seats = new Map();
  spectators = 0;
  prompts = [];
  result = null;
  /** The game in which the same people play on. */
  next = null;
  /** Whether everybody has a board that the others may not see. */
  isPrivate = false;
  seatLimit = 1;
  /** @type {Round|null} while letters are called */
  round = null;
  /** Of a crossword: `{across, down}` */
  clues = null;
  puzzle = {};
  scoring = {};
  options = {};
  lexicon = { letters: [] };
  /** The day whose game it is. */
  day = null;
  /** More can be seen now than was told: the game has to be asked for. */
  stale = false;
  #own = 0;
  #clock = { elapsed: 0, running: false, at: 0 };

  /** @param {any} game the body of GET /games/{id} @param {number} [seat] the viewer's */
  load(game, seat) {
    this.sequence = game.sequence;
    this.rules = game.rules;
    this.isPrivate = game.privateBoards;
    this.seatLimit = game.seatLimit;
    this.open = Boolean(game.open);
    this.locked = Boolean(game.locked);
    this.options = game.options ?? {};
    this.scoring = game.scoring ?? {};
    this.lexicon = game.lexicon ?? { letters: [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'] };
    this.day = game.day ?? null;
    this.clues = game.clues ?? null;
    this.puzzle = game.puzzle ?? {};
    this.stale = false;
    this.#own = this.isPrivate ? seat : 0;
    this.boards = new Map();
    this.words = new Map();
    for (const board of game.boards ?? []) {
      this.boards.set(board.board, board.cells.map((cell) => ({ ...cell })));
      this.tellWords(board.board, board);
    }
    this.refresh(game);
  }

  /** Takes what no event carries (presence, clock, people, prompts) and leaves board and sequence alone. */
  refresh(game) {
    this.title = game.title ?? '';
    this.phase = game.state;
    this.paused = Boolean(game.paused);
    this.seats = new Map(game.seats.map((seat) => [seat.seat, { ...seat }]));
    this.spectators = game.spectators ?? 0;
    this.prompts = [...(game.prompts ?? [])];
    this.result = game.result ?? null;
    this.next = game.next ?? null;
    this.round = game.round ? new Round(game, this.pace) : null;
    this.#tick(game.clock?.running, game.clock?.elapsed ?? 0);
  }

  /** Whether a seat is free: with private boards until the game begins, on a shared board until it ends. */
  get isOpenToJoin() {
    return this.seats.size < this.seatLimit && (this.isPrivate ? this.phase === 'waiting' : this.playing);
  }

  /** Seconds for each step of a round, or null without a clock. */
  get pace() {
    return this.options.clock === null ? null : { ...PACE, ...this.options.clock };
  }

  get playing() {
    return this.phase !== 'finished';
  }

  /** The number of the board that the viewer writes on: the shared one, or the own. */
  get own() {
    return this.#own;
  }

  /** The cells of that board. */
  get cells() {
    return this.boards.get(this.#own) ?? NOTHING;
  }

  presence({ seats, spectators }) {
    this.spectators = spectators;
    for (const { seat, present } of seats) {
      const known = this.seats.get(seat);
      if (known) known.present = present;
    }
  }

  /** The words of a board, unless the server is one that tells none. */
  tellWords(board, { text: rows, words, score }) {
    if (!words) return;
    // Both diagonals cross the middle; which of them begins there, its letters tell.
    const falling = rows.replaceAll('/', '').replace(/.{12}(.).{5}(.).{5}(.)/, '$1$2$3');
    const known = words.map((word) => (word.cell === 12 ? { ...word, falls: word.text === falling } : word));
    this.words.set(board, { text: rows, words: known, score });
  }

  /** Folds one event in; its sequence must be the next. */
  apply(event) {
    this.sequence = event.sequence;
    this.#fold[event.type]?.(event, this.seats.get(event.seat));
    this.round?.apply(event, this.seats);
  }

  #fold = {
    'cell.changed': (event) => this.#write(event),
    'cells.marked': (event) => this.#mark(event),
    'seat.taken': ({ sequence, time, type, ...seat }) => this.seats.set(seat.seat, { ...seat, present: true }),
    'seat.left': ({ seat }) => this.seats.delete(seat),
    'seat.away': ({ kicked }, seat) => seat && Object.assign(seat, { away: true, kicked }),
    'seat.back': (_, seat) => seat && Object.assign(seat, { away: false }),
    'seat.recoloured': ({ colour }, seat) => seat && Object.assign(seat, { colour }),
    'board.locked': () => { this.locked = true; },
    'board.unlocked': () => { this.locked = false; },
    'board.finished': (_, seat) => seat && Object.assign(seat, { done: true }),
    'prompt.opened': ({ prompt }) => this.prompts.push(prompt),
    'prompt.dismissed': ({ prompt }) => { this.prompts = this.prompts.filter(({ id }) => id !== prompt); },
    'game.started': (event) => this.#start(event),
    'game.paused': () => this.#pause(),
    'game.resumed': () => { this.stale = true; },
    'game.finished': ({ result = {} }) => this.#finish(result),
    'rematch.started': ({ game }) => { this.next = game; },
  };

  /** A rival's letter comes without cell and value. */
  #write({ board = 0, cell, value, by, pencil }) {
    const known = cell !== undefined && this.boards.get(board)?.[cell];
    if (known) Object.assign(known, { value, by, mark: pencil ? 'pencil' : undefined });
  }

  #mark({ board, marks = {}, cause }) {
    const cells = this.boards.get(board);
    for (const [cell, mark] of Object.entries(marks)) if (cells) cells[cell].mark = mark;
    if (cause === 'submit') this.seats.get(board)?.marks?.push(Object.values(marks).map(([first]) => first).join(''));
  }

  #start({ order, calls }) {
    this.phase = 'playing';
    this.#tick(true, 0);
    // Clues, and who has a board, are told by a snapshot only; with calls, everybody seated has an empty one.
    this.stale = !calls;
    if (this.stale) return;
    this.round = new Round({ round: { of: calls }, seats: order.map((seat) => ({ seat })) }, this.pace);
    if (!this.seats.has(this.#own)) return;
    this.boards.set(this.#own, emptyCells());
    this.tellWords(this.#own, { text: this.boardText(), words: [], score: 0 });
  }

  #pause() {
    this.paused = true;
    this.boards.clear();
    this.clues = null;
    this.#tick(false, this.elapsed());
  }

  #finish(result) {
    this.result = result;
    this.phase = 'finished';
    this.paused = false;
    this.stale = true; // hidden boards, answers and points are told now
    this.#tick(false, result.seconds ?? this.elapsed());
  }

  #tick(running, elapsed) {
    this.#clock = { running, elapsed, at: performance.now() };
  }

  /** Seconds played: the server's count, continued here while it runs. */
  elapsed() {
    const { elapsed, running, at } = this.#clock;
    return running ? elapsed + (performance.now() - at) / 1000 : elapsed;
  }

  boardText(board = this.#own) {
    const signs = (this.boards.get(board) ?? NOTHING).map(({ kind, value }) =>
      (kind === 'block' ? '#' : value.length > 1 ? lettersOf(value)[0] : value || '.'));
    return Array.from({ length: SIZE }, (_, row) => signs.slice(row * SIZE, (row + 1) * SIZE).join('')).join('/');
  }

  hash() {
    const boards = [...this.boards.keys()].sort((a, b) => a - b);
    return fnv1a(canonicalText(this.sequence, boards.map((board) => ({ board, text: this.boardText(board) }))));
  }
}
