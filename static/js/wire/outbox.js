/**
 * Edits on their way to the server: shown at once, kept through reloads and lost connections, sent one at a time in
 * order. Each carries its own move id, so that sending again what may already have arrived is harmless.
 */
import { isPassing } from './api.js';
import { Backoff } from './backoff.js';
import { randomId } from './random-id.js';
import { keysStartingWith, read, remove, write } from './storage.js';

/** An outbox of another tab that was not touched for so long belongs to a tab that is gone. */
const ORPHANED = 15000;

/**
 * @typedef {Object} Edit
 * @property {string} move @property {number} cell @property {string} value
 * @property {boolean} tried it may have reached the server
 */

export class Outbox {
  /** True while the server wants a seat first. */
  held = false;
  /** @type {Edit[]} */
  #edits = [];
  /** Acknowledged values that the folded state has not reached yet: cell to `{value, sequence}`. */
  #settling = new Map();
  #key;
  #options;
  #backoff = new Backoff();
  #timer = 0;
  #sending = false;

  /**
   * @param {string} game
   * @param {Object} options
   * @param {(edit: Edit) => Promise<import('./api.js').Reply>} options.send
   * @param {(data: any) => void} options.onSaved with the body of the answer
   * @param {(edit: Edit, reply: import('./api.js').Reply) => void} options.onRefused
   * @param {() => void} options.onUnauthorised
   * @param {() => void} options.onChange
   */
  constructor(game, options) {
    this.#options = options;
    // One outbox a tab: two tabs on one board must not overwrite each other's unsent letters.
    const tab = read('tab', { session: true }) ?? randomId();
    write('tab', tab, { session: true });
    this.#key = `outbox:${game}:${tab}`;
    this.#edits = read(this.#key)?.edits ?? [];
    for (const key of keysStartingWith(`outbox:${game}:`)) {
      const other = read(key);
      if (key === this.#key || Date.now() - (other?.touched ?? 0) < ORPHANED) continue;
      this.#edits.unshift(...(other?.edits ?? []));
      remove(key);
    }
    this.#keep();
  }

  get size() {
    return this.#edits.length;
  }

  /** What to show over the server's value. @returns {{value: string, pending: boolean}|null} */
  over(cell) {
    const edit = this.#edits.findLast((each) => each.cell === cell);
    if (edit) return { value: edit.value, pending: true };
    const settled = this.#settling.get(cell);
    return settled ? { value: settled.value, pending: false } : null;
  }

  /** @param {number} cell @param {string} value @param {string} confirmed the server's present value */
  put(cell, value, confirmed) {
    // A newer letter replaces an unsent one; what was tried is sent to the end, for its fate must become known.
    this.#edits = this.#edits.filter((edit) => edit.cell !== cell || edit.tried);
    const before = this.over(cell)?.value ?? confirmed;
    if (value !== before) this.#edits.push({ move: randomId(), cell, value, tried: false });
    this.#changed();
    this.kick();
  }

  /** Takes back the newest edit that was never sent. @returns {Edit|undefined} */
  takeBack() {
    if (!this.#edits.length || this.#edits.at(-1).tried) return undefined;
    const edit = this.#edits.pop();
    this.#changed();
    return edit;
  }

  /** Waits (a moment, not for ever) until all is sent, for an action that must come after it. */
  async flushed() {
    for (let wait = 0; this.#edits.length && wait < 2000; wait += 50) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  discard() {
    this.#edits = [];
    this.held = false;
    this.#changed();
  }

  /** Forgets acknowledged values that the state now contains, or all of them after a snapshot. */
  settle(sequence) {
    for (const [cell, settled] of this.#settling) {
      if (settled.sequence <= sequence) this.#settling.delete(cell);
    }
  }

  settleAll() {
    this.#settling.clear();
  }

  /** Sends now: the connection is back, or somebody took a seat. */
  kick() {
    clearTimeout(this.#timer);
    this.#send();
  }

  async #send() {
    if (this.#sending || this.held) return;
    this.#sending = true;
    while (this.#edits.length && !this.held) {
      const edit = this.#edits[0];
      edit.tried = true;
      this.#keep();
      const reply = await this.#options.send(edit);
      if (isPassing(reply)) {
        this.#timer = setTimeout(() => this.#send(), this.#backoff.next(reply.retryAfter));
        break;
      }
      this.#backoff.reset();
      if (reply.status === 401) {
        edit.tried = false; // it was turned away at the door
        this.held = true;
        this.#options.onUnauthorised();
      } else {
        this.#edits = this.#edits.filter((each) => each !== edit);
        if (reply.ok) {
          this.#settling.set(edit.cell, { value: edit.value, sequence: reply.data.sequence });
          this.#options.onSaved(reply.data);
        } else {
          this.#options.onRefused(edit, reply);
        }
      }
      this.#changed();
    }
    this.#sending = false;
  }

  #changed() {
    this.#keep();
    this.#options.onChange();
  }

  #keep() {
    if (this.#edits.length) write(this.#key, { edits: this.#edits, touched: Date.now() });
    else remove(this.#key);
  }
}
