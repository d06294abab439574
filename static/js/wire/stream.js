/** The event stream of a game: opens and reads it, detects silence and reconnects. */
import { Backoff, headersFor, retryAfter, updateServerClock } from './api.js';
import { base } from './base.js';

/** The server sends a heartbeat every 15 s. After two missed ones and a margin the connection counts as lost. */
const SILENCE_LIMIT = 35000;

/** @typedef {'connecting'|'live'|'offline'} Connection */

export class EventStream {
  /** @type {Connection} */
  connection = 'connecting';
  /** When the last bytes arrived (Date.now), or 0. */
  lastHeard = 0;
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
   * @param {() => number|string|null} options.after the last known sequence or id; null asks for a snapshot
   * @param {(type: string, data: any, id: string) => void} options.onEvent
   * @param {(connection: Connection, resumed: boolean) => void} options.onConnection
   * @param {(status: number) => void} options.onRefused 401: unknown token; 403: personal; 404: unknown game
   */
  constructor(options) {
    this.#options = options;
    addEventListener('online', () => this.reconnect());
    // `offline` is only a hint: a server on this machine or network may still answer, so try.
    addEventListener('offline', () => this.open());
    document.addEventListener('visibilitychange', () => document.hidden || this.reconnect());
    addEventListener('pageshow', (event) => event.persisted && this.open());
  }

  /** Opens a new connection unless the present one is live and bytes arrived recently. */
  reconnect() {
    const stale = Date.now() - this.lastHeard > SILENCE_LIMIT / 2;
    if (this.connection !== 'live' || stale) this.open();
  }

  close() {
    this.#closed = true;
    this.#disconnect();
  }

  /** Opens a connection, in place of any present one. */
  async open() {
    if (this.#closed) return;
    this.#disconnect();
    const abort = (this.#abort = new AbortController());
    if (this.connection === 'live') this.#setConnection('connecting');
    const retry = (status, delay = 0) => {
      if (this.#abort !== abort) return;
      this.#setConnection(status);
      this.#scheduleRetry(delay);
    };
    try {
      const after = this.#options.after();
      const headers = headersFor(this.#options.token(), { Accept: 'text/event-stream' });
      if (after !== null) headers['Last-Event-ID'] = String(after);
      this.#restartWatchdog(abort);
      const response = await fetch(base + this.#options.path, { headers, signal: abort.signal, cache: 'no-store' });
      this.lastHeard = Date.now();
      updateServerClock(response.headers);
      if (response.status !== 200) {
        const { code } = await response.json().catch(() => ({}));
        if (this.#abort !== abort) return;
        abort.abort();
        // Waiting does not help with these; other errors (too many streams, a proxy) may pass.
        const isFinal = response.status === 401 || response.status === 404 || code === 'personal-game';
        if (!isFinal) return retry('offline', retryAfter(response.headers));
        this.#options.onRefused(response.status);
        return this.#setConnection('offline');
      }
      this.#setConnection('live', after !== null);
      await this.#read(response.body, abort);
      retry('connecting');
    } catch {
      // A live connection that breaks is `connecting` until the next attempt fails too.
      retry(this.connection === 'live' ? 'connecting' : 'offline');
    }
  }

  async #read(body, abort) {
    const parser = new SSEParser(({ type, data, id }) => {
      if (this.#abort !== abort) return; // replaced by a newer connection
      this.#options.onEvent(type, JSON.parse(data), id);
      this.#backoff.reset();
    });
    const reader = body.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || this.#abort !== abort) return;
      this.lastHeard = Date.now();
      this.#restartWatchdog(abort);
      parser.push(decoder.decode(value, { stream: true }));
    }
  }

  #restartWatchdog(abort) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => abort.abort(), SILENCE_LIMIT);
  }

  #scheduleRetry(delay) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.open(), this.#backoff.next(delay));
  }

  #disconnect() {
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    const abort = this.#abort;
    this.#abort = null;
    abort?.abort();
  }

  #setConnection(connection, resumed = false) {
    if (this.connection === connection || this.#closed) return;
    this.connection = connection;
    this.#options.onConnection(connection, resumed);
  }
}

/** An incremental parser of text/event-stream, for use with fetch: EventSource cannot send Authorization. */
export class SSEParser {
  #buffer = '';
  #data = [];
  #type = '';
  #id = '';
  #listener;

  /** @param {(event: {type: string, id: string, data: string}) => void} listener */
  constructor(listener) {
    this.#listener = listener;
  }

  push(chunk) {
    const input = this.#buffer + chunk;
    // A CR at the end may be half of a CRLF: it stays in the buffer.
    const end = input.endsWith('\r') ? input.length - 1 : input.length;
    const lines = input.slice(0, end).split(/\r\n|\r|\n/);
    this.#buffer = lines.pop() + input.slice(end);
    for (const line of lines) this.#parseLine(line);
  }

  #parseLine(line) {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    if (colon === 0) return; // a comment: the heartbeat
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#type = value;
    else if (field === 'id') this.#id = value;
    // `retry` is ignored: the page's back-off starts with a shorter delay and ends with a longer one.
  }

  #dispatch() {
    const event = { type: this.#type || 'message', id: this.#id, data: this.#data.join('\n') };
    this.#type = '';
    const empty = this.#data.length === 0;
    this.#data = [];
    if (!empty) this.#listener(event);
  }
}
