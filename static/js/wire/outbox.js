/**
 * Edits on their way to the server: shown at once, stored across reloads and lost connections, sent in order; those that
 * wait go together. With its move id a request that is sent again is applied once. types.js has the shape of an edit.
 */
import { Backoff, isTransient, randomId } from './api.js';
import { keysStartingWith, read, remove, write } from './storage.js';

/** Milliseconds after which another tab's outbox that was not written to belongs to a closed tab. */
const ORPHAN_AGE = 15000;

/** The method, path and body of the request that makes `edits`. */
function requestFor(edits) {
  const [{ cell, value, expect, pencil, move }] = edits;
  const common = { move, pencil: pencil || undefined };
  if (edits.length === 1) return ['POST', `board/cells/${cell}`, { value, expect, ...common }];
  const byCell = (name) => Object.fromEntries(edits.map((edit) => [edit.cell, edit[name]]));
  return ['PATCH', 'board', { cells: byCell('value'), expect: byCell('expect'), ...common }];
}

export class Outbox {
  /** Whether sending is paused until the reader takes a seat. */
  held = false;
  #edits = [];
  /** Acknowledged values that the state does not contain yet: cell to `{value, pencil, pending, sequence}`. */
  #acknowledged = new Map();
  #key;
  #options;
  #backoff = new Backoff();
  #timer = 0;
  #sending = false;

  /** @param {string} game @param {import('../types.js').OutboxOptions} options */
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

  /** `committed`: the server's value, as far as it is known; `conditional`: fails if somebody else has changed it. */
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

  /** Removes the newest edit unless it was sent. */
  cancelNewest() {
    if (!this.#edits.length || this.#edits.at(-1).tried) return undefined;
    const edit = this.#edits.pop();
    this.#saveAndNotify();
    return edit;
  }

  /** Waits until everything is sent, for an action that must come after it; up to 2 s without an answer. */
  async flush() {
    for (let wait = 0, { size } = this; this.size && wait < 2000; wait += 50) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (this.#sending || this.size !== size) [wait, size] = [0, this.size];
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
      while (this.size && !this.held && (await this.#sendNext())) this.#saveAndNotify();
    } finally {
      this.#sending = false;
    }
  }

  /** The edits of the next request: the first, and those after it that can go with it; a repeated request has the same. */
  #nextEdits() {
    const [first] = this.#edits;
    if (first.batch) return this.#edits.filter(({ batch }) => batch === first.batch);
    if (first.tried || first.alone || first.round !== undefined) return [first];
    const cells = new Set();
    const end = this.#edits.findIndex(({ cell, pencil, round, alone }) => cells.size === cells.add(cell).size
      || pencil !== first.pencil || round !== undefined || alone);
    const edits = end < 0 ? [...this.#edits] : this.#edits.slice(0, end);
    if (edits.length > 1) edits.forEach((edit) => { edit.batch = first.move; });
    return edits;
  }

  /** @returns {Promise<boolean>} whether the server answered */
  async #sendNext() {
    const edits = this.#nextEdits();
    edits.forEach((edit) => { edit.tried = true; });
    this.#save();
    const reply = await this.#options.send(edits[0], requestFor(edits));
    // A paused game resumes later. `ok` without JSON comes from a network's log-in page.
    if (isTransient(reply) || reply.data?.code === 'game-paused' || (reply.ok && !reply.data)) {
      this.#timer = setTimeout(() => this.#send(), this.#backoff.next(reply.retryAfter));
      return false;
    }
    this.#backoff.reset();
    if (reply.status === 401) {
      this.#forgetRequest(edits); // the server did not apply it
      this.held = true;
      this.#options.onUnauthorised();
      return true;
    }
    if (!reply.ok && edits.length > 1) {
      // One of them was refused, and so were all; alone, the others pass.
      this.#forgetRequest(edits, { alone: true });
      return true;
    }
    this.#edits = this.#edits.filter((each) => !edits.includes(each));
    if (reply.ok) {
      for (const { cell, value, pencil } of edits) {
        this.#acknowledged.set(cell, { value, pencil, pending: false, sequence: reply.data.sequence });
      }
      this.#options.onSaved(reply.data);
    } else {
      this.#options.onRefused(edits[0], reply);
    }
    return true;
  }

  /** The next request has another move id, because a move id stands for one body. */
  #forgetRequest(edits, { alone = false } = {}) {
    for (const edit of edits) Object.assign(edit, { tried: false, batch: undefined, move: randomId(), alone });
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
