/** The current round of a game of called letters: the step, the caller, the letter and the time left. */

/** Default seconds for each step. */
export const PACE = { call: 60, place: 45 };

export class Round {
  step = 'call';
  total;
  letters = [];
  called = null;
  turn = null;
  /** Whether the last letter was called because the caller's time was up, or by a bot. */
  isCalledByClock = false;
  order = [];
  #pace;
  #remaining = null;
  #setAt = 0;

  /** @param {any} game the body of GET /games/{id} @param {{call: number, place: number}|null} pace in seconds */
  constructor({ round, called, turn, seats, clock }, pace) {
    this.step = round.step ?? 'call';
    this.total = round.of;
    this.letters = [...(round.letters ?? '')];
    this.called = called ?? null;
    this.isCalledByClock = round.cause === 'bot';
    this.turn = turn ?? null;
    this.order = seats.map(({ seat }) => seat).sort((a, b) => a - b);
    this.#pace = pace;
    this.#setRemaining(clock?.remaining);
  }

  get isSolo() {
    return this.order.length === 1;
  }

  /** The current round, from 1. */
  get number() {
    return Math.min(this.total, this.letters.length + (this.step === 'call' ? 1 : 0));
  }

  /** Whole seconds until this step expires, or null without a clock. */
  remaining() {
    if (this.#remaining === null) return null;
    return Math.max(0, Math.ceil(this.#remaining - (performance.now() - this.#setAt) / 1000));
  }

  /** The share of this step's time that is left, 0 to 1. */
  remainingShare() {
    const whole = this.#pace?.[this.step === 'call' ? 'call' : 'place'];
    return whole ? Math.min(1, (this.remaining() ?? whole) / whole) : 0;
  }

  /** @param {any} event @param {Map<number, any>} seats of the state; `filled` and `placed` are updated */
  apply(event, seats) {
    if (event.type === 'game.started') this.#start(event, seats);
    else if (event.type === 'letter.called') this.#call(event, seats);
    else if (event.type === 'cell.changed') this.#place(seats.get(event.board), seats);
  }

  #start({ order, calls }, seats) {
    this.total = calls;
    this.order = order;
    this.turn = this.isSolo ? null : order[0];
    for (const seat of seats.values()) Object.assign(seat, { filled: 0, placed: false });
    this.#enter('call');
  }

  #call({ letter, by, cause }, seats) {
    this.isCalledByClock = cause === 'bot';
    this.letters.push(letter);
    this.called = letter;
    this.turn = by ?? null;
    for (const seat of seats.values()) seat.placed = false;
    this.#enter('place');
  }

  #place(seat, seats) {
    if (!seat) return;
    Object.assign(seat, { placed: true, filled: (seat.filled ?? 0) + 1 });
    if (this.step === 'last' || this.order.some((each) => seats.get(each)?.placed === false)) return;
    this.called = null;
    for (const each of seats.values()) each.placed = false;
    if (this.letters.length >= this.total) return this.#enter('last');
    if (this.turn !== null) this.turn = this.order[(this.order.indexOf(this.turn) + 1) % this.order.length];
    this.#enter('call');
  }

  #enter(step) {
    this.step = step;
    if (step === 'last') this.turn = null;
    this.#setRemaining(this.#pace?.[step === 'call' ? 'call' : 'place']);
  }

  #setRemaining(remaining) {
    this.#remaining = remaining ?? null;
    this.#setAt = performance.now();
  }
}
