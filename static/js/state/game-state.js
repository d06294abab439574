/** The state of a game as this viewer may see it: a snapshot with later events applied; types.js has its fields. */
import { canonicalText, fnv1a } from './hash.js';
import { lettersOf, written } from './letters.js';
import { PACE, Round } from './round.js';

export const SIZE = 5;
export const CELLS = SIZE * SIZE;

/** @param {number} index @returns {string} `a1` to `e5`: column letter, row digit */
export const square = (index) => 'abcde'[index % SIZE] + (Math.floor(index / SIZE) + 1);

const emptyCells = () => Array.from({ length: CELLS }, () => ({ kind: 'letter', value: '', by: undefined }));

const EMPTY_BOARD = emptyCells(); // shown while the viewer may see no board

/** Notes when the page first saw that a player is gone. */
function noteAbsence(seat, before) {
  seat.goneAt = seat.present ? undefined : before?.goneAt ?? Date.now();
}

export class GameState {
  sequence = null;
  rules = '';
  title = '';
  phase = 'waiting';
  open = false;
  locked = false;
  paused = false;
  boards = new Map();
  words = new Map();
  seats = new Map();
  seatsClosed = false;
  spectators = 0;
  prompts = [];
  result = null;
  next = null;
  swapsLeft = undefined;
  isPrivate = false;
  seatLimit = 1;
  round = null;
  clues = null;
  puzzle = {};
  scoring = {};
  options = {};
  lexicon = { letters: [] };
  /** The lexicon of a game whose JSON has none, once the page has fetched it. */
  pack = null;
  day = null;
  challenge = null;
  fields = null;
  stale = false;
  #ownBoard = 0;
  #clock = { elapsed: 0, running: false, at: 0 };

  /** @param {any} game the body of GET /games/{id} @param {number} [seat] the viewer's seat */
  load(game, seat) {
    this.sequence = game.sequence;
    this.rules = game.rules;
    this.isPrivate = game.privateBoards;
    this.seatLimit = game.seatLimit;
    this.open = Boolean(game.open);
    this.locked = Boolean(game.locked);
    this.options = game.options ?? {};
    this.scoring = game.scoring ?? {};
    this.lexicon = game.lexicon ?? this.pack ?? { letters: [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'] };
    this.day = game.day ?? null;
    this.challenge = game.challenge ?? null;
    this.clues = game.clues ?? null;
    this.puzzle = game.puzzle ?? {};
    this.stale = false;
    this.#ownBoard = this.isPrivate ? seat : 0;
    this.boards = new Map();
    this.words = new Map();
    for (const board of game.boards ?? []) {
      this.boards.set(board.board, board.cells.map((cell) => ({ ...cell })));
      this.setWords(board.board, board);
    }
    this.refresh(game);
  }

  /** Updates what events do not carry (presence, clock, seats, prompts); keeps boards and sequence. */
  refresh(game) {
    this.fields = game;
    this.title = game.title ?? '';
    this.phase = game.state;
    this.paused = Boolean(game.paused);
    this.seatsClosed = Boolean(game.seatsClosed);
    const before = this.seats;
    this.seats = new Map(game.seats.map((seat) => [seat.seat, { ...seat }]));
    for (const seat of this.seats.values()) noteAbsence(seat, before.get(seat.seat));
    this.spectators = game.spectators ?? 0;
    this.prompts = [...(game.prompts ?? [])];
    this.result = game.result ?? null;
    this.next = game.next ?? null;
    this.swapsLeft = game.swapsLeft;
    this.round = game.round?.of ? new Round(game, this.pace) : null;
    this.#setClock(game.clock?.running, game.clock?.elapsed ?? 0, game.clock?.remaining);
  }

  /** Whether the game takes more players: before the start with private boards, until the end on a shared one. */
  get takesPlayers() {
    return this.isPrivate ? this.phase === 'waiting' : this.isUnfinished;
  }

  get isOpenToJoin() {
    return !this.seatsClosed && this.seats.size < this.seatLimit && this.takesPlayers;
  }

  /** Seconds for each step of a round, or null without a clock. */
  get pace() {
    return this.options.clock === null ? null : { ...PACE, ...this.options.clock };
  }

  get isUnfinished() {
    return this.phase !== 'finished';
  }

  /** The number of the board that the viewer writes on: 0 if it is shared, else the viewer's seat. */
  get ownBoard() {
    return this.#ownBoard;
  }

  /** The cells of {@link ownBoard}. */
  get cells() {
    return this.boards.get(this.#ownBoard) ?? EMPTY_BOARD;
  }

  /** A word of this game as it is written. @param {string} letters as they stand on the board */
  written(letters) {
    return written(letters, this.lexicon);
  }

  /** How many letters a seat has written. The viewer's own board is newer than the server's count. */
  filledBy({ seat, filled = 0 }) {
    const own = this.isPrivate && seat === this.#ownBoard && this.boards.get(seat);
    return own ? own.filter(({ kind, value }) => kind !== 'block' && value).length : filled;
  }

  setPresence({ seats, spectators }) {
    this.spectators = spectators;
    for (const { seat, present } of seats) {
      const player = this.seats.get(seat);
      if (player) noteAbsence(Object.assign(player, { present }), player);
    }
  }

  /** Sets the words of a board, if the rules have any. */
  setWords(board, { text: rows, words, score }) {
    if (!words) return;
    // From the middle cell a diagonal word may rise or fall; its letters tell which.
    const fallingText = rows.replaceAll('/', '').replace(/.{12}(.).{5}(.).{5}(.)/, '$1$2$3');
    const directed = words.map((word) => (word.cell === 12 ? { ...word, isFalling: word.text === fallingText } : word));
    this.words.set(board, { text: rows, words: directed, score });
  }

  /** Applies one event; its sequence must be the next. */
  apply(event) {
    this.sequence = event.sequence;
    this.#handlers[event.type]?.(event, this.seats.get(event.seat));
    this.round?.apply(event, this.seats);
  }

  #handlers = {
    'cell.changed': (event) => this.#writeCell(event),
    'cells.marked': (event) => this.#markCells(event),
    'seat.taken': ({ sequence, time, type, ...seat }) => this.seats.set(seat.seat, { ...seat, present: true }),
    'seat.left': ({ seat }) => this.seats.delete(seat),
    'seat.away': ({ kicked }, seat) => seat && Object.assign(seat, { away: true, kicked }),
    'seat.back': (_, seat) => seat && Object.assign(seat, { away: false }),
    'seat.recoloured': ({ colour }, seat) => seat && Object.assign(seat, { colour }),
    'seat.renamed': ({ name }, seat) => seat && Object.assign(seat, { name }),
    'board.locked': () => { this.locked = true; },
    'board.unlocked': () => { this.locked = false; },
    'board.finished': ({ seconds, solved }, seat) => seat && Object.assign(seat, {
      done: true, solved, seconds, filled: solved ? seat.cells ?? seat.filled : seat.filled,
    }),
    'race.won': ({ winners }) => { this.result = { winners }; },
    'seats.closed': () => { this.seatsClosed = true; },
    'seats.opened': () => { this.seatsClosed = false; },
    'prompt.opened': ({ prompt }) => this.prompts.push(prompt),
    'prompt.dismissed': ({ prompt }) => { this.prompts = this.prompts.filter(({ id }) => id !== prompt); },
    'game.started': (event) => this.#start(event),
    'game.paused': () => this.#pause(),
    'game.resumed': () => { this.stale = true; },
    'game.finished': ({ result = {} }) => this.#finish(result),
    'rematch.started': ({ game }) => { this.next = game; },
  };

  /** A rival's letter on a private board comes without cell and value. */
  #writeCell({ board = 0, cell, value, by, pencil }) {
    const target = cell !== undefined && this.boards.get(board)?.[cell];
    if (target) Object.assign(target, { value, by, mark: pencil ? 'pencil' : undefined });
  }

  #markCells({ board, marks = {}, cause }) {
    const cells = this.boards.get(board);
    for (const [cell, mark] of Object.entries(marks)) if (cells) cells[cell].mark = mark;
    if (cause === 'swap') (this.seats.get(board) ?? this).swapsLeft -= 1;
    if (cause === 'submit') this.seats.get(board)?.marks?.push(Object.values(marks).map(([first]) => first).join(''));
  }

