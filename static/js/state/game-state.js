/** The game as the server told it: a snapshot, then the fold of its events. Knows nothing of the page. */
import { canonicalText, fnv1a } from '../wire/hash.js';
import { Round } from './round.js';

export const SIZE = 5;
export const CELLS = SIZE * SIZE;

/** @param {number} index @returns {string} `a1` … `e5`: column letter, row digit */
export const square = (index) => 'abcde'[index % SIZE] + (Math.floor(index / SIZE) + 1);

const emptyCells = () => Array.from({ length: CELLS }, () => ({ kind: 'letter', value: '', by: undefined }));

/** What stands where no board can be seen. */
const NOTHING = emptyCells();

export class GameState {
  /** null until the first snapshot */
  sequence = null;
  rules = 'free';
  title = '';
  /** @type {'waiting'|'playing'|'finished'} */
  phase = 'playing';
  open = false;
  locked = false;
  /** The visible boards by number: 0 is shared, board n belongs to seat n. */
  boards = new Map([[0, emptyCells()]]);
  /** The words of each board, as far as they were told: `{text, words, score}`. */
  words = new Map();
  /** @type {Map<number, {seat: number, name: string, colour: string, present: boolean}>} */
  seats = new Map();
  spectators = 0;
  prompts = [];
  result = null;
  /** The game in which the same people play on. */
  next = null;
  /** @type {Round|null} in a called-letters game */
  round = null;
  scoring = {};
  options = {};
  lexicon = { letters: [] };
  /** More boards can be seen now than were told: the game has to be asked for. */
  stale = false;
  #own = 0;
  #clock = { elapsed: 0, running: false, at: 0 };

  /** @param {any} game the body of GET /games/{id} @param {number} [seat] the viewer's */
  load(game, seat) {
    this.sequence = game.sequence;
    this.rules = game.rules ?? 'free';
    this.open = Boolean(game.open);
    this.locked = Boolean(game.locked);
    this.#own = this.isSquare ? seat : 0;
    this.stale = false;
    this.boards = new Map();
    this.words = new Map();
    for (const board of game.boards ?? []) this.#loadBoard(board);
    this.options = game.options ?? {};
    this.scoring = game.scoring ?? {};
    this.lexicon = game.lexicon ?? { letters: [] };
    this.refresh(game);
  }

  #loadBoard({ board, cells, ...rest }) {
    const loaded = emptyCells();
    for (const { index, kind, value, by } of cells) loaded[index] = { kind, value, by };
    this.boards.set(board, loaded);
    this.tellWords(board, rest);
  }

  /** Takes what no event carries (presence, clock, people, prompts) and leaves board and sequence alone. */
  refresh(game) {
    this.title = game.title ?? '';
    this.phase = game.state;
    this.seats = new Map(game.seats.map((seat) => [seat.seat, { ...seat }]));
    this.spectators = game.spectators ?? 0;
    this.prompts = [...(game.prompts ?? [])];
    this.result = game.result ?? null;
    this.next = game.next ?? null;
    this.round = this.isSquare ? new Round(game) : null;
    this.#clock = { elapsed: 0, running: false, ...game.clock, at: performance.now() };
  }

  get isSquare() {
    return this.rules === 'square';
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
  tellWords(board, { text, words, score }) {
    if (words) this.words.set(board, { text, words, score });
  }

  /** Folds one event in; its sequence must be the next. */
  apply(event) {
    this.sequence = event.sequence;
    const seat = this.seats.get(event.seat);
    switch (event.type) {
      case 'cell.changed':
        // A rival's placement comes without cell and value.
        if (event.cell !== undefined) this.#write(event);
        break;
      case 'seat.taken':
        this.seats.set(event.seat, {
          seat: event.seat, name: event.name, colour: event.colour, bot: event.bot, level: event.level, present: true,
        });
        break;
      case 'seat.left':
        this.seats.delete(event.seat);
        break;
      case 'seat.away':
      case 'seat.back':
        if (seat) Object.assign(seat, { away: event.type === 'seat.away', kicked: event.kicked });
        break;
      case 'seat.recoloured':
        if (seat) seat.colour = event.colour;
        break;
      case 'board.locked':
      case 'board.unlocked':
        this.locked = event.type === 'board.locked';
        break;
      case 'prompt.opened':
        this.prompts.push(event.prompt);
        break;
      case 'prompt.dismissed':
        this.prompts = this.prompts.filter(({ id }) => id !== event.prompt);
        break;
      case 'game.started':
        this.#start();
        break;
      case 'game.finished':
        this.#finish(event.result ?? {});
        break;
      case 'rematch.started':
        this.next = event.game;
    }
    this.round?.apply(event, this.seats);
  }

  #write({ board = 0, cell, value, by }) {
    const cells = this.boards.get(board);
    if (cells) Object.assign(cells[cell], { value, by });
  }

  #start() {
    this.phase = 'playing';
    this.#clock = { elapsed: 0, running: true, at: performance.now() };
    if (!this.seats.has(this.#own)) return;
    this.boards.set(this.#own, emptyCells());
    this.tellWords(this.#own, { text: this.boardText(), words: [], score: 0 });
  }

  #finish(result) {
    this.result = result;
    this.phase = 'finished';
    this.stale = this.isSquare;
    this.#clock = { ...this.#clock, elapsed: result.seconds ?? this.elapsed(), running: false };
  }

  /** Seconds played: the server's count, continued here while it runs. */
  elapsed() {
    const { elapsed, running, at } = this.#clock;
    return running ? elapsed + (performance.now() - at) / 1000 : elapsed;
  }

  boardText(board = this.#own) {
    const all = this.boards.get(board) ?? NOTHING;
    const rows = [];
    for (let row = 0; row < SIZE; row += 1) {
      const cells = all.slice(row * SIZE, (row + 1) * SIZE);
      rows.push(cells.map(({ kind, value }) => (kind === 'block' ? '#' : value || '.')).join(''));
    }
    return rows.join('/');
  }

  hash() {
    const boards = [...this.boards.keys()].sort((a, b) => a - b);
    return fnv1a(canonicalText(this.sequence, boards.map((board) => ({ board, text: this.boardText(board) }))));
  }
}
