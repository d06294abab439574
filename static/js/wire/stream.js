/** The live stream of one game: opens, reads, notices silence, and comes back by itself. */
import { Backoff, headersFor, noteDate, retryAfter } from './api.js';

/** The server beats every 15 s; two missed beats and a margin mean that the line is dead. */
const SILENCE = 35000;

/** @typedef {'connecting'|'live'|'offline'} Connection */

export class EventStream {
  /** @type {Connection} */
  connection = 'connecting';
  /** When the server was heard last (Date.now), or 0. */
  heard = 0;
  #options;
  #backoff = new Backoff();
  #abort = null;
  #timer = 0;
  #watchdog = 0;
  #closed = false;

  /**
   * @param {Object} options
   * @param {string} options.path
   * @param {() => string|null} options.token
   * @param {() => number|null} options.after the last sequence known; null asks for a snapshot
   * @param {(type: string, data: any) => void} options.onEvent
   * @param {(connection: Connection, resumed: boolean) => void} options.onConnection
   * @param {(status: number) => void} options.onRefused 401: the token is unknown; 404: the game is
   */
  constructor(options) {
    this.#options = options;
    addEventListener('online', () => this.wake());
    // `offline` is a hint only: a server on this very machine or network may still answer. Trying again tells.
    addEventListener('offline', () => this.open());
    document.addEventListener('visibilitychange', () => document.hidden || this.wake());
    addEventListener('pageshow', (event) => event.persisted && this.open());
  }

  /** Tries at once, unless the stream is live and was heard a moment ago. */
  wake() {
    const stale = Date.now() - this.heard > SILENCE / 2;
    if (this.connection !== 'live' || stale) this.open();
  }

  close() {
    this.#closed = true;
    this.#end();
  }

  /** Opens a fresh connection in place of any present one. */
  async open() {
    if (this.#closed) return;
    this.#end();
    const abort = (this.#abort = new AbortController());
    if (this.connection === 'live') this.#become('connecting');
    const again = (status, delay = 0) => {
      if (this.#abort !== abort) return;
      this.#become(status);
      this.#later(delay);
    };
    try {
      const after = this.#options.after();
      const headers = headersFor(this.#options.token(), { Accept: 'text/event-stream' });
      if (after !== null) headers['Last-Event-ID'] = String(after);
      this.#listen(abort);
      const answer = await fetch(this.#options.path, { headers, signal: abort.signal, cache: 'no-store' });
      this.heard = Date.now();
      noteDate(answer.headers);
      if (answer.status !== 200) {
        abort.abort();
        // Only these two do not pass by waiting; all else (too many streams, a proxy's complaint) may.
        if (answer.status !== 401 && answer.status !== 404) return again('offline', retryAfter(answer.headers));
        this.#become('offline');
        return this.#options.onRefused(answer.status);
      }
      this.#become('live', after !== null);
      await this.#read(answer.body, abort);
      again('connecting');
    } catch {
      // A line that broke while live is `connecting` until the next attempt fails as well.
      again(this.connection === 'live' ? 'connecting' : 'offline');
    }
  }

  async #read(body, abort) {
    const parser = new SSEParser(({ type, data }) => {
      if (this.#abort !== abort) return; // a newer connection has taken over
      this.#options.onEvent(type, JSON.parse(data));
      this.#backoff.reset();
    });
    const reader = body.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || this.#abort !== abort) return;
      this.heard = Date.now();
      this.#listen(abort);
      parser.push(decoder.decode(value, { stream: true }));
    }
  }

  #listen(abort) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => abort.abort(), SILENCE);
  }

  #later(delay) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.open(), this.#backoff.next(delay));
  }

  #end() {
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    const abort = this.#abort;
    this.#abort = null;
    abort?.abort();
  }

  #become(connection, resumed = false) {
    if (this.connection === connection) return;
    this.connection = connection;
    this.#options.onConnection(connection, resumed);
  }
}

/** A parser of text/event-stream, fed in pieces of any size. EventSource cannot send Authorization, so fetch reads. */
export class SSEParser {
  #rest = '';
  #data = [];
  #type = '';
  #id = '';
  #listener;

  /** @param {(event: {type: string, id: string, data: string}) => void} listener */
  constructor(listener) {
    this.#listener = listener;
  }

  push(chunk) {
    const input = this.#rest + chunk;
    // A CR at the very end may be half of CRLF: it waits for the next piece.
    const end = input.endsWith('\r') ? input.length - 1 : input.length;
    const lines = input.slice(0, end).split(/\r\n|\r|\n/);
    this.#rest = lines.pop() + input.slice(end);
    for (const line of lines) this.#line(line);
  }

  #line(line) {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    if (colon === 0) return; // a comment: the server's beat
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#type = value;
    else if (field === 'id') this.#id = value;
    // `retry` is left aside: the page's own back-off starts sooner and backs off further.
  }

  #dispatch() {
    const event = { type: this.#type || 'message', id: this.#id, data: this.#data.join('\n') };
    this.#type = '';
    const empty = this.#data.length === 0;
    this.#data = [];
    if (!empty) this.#listener(event);
  }
}