  #start({ order, calls }) {
    this.phase = 'playing';
    this.#setClock(true, 0);
    // Only a snapshot has clues and boards. With called letters every player begins with an empty board.
    this.stale = !calls;
    if (this.stale) return;
    this.round = new Round({ round: { of: calls }, seats: order.map((seat) => ({ seat })) }, this.pace);
    if (!this.seats.has(this.#ownBoard)) return;
    this.boards.set(this.#ownBoard, emptyCells());
    this.setWords(this.#ownBoard, { text: this.boardText(), words: [], score: 0 });
  }

  #pause() {
    this.paused = true;
    this.boards.clear();
    this.clues = null;
    this.#setClock(false, this.elapsed());
  }

  #finish(result) {
    this.result = result;
    this.phase = 'finished';
    this.paused = false;
    this.stale = true; // hidden boards, answers and points are visible now
    this.#setClock(false, result.seconds ?? this.elapsed());
  }

  #setClock(running, elapsed, remaining = Infinity) {
    this.#clock = { running, elapsed, limit: elapsed + remaining, at: performance.now() };
  }

  /** Seconds played: the server's count plus the time since then while the clock runs. */
  elapsed() {
    const { elapsed, running, at } = this.#clock;
    return running ? elapsed + (performance.now() - at) / 1000 : elapsed;
  }

  /** Seconds until the time is up; Infinity without a limit. */
  remaining() {
    return Math.max(0, this.#clock.limit - this.elapsed());
  }

  boardText(board = this.#ownBoard) {
    const characters = (this.boards.get(board) ?? EMPTY_BOARD).map(({ kind, value }) =>
      (kind === 'block' ? '#' : value.length > 1 ? lettersOf(value, value)[0] : value || '.'));
    return Array.from({ length: SIZE }, (_, row) => characters.slice(row * SIZE, (row + 1) * SIZE).join('')).join('/');
  }

  hash() {
    const boards = [...this.boards.keys()].sort((a, b) => a - b);
    return fnv1a(canonicalText(this.sequence, boards.map((board) => ({ board, text: this.boardText(board) }))));
  }
}
