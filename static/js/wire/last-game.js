/** The game as it was seen last, kept in this browser for a start without a line: a snapshot and the events since. */
import { read, remove, write } from './storage.js';

const GAMES = 5;
const EVENTS = 200;
const DELAY = 1000;

export class LastGame {
  #game;
  #kept = null;
  #timer = 0;

  constructor(game) {
    this.#game = game;
    addEventListener('pagehide', () => this.#timer && this.#save());
  }

  /** Puts it into a state that is new. @param {number} [seat] what was seen from another seat is not shown */
  restore(state, seat) {
    const kept = read(`game:${this.#game}`);
    if (!kept || kept.seat !== seat) return;
    const { clock } = kept.game;
    if (clock?.running) clock.elapsed += (Date.now() - kept.at) / 1000;
    try {
      state.load(kept.game, seat);
      for (const event of kept.events) if (event.sequence === state.sequence + 1) state.apply(event);
    } catch {
      this.forget(); // kept by another version of this page
    }
  }

  /** Begins anew with a snapshot; events that it does not contain yet stay. */
  begin(game, seat) {
    const events = this.#kept?.events.filter(({ sequence }) => sequence > game.sequence) ?? [];
    this.#kept = { game, seat, events, at: Date.now() };
    this.#later();
  }

  /** @returns {boolean} whether it is time for another snapshot */
  add(event) {
    if (!this.#kept) return false;
    this.#later();
    return this.#kept.events.push(event) % EVENTS === 0;
  }

  forget() {
    this.#kept = null;
    this.#save();
  }

  #later() {
    this.#timer ||= setTimeout(() => this.#save(), DELAY);
  }

  #save() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const newest = [this.#game, ...(read('games') ?? []).filter((game) => game !== this.#game)];
    for (const old of newest.splice(GAMES)) remove(`game:${old}`);
    write('games', newest);
    if (this.#kept) write(`game:${this.#game}`, this.#kept);
    else remove(`game:${this.#game}`);
  }
}
