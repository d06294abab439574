/** The game as the server told it: a snapshot, then the fold of its events. Knows nothing of the page. */
import { canonicalText, fnv1a } from './hash.js';

export const SIZE = 5;
export const CELLS = SIZE * SIZE;

/** @param {number} index @returns {string} `a1` … `e5`: column letter, row digit */
export const square = (index) => 'abcde'[index % SIZE] + (Math.floor(index / SIZE) + 1);

const emptyCells = () => Array.from({ length: CELLS }, () => ({ kind: 'letter', value: '', by: undefined }));

export class GameState {
  /** null until the first snapshot */
  sequence = null;
  title = '';
  playing = true;
  open = false;
  locked = false;
  cells = emptyCells();
  /** @type {Map<number, {seat: number, name: string, colour: string, present: boolean}>} */
  seats = new Map();
  spectators = 0;
  prompts = [];
  result = null;
  /** The game in which the same people play on. */
  next = null;
  #clock = { elapsed: 0, running: false, at: 0 };

  /** @param {any} game the body of GET /games/{id} */
  load(game) {
    this.sequence = game.sequence;
    this.open = Boolean(game.open);
    this.locked = Boolean(game.locked);
    this.cells = emptyCells();
    for (const { index, kind, value, by } of game.boards?.[0]?.cells ?? []) this.cells[index] = { kind, value, by };
    this.refresh(game);
  }

  /** Takes what no event carries (presence, clock, people, prompts) and leaves board and sequence alone. */
  refresh(game) {
    this.title = game.title ?? '';
    this.playing = game.state !== 'finished';
    this.seats = new Map(game.seats.map((seat) => [seat.seat, { ...seat }]));
    this.spectators = game.spectators ?? 0;
    this.prompts = [...(game.prompts ?? [])];
    this.result = game.result ?? null;
    this.next = game.next ?? null;
    this.#clock = { elapsed: 0, running: false, ...game.clock, at: performance.now() };
  }

  presence({ seats, spectators }) {
    this.spectators = spectators;
    for (const { seat, present } of seats) {
      const known = this.seats.get(seat);
      if (known) known.present = present;
    }
  }

  /** Folds one event in; its sequence must be the next. */
  apply(event) {
    this.sequence = event.sequence;
    const seat = this.seats.get(event.seat);
    switch (event.type) {
      case 'cell.changed':
        Object.assign(this.cells[event.cell], { value: event.value, by: event.by });
        break;
      case 'seat.taken':
        this.seats.set(event.seat, { seat: event.seat, name: event.name, colour: event.colour, present: true });
        break;
      case 'seat.left':
        this.seats.delete(event.seat);
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
      case 'game.finished':
        this.result = event.result ?? {};
        this.playing = false;
        this.#clock = { ...this.#clock, elapsed: this.result.seconds ?? this.elapsed(), running: false };
        break;
      case 'rematch.started':
        this.next = event.game;
    }
  }

  /** Seconds played: the server's count, continued here while it runs. */
  elapsed() {
    const { elapsed, running, at } = this.#clock;
    return running ? elapsed + (performance.now() - at) / 1000 : elapsed;
  }

  boardText() {
    const rows = [];
    for (let row = 0; row < SIZE; row += 1) {
      const cells = this.cells.slice(row * SIZE, (row + 1) * SIZE);
      rows.push(cells.map(({ kind, value }) => (kind === 'block' ? '#' : value || '.')).join(''));
    }
    return rows.join('/');
  }

  hash() {
    return fnv1a(canonicalText(this.sequence, [{ board: 0, text: this.boardText() }]));
  }
}
