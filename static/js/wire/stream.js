/**
 * The events of a game or a room, whatever the way to the server allows: one stream, or brief ones in turn. Only this
 * module knows which. It detects silence and reconnects.
 */
import { Backoff, headersFor, retryAfter, updateServerClock } from './api.js';
import { base } from './base.js';
import { hasPlace, isPlaceFree, leavePlace, onPlacesChange, takePlace } from './places.js';
import { SSEParser } from './sse.js';

/** The server sends a heartbeat every 15 s. After two missed ones and a margin the connection counts as lost. */
const SILENCE_LIMIT = 35000;
/** Milliseconds of a stream without a byte until the page asks for the state by a single request. */
const DRAW_AFTER = 1000;
/** Milliseconds after that answer until a stream that is still silent counts as held back by a proxy. */
const HELD_BACK_AFTER = 2000;
const LONGEST_WAIT = 25;
/** Milliseconds between two requests of a page without a stream: one that is seen, and one that is not. */
const PAUSE = 2000;
const HIDDEN_PAUSE = 20000;
/** Milliseconds until a hidden page gives its stream up; one that is being closed is hidden first, and asks no more. */
const HIDDEN_AFTER = 2000;

export class EventStream {
  /** @type {import('../types.js').Connection} */
  connection = 'connecting';
  /** When the last bytes arrived (Date.now), or 0. */
  lastHeard = 0;
  #options;
  #backoff = new Backoff();
  #abort = null;
  #timer = 0;
  #watchdog = 0;
  /** The timer until the stream is given up for long polls; null once something of it has arrived. */
  #patience = null;
  #closed = false;
  /** Whether a proxy passes an answer on only when it is complete. */
  #isHeldBack = false;
  /** The options of the current request, as JSON. */
  #way = '';

