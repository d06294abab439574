/**
 * Edits on their way to the server: shown at once, stored across reloads and lost connections, sent one at a time in
 * order. Each carries a move id, so the server applies it once however often it is sent.
 */
import { Backoff, isTransient } from './api.js';
import { keysStartingWith, read, remove, write } from './storage.js';

/** Milliseconds after which another tab's outbox that was not written to belongs to a closed tab. */
const ORPHAN_AGE = 15000;

/**
 * @typedef {Object} Edit
 * @property {string} move @property {number} cell @property {string} value @property {boolean} pencil
 * @property {number} [round] the round in which the letter was called
 * @property {string} [expect] the server applies the edit only if the cell holds this
 * @property {boolean} tried sent at least once, so the server may have it
 */

/** 128 random bits in hex. crypto.randomUUID needs a secure context, which http on a home network is not. */
export const randomId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)),
  (byte) => byte.toString(16).padStart(2, '0')).join('');

export class Outbox {
  /** Whether sending is paused until the reader takes a seat. */
  held = false;
  /** @type {Edit[]} */
  #edits = [];
  /** Acknowledged values that the state does not contain yet: cell to `{value, pencil, pending, sequence}`. */
  #acknowledged = new Map();
  #key;
  #options;
  #backoff = new Backoff();
  #timer = 0;
  #sending = false;

  /**
   * @param {string} game
   * @param {Object} options
   * @param {(edit: Edit) => Promise<import('./api.js').Reply>} options.send
   * @param {(data: any) => void} options.onSaved called with the body of the response
   * @param {(edit: Edit, reply: import('./api.js').Reply) => void} options.onRefused
   * @param {() => void} options.onUnauthorised
   * @param {() => void} options.onChange
   */
  constructor(game, options) {
    this.#options = options;
    // One outbox per tab: two tabs on one board must not overwrite each other's unsent letters.
    const tab = read('tab', { session: true }) ?? randomId();
    write('tab', tab, { session: true });
    this.#key = `outbox:${game}:${tab}`;
    this.#edits = read(this.#key)?.edits ?? [];
    this.#adoptOrphans(game);
    // The outbox of a tab that closed a moment ago is not yet old enough to adopt.
    setTimeout(() => {
      this.#adoptOrphans(game);
      this.sendNow();
    }, ORPHAN_AGE + 1000);
  }

  /** Takes over the edits of closed tabs. */
  #adoptOrphans(game) {
    const before = this.size;
    for (const key of keysStartingWith(`outbox:${game}:`)) {
      const other = read(key);
      if (key === this.#key || Date.now() - (other?.touched ?? 0) < ORPHAN_AGE) continue;
      this.#edits.unshift(...(other?.edits ?? []));
      remove(key);
    }
    if (this.size !== before) this.#saveAndNotify();
  }

  get size() {
    return this.#edits.length;
  }

  /** The value to draw in place of the server's. @returns {{value: string, pencil: boolean, pending: boolean}|null} */
  overlay(cell) {
    const edit = this.#edits.findLast((each) => each.cell === cell);
    if (edit) return { ...edit, pending: true };
    return this.#acknowledged.get(cell) ?? null;
  }

  /**
   * @param {{cell: number, value: string, pencil: boolean}} edit
   * @param {{value: string, pencil: boolean}} committed the server's value of the cell, as far as it is known
   * @param {boolean} conditional whether the edit must fail if somebody else has changed the cell
   */
  put({ cell, value, pencil, round }, committed, conditional) {
    const unsent = this.#edits.find((edit) => edit.cell === cell && !edit.tried);
    // A newer letter replaces an unsent one. A tried edit stays: the server may have applied it.
    this.#edits = this.#edits.filter((edit) => edit.cell !== cell || edit.tried);
    const before = this.overlay(cell) ?? committed;
    if (value !== before.value || pencil !== before.pencil) {
      const expect = conditional ? unsent?.expect ?? before.value : undefined;
      this.#edits.push({ move: randomId(), cell, value, pencil, round, expect, tried: false });
    }
    this.#saveAndNotify();
    this.sendNow();
  }

  /** Removes the newest edit unless it was sent. @returns {Edit|undefined} */
  cancelNewest() {
    if (!this.#edits.length || this.#edits.at(-1).tried) return undefined;
    const edit = this.#edits.pop();
    this.#saveAndNotify();
    return edit;
  }

  /** Waits up to 2 s until everything is sent, for an action that must come after it. */
  async flush() {
    for (let wait = 0; this.size && wait < 2000; wait += 50) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  discard() {
    this.#edits = [];
    this.held = false;
    this.#saveAndNotify();
  }

  /** Drops the acknowledged values that the state now contains: all of them after a snapshot. */
  forgetAcknowledged(sequence = Infinity) {
    for (const [cell, entry] of this.#acknowledged) {
      if (entry.sequence <= sequence) this.#acknowledged.delete(cell);
    }
  }

  /** Sends without waiting for the back-off: the connection is back, or the reader has a seat. */
  sendNow() {
    clearTimeout(this.#timer);
    this.#send();
  }

  async #send() {
    if (this.#sending) return;
    this.#sending = true;
    try {
      while (this.size && !this.held && (await this.#sendFirst())) this.#saveAndNotify();
    } finally {
      this.#sending = false;
    }
  }

  /** @returns {Promise<boolean>} whether the server answered */
  async #sendFirst() {
    const [edit] = this.#edits;
    edit.tried = true;
    this.#save();
    const reply = await this.#options.send(edit);
    // A paused game resumes later. `ok` without JSON comes from a network's log-in page.
    if (isTransient(reply) || reply.data?.code === 'game-paused' || (reply.ok && !reply.data)) {
      this.#timer = setTimeout(() => this.#send(), this.#backoff.next(reply.retryAfter));
      return false;
    }
    this.#backoff.reset();
    if (reply.status === 401) {
      edit.tried = false; // the server did not apply it
      this.held = true;
      this.#options.onUnauthorised();
      return true;
    }
    this.#edits = this.#edits.filter((each) => each !== edit);
    if (reply.ok) {
      const { value, pencil } = edit;
      this.#acknowledged.set(edit.cell, { value, pencil, pending: false, sequence: reply.data.sequence });
      this.#options.onSaved(reply.data);
    } else {
      this.#options.onRefused(edit, reply);
    }
    return true;
  }

  #saveAndNotify() {
    this.#save();
    this.#options.onChange();
  }

  #save() {
    if (this.#edits.length) write(this.#key, { edits: this.#edits, touched: Date.now() });
    else remove(this.#key);
  }
}
