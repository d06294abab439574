/** The last known state of a game in localStorage, for an offline start: a snapshot and the events after it. */
import { read, remove, write } from './storage.js';

const MAX_GAMES = 5;
const SNAPSHOT_EVERY = 200;
const SAVE_DELAY = 1000;

export class GameCache {
  #game;
  #entry = null;
  #timer = 0;

  constructor(game) {
    this.#game = game;
    addEventListener('pagehide', () => this.#timer && this.#save());
  }

  /** Loads an empty state. @param {number} [seat] the viewer's; what another seat saw is not restored */
  restore(state, seat) {
    const entry = read(`game:${this.#game}`);
    if (!entry || entry.seat !== seat) return;
    const { clock } = entry.game;
    if (clock?.running) clock.elapsed += (Date.now() - entry.at) / 1000;
    try {
      state.load(entry.game, seat);
      for (const event of entry.events) if (event.sequence === state.sequence + 1) state.apply(event);
    } catch {
      this.clear(); // written by another version of the page
    }
  }

  /** Replaces the snapshot and keeps the events that are newer. */
  setSnapshot(game, seat) {
    const events = this.#entry?.events.filter(({ sequence }) => sequence > game.sequence) ?? [];
    this.#entry = { game, seat, events, at: Date.now() };
    this.#scheduleSave();
  }

  /**
   * Saves a game that the reader has just begun: its page then shows it without waiting for the server. No effect while
   * the game waits, because another request starts it.
   */
  static saveBegun(game) {
    if (game.state !== 'playing') return;
    const cache = new GameCache(game.id);
    cache.setSnapshot(game, game.seats[0].seat);
    cache.#save();
  }

  /** @returns {boolean} whether a new snapshot is due */
  addEvent(event) {
    if (!this.#entry) return false;
    this.#scheduleSave();
    return this.#entry.events.push(event) % SNAPSHOT_EVERY === 0;
  }

  clear() {
    this.#entry = null;
    this.#save();
  }

  #scheduleSave() {
    this.#timer ||= setTimeout(() => this.#save(), SAVE_DELAY);
  }

  #save() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const gameIds = [this.#game, ...(read('games') ?? []).filter((game) => game !== this.#game)];
    for (const old of gameIds.splice(MAX_GAMES)) remove(`game:${old}`);
    write('games', gameIds);
    if (this.#entry) write(`game:${this.#game}`, this.#entry);
    else remove(`game:${this.#game}`);
  }
}