  /** @param {import('../types.js').StreamOptions} options */
  constructor(options) {
    this.#options = options;
    addEventListener('online', () => this.reconnect());
    // `offline` is only a hint: a server on this machine or network may still answer, so try.
    addEventListener('offline', () => this.open());
    document.addEventListener('visibilitychange', () => this.#onVisibility());
    addEventListener('focus', () => hasPlace() || this.#onVisibility());
    addEventListener('pageshow', (event) => event.persisted && this.#onVisibility());
    addEventListener('pagehide', leavePlace);
    onPlacesChange(() => this.reconsider());
  }

  /** Opens a new connection unless the present one is live and bytes arrived recently. */
  reconnect() {
    const stale = Date.now() - this.lastHeard > SILENCE_LIMIT / 2;
    if (this.connection !== 'live' || stale) this.open();
  }

  /** Opens a connection of another kind if the present one is no longer right. */
  reconsider() {
    if (this.#closed || !this.#way) return;
    if (!this.#needsPlace) leavePlace();
    else if (!hasPlace() && isPlaceFree()) takePlace();
    if (this.#way !== JSON.stringify(this.#chooseWay())) this.open();
  }

  get #expected() {
    return this.#options.expected?.() ?? 'events';
  }

  get #needsPlace() {
    return !document.hidden && this.#expected === 'events';
  }

  /** Asks at once if the next request would come later. */
  hurry() {
    if (this.#way !== '{}' && !this.#abort) this.open();
  }

  close() {
    this.#closed = true;
    this.#disconnect();
    leavePlace();
  }

  #onVisibility() {
    if (document.hidden) return setTimeout(() => this.reconsider(), HIDDEN_AFTER);
    this.#isHeldBack = false;
    if (this.#needsPlace && !this.#closed) takePlace();
    this.reconsider();
    this.reconnect();
  }

  /** `wait`: seconds that the server waits for news; `pause`: milliseconds to the next request; neither: a stream. */
  #chooseWay() {
    if (this.#expected === 'nothing') return { wait: 0, pause: Infinity };
    if (document.hidden) return { wait: 0, pause: HIDDEN_PAUSE };
    if (this.#expected === 'news') return { wait: LONGEST_WAIT, pause: 0 };
    if (!hasPlace()) return { wait: 0, pause: PAUSE };
    return this.#isHeldBack ? { wait: LONGEST_WAIT, pause: 0 } : {};
  }

  /** Opens a connection, in place of any present one. */
  async open() {
    if (this.#closed) return;
    this.#disconnect();
    if (!this.#way && this.#needsPlace) takePlace();
    const way = this.#chooseWay();
    const isInsteadOfStream = this.#way === '{}' && way.pause === HIDDEN_PAUSE;
    this.#way = JSON.stringify(way);
    const isStream = way.wait === undefined;
    const abort = (this.#abort = new AbortController());
    if (isStream) {
      if (this.connection === 'live') this.#setConnection('connecting');
      this.#patience = setTimeout(() => this.#askBesideStream(abort).catch(() => {}), DRAW_AFTER);
    }
    const retry = (status, delay) => {
      if (this.#abort !== abort) return;
      this.#disconnect();
      this.#setConnection(status);
      if (delay < Infinity) this.#timer = setTimeout(() => this.open(), delay);
    };
    try {
      const { refused, delay } = await this.#request(abort, way.wait);
      if (this.#abort !== abort) return;
      if (refused) this.#onRefused(refused);
      else if (delay !== undefined) retry('offline', this.#backoff.next(delay));
      else if (isStream) retry('connecting', this.#backoff.next());
      // The server may notice the end of the stream after this request, and then counts the player as absent.
      else retry('live', isInsteadOfStream ? PAUSE : way.pause);
    } catch {
      // A live connection that breaks is `connecting` until the next attempt fails too.
      retry(isStream && this.connection === 'live' ? 'connecting' : 'offline', this.#backoff.next());
    }
  }

  /** A busy server leaves this request without an answer too; a proxy passes its short answer on. */
  async #askBesideStream(abort) {
    const { delay } = await this.#request(abort, 0);
    if (this.#abort !== abort || !this.#patience || delay !== undefined) return;
    this.#patience = setTimeout(() => {
      this.#isHeldBack = true;
      this.open();
    }, HELD_BACK_AFTER);
  }

  #endPatience() {
    clearTimeout(this.#patience);
    this.#patience = null;
  }

  #onRefused(status) {
    this.#disconnect();
    this.#options.onRefused(status);
    this.#setConnection('offline');
  }

  /** Delivers events to the end of the answer. `refused`: waiting does not help; `delay`: so many milliseconds may. */
  async #request(abort, wait) {
    const after = this.#options.after();
    const headers = headersFor(this.#options.token(), { Accept: 'text/event-stream' });
    if (after !== null) headers['Last-Event-ID'] = String(after);
    this.#restartWatchdog(abort);
    const url = base + this.#options.path + (wait === undefined ? '' : `?wait=${wait}`);
    const response = await fetch(url, { headers, signal: abort.signal, cache: 'no-store' });
    if (this.#abort !== abort) return {};
    this.lastHeard = Date.now();
    updateServerClock(response.headers);
    if (response.status !== 200) {
      const { code } = await response.json().catch(() => ({}));
      // Other errors (too many streams, a proxy) may pass.
      const isFinal = response.status === 401 || response.status === 404 || code === 'personal-game';
      return isFinal ? { refused: response.status } : { delay: retryAfter(response.headers) };
    }
    this.#setConnection('live', after !== null);
    await this.#read(response.body, abort, wait === undefined);
    return {};
  }

  async #read(body, abort, isStream) {
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
      if (isStream) this.#endPatience();
      this.lastHeard = Date.now();
      this.#restartWatchdog(abort);
      parser.push(decoder.decode(value, { stream: true }));
    }
  }

  #restartWatchdog(abort) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => abort.abort(), SILENCE_LIMIT);
  }

  #disconnect() {
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    this.#endPatience();
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
