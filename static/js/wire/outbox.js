/**
 * Edits on their way to the server: shown at once, kept through reloads and lost connections, sent one at a time in
 * order. Each carries its own move id, so that sending again what may already have arrived is harmless.
 */
import { Backoff, isPassing } from './api.js';
import { keysStartingWith, read, remove, write } from './storage.js';

/** An outbox of another tab that was not touched for so long belongs to a tab that is gone. */
const ORPHANED = 15000;

/**
 * @typedef {Object} Edit
 * @property {string} move @property {number} cell @property {string} value @property {boolean} pencil
 * @property {number} [round] in which the letter was called
 * @property {string} [expect] written unseen: it counts only if this stands there
 * @property {boolean} tried it may have reached the server
 */

/** 128 random bits in hex. crypto.randomUUID needs a secure context; phones on a home network come by plain http. */
const randomId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)),
  (byte) => byte.toString(16).padStart(2, '0')).join('');

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
    this.#adopt(game);
    // What another tab has just left behind is too young to be told from what it still holds.
    setTimeout(() => {
      this.#adopt(game);
      this.kick();
    }, ORPHANED + 1000);
  }

  /** Takes over what tabs that are gone have left. */
  #adopt(game) {
    const before = this.size;
    for (const key of keysStartingWith(`outbox:${game}:`)) {
      const other = read(key);
      if (key === this.#key || Date.now() - (other?.touched ?? 0) < ORPHANED) continue;
      this.#edits.unshift(...(other?.edits ?? []));
      remove(key);
    }
    if (this.size !== before) this.#changed();
  }

  get size() {
    return this.#edits.length;
  }

  /** What to show over the server's value. @returns {{value: string, pencil: boolean, pending: boolean}|null} */
  over(cell) {
    const edit = this.#edits.findLast((each) => each.cell === cell);
    if (edit) return { ...edit, pending: true };
    return this.#settling.get(cell) ?? null;
  }

  /**
   * @param {{cell: number, value: string, pencil: boolean}} edit
   * @param {{value: string, pencil: boolean}} confirmed what the server is known to have there
   * @param {boolean} unseen whether others may have written there meanwhile
   */
  put({ cell, value, pencil, round }, confirmed, unseen) {
    const unsent = this.#edits.find((edit) => edit.cell === cell && !edit.tried);
    // A newer letter replaces an unsent one; what was tried is sent to the end, for its fate must become known.
    this.#edits = this.#edits.filter((edit) => edit.cell !== cell || edit.tried);
    const before = this.over(cell) ?? confirmed;
    if (value !== before.value || pencil !== before.pencil) {
      const expect = unseen ? unsent?.expect ?? before.value : undefined;
      this.#edits.push({ move: randomId(), cell, value, pencil, round, expect, tried: false });
    }
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
    for (let wait = 0; this.size && wait < 2000; wait += 50) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  discard() {
    this.#edits = [];
    this.held = false;
    this.#changed();
  }

  /** Forgets acknowledged values that the state now contains; after a snapshot, all of them. */
  settle(sequence = Infinity) {
    for (const [cell, settled] of this.#settling) {
      if (settled.sequence <= sequence) this.#settling.delete(cell);
    }
  }

  /** Sends now: the connection is back, or somebody took a seat. */
  kick() {
    clearTimeout(this.#timer);
    this.#send();
  }

  async #send() {
    if (this.#sending) return;
    this.#sending = true;
    try {
      while (this.size && !this.held && (await this.#sendFirst())) this.#changed();
    } finally {
      this.#sending = false;
    }
  }

  /** @returns {Promise<boolean>} whether it was answered */
  async #sendFirst() {
    const [edit] = this.#edits;
    edit.tried = true;
    this.#keep();
    const reply = await this.#options.send(edit);
    // A pause passes. An `ok` that says nothing is that of a network which wants a log-in first.
    if (isPassing(reply) || reply.data?.code === 'game-paused' || (reply.ok && !reply.data)) {
      this.#timer = setTimeout(() => this.#send(), this.#backoff.next(reply.retryAfter));
      return false;
    }
    this.#backoff.reset();
    if (reply.status === 401) {
      edit.tried = false; // it was turned away at the door
      this.held = true;
      this.#options.onUnauthorised();
      return true;
    }
    this.#edits = this.#edits.filter((each) => each !== edit);
    if (reply.ok) {
      const { value, pencil } = edit;
      this.#settling.set(edit.cell, { value, pencil, pending: false, sequence: reply.data.sequence });
      this.#options.onSaved(reply.data);
    } else {
      this.#options.onRefused(edit, reply);
    }
    return true;
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
