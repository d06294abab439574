/**
 * Asks the server what still fits on the board, one question at a time. While a question is open, only the newest
 * board waits. Answers are kept, so that undoing a change needs no request.
 */
import { request } from '../wire/api.js';
import { BLOCK, boardText } from './grid.js';

/** Milliseconds to wait for further letters before a request. */
const DEBOUNCE = 150;
/** Milliseconds before a question is asked again that got no answer. */
const PAUSE = 3000;
const MAX_KEPT = 60;

/**
 * @typedef {Object} Found
 * @property {string} board the board's text @property {boolean} fillable @property {boolean} exhausted
 * @property {any[]} slots as in `POST /analysis/slots` @property {Record<string, string>} cells letters by cell
 * @property {number[]} stuck on a board without a fill: the cells of which one knows already that nothing fits
 */

/** The common part of the questions about a draft. @param {import('./draft.js').Draft} draft @param {string} pack */
export const questionOf = ({ cells, rare, own }, pack) => ({
  board: boardText(cells), lexicon: pack, words: rare ? 'valid' : 'common', include: own,
});

export class Survey {
  /** @type {'ready'|'asking'|'away'|'busy'|'refused'} */
  state = 'ready';
  /** Why the last question was refused, as a reply of the server. */
  refusal = null;
  /** @type {Found|null} the answer to the newest question; null while it is open */
  found = null;
  #lexicon;
  #onChange;
  #kept = new Map();
  #wanted = null;
  #isRunning = false;
  #timer = 0;

  /** @param {any} lexicon with its `letters` @param {() => void} onChange called when `found` or `state` has changed */
  constructor(lexicon, onChange) {
    this.#lexicon = lexicon;
    this.#onChange = onChange;
    addEventListener('online', () => this.#run());
  }

  /** @param {import('./draft.js').Draft} draft */
  ask(draft) {
    const question = questionOf(draft, this.#lexicon.id);
    const key = JSON.stringify(question);
    if (this.#wanted?.key === key) return;
    this.#wanted = { key, question };
    this.found = this.#kept.get(key) ?? null;
    if (this.found) this.state = 'ready';
    clearTimeout(this.#timer);
    if (!this.found) this.#timer = setTimeout(() => this.#run(), DEBOUNCE);
    this.#onChange();
  }

  async #run() {
    clearTimeout(this.#timer);
    if (this.#isRunning || this.found || !this.#wanted) return;
    this.#isRunning = true;
    const { key, question } = this.#wanted;
    this.#become('asking');
    const reply = await request('POST', '/analysis/slots', { body: question });
    const stuck = reply.ok && !reply.data.fillable ? await this.#stuckCells(question) : [];
    this.#isRunning = false;
    if (reply.ok) this.#keep(key, { ...reply.data, board: question.board, stuck });
    const isCurrent = this.#wanted.key === key;
    if (isCurrent && reply.ok) {
      this.found = this.#kept.get(key);
      this.#become('ready');
    } else if (!isCurrent) this.#run();
    else this.#retry(reply);
  }

  /** Tries again later, unless the question itself is wrong. @param {import('../types.js').Reply} reply */
  #retry(reply) {
    this.refusal = reply;
    const isOpen = reply.status === 0 || reply.status === 429 || reply.status >= 500;
    this.#become(!isOpen ? 'refused' : reply.status === 0 ? 'away' : 'busy');
    if (isOpen) this.#timer = setTimeout(() => this.#run(), Math.max(PAUSE, reply.retryAfter));
  }

  /** The cells whose row or column alone leaves no letter. */
  async #stuckCells({ board, lexicon }) {
    // Where minis have a unit of their own, a board without blocks is taken for one in the unit of the other games.
    if (!this.#lexicon.letters.length && !board.includes(BLOCK)) return [];
    const { ok, data } = await request('POST', '/analysis/candidates', { body: { board, lexicon } });
    const cells = ok ? Object.entries(data.cells) : [];
    return cells.filter(([, letters]) => !letters).map(([cell]) => Number(cell));
  }

  #keep(key, found) {
    this.#kept.set(key, found);
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value);
  }

  #become(state) {
    this.state = state;
    this.#onChange();
  }
}

/** The pack's entries for words: asked for once each, one after the other. */
export class WordBook {
  #pack;
  #onChange;
  /** By word: `{word, level, clues}`, or null if the pack does not have it. */
  #entries = new Map();
  #queue = Promise.resolve();

  /** @param {string} pack @param {() => void} onChange called when a word is known */
  constructor(pack, onChange) {
    this.#pack = pack;
    this.#onChange = onChange;
  }

  /** @returns {{word: string, level?: number, clues?: string[]}|null|undefined} null: not in the pack; undefined: not asked */
  get(word) {
    return this.#entries.get(word);
  }

  /** Asks for the words that are new. @param {string[]} words @returns {Promise<void>} when all are known */
  look(words) {
    for (const word of words) {
      if (this.#entries.has(word)) continue;
      this.#entries.set(word, undefined);
      this.#queue = this.#queue.then(() => this.#fetch(word));
    }
    return this.#queue;
  }

  /** Takes what a survey tells of words. @param {Found|null} found */
  learn(found) {
    for (const { best } of found?.slots ?? []) {
      for (const entry of best) if (!this.#entries.get(entry.word)) this.#entries.set(entry.word, entry);
    }
  }

  async #fetch(word) {
    if (this.#entries.get(word) !== undefined) return;
    const path = `/lexicons/${encodeURIComponent(this.#pack)}/words/${encodeURIComponent(word)}`;
    const { ok, status, data } = await request('GET', path);
    if (ok || status === 404) this.#entries.set(word, ok ? data : null);
    else this.#entries.delete(word); // asked again with the next change
    this.#onChange();
  }
}
