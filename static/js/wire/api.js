/** Requests to the server: one call, one plain result; the waiting between attempts; the server's clock. */
const TIMEOUT = 15000;
const FIRST_WAIT = 500;
const LAST_WAIT = 8000;

/**
 * @typedef {Object} Reply
 * @property {number} status 0 when no answer came (offline, refused, timed out)
 * @property {boolean} ok
 * @property {any} data the JSON body, a problem+json body on refusal, or null
 * @property {number} retryAfter milliseconds
 */

/** @param {Headers} headers @returns {number} milliseconds */
export function retryAfter(headers) {
  const value = headers.get('Retry-After');
  if (!value) return 0;
  const seconds = Number(value);
  return Math.max(0, Number.isNaN(seconds) ? Date.parse(value) - Date.now() || 0 : seconds * 1000);
}

export const headersFor = (token, more = {}) => (token ? { ...more, Authorization: `Bearer ${token}` } : more);

/**
 * @param {string} method @param {string} path @param {{body?: any, token?: string|null}} [options]
 * @returns {Promise<Reply>}
 */
export async function request(method, path, { body, token } = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TIMEOUT);
  const file = body instanceof Blob;
  try {
    const headers = headersFor(token, { Accept: 'application/json, application/problem+json' });
    if (body !== undefined) headers['Content-Type'] = file ? body.type : 'application/json';
    const answer = await fetch(path, {
      method, headers, signal: stop.signal, cache: 'no-store',
      body: file || body === undefined ? body : JSON.stringify(body),
    });
    noteDate(answer.headers);
    const raw = await answer.text();
    let data = null;
    try {
      data = raw ? JSON.parse(raw) : null;
    } catch { /* not JSON: a proxy's page; the status says enough */ }
    return { status: answer.status, ok: answer.ok, data, retryAfter: retryAfter(answer.headers) };
  } catch {
    return { status: 0, ok: false, data: null, retryAfter: 0 };
  } finally {
    clearTimeout(timer);
  }
}

/** Whether asking again later can help: no answer, too fast, or trouble on the server's side. */
export const isPassing = ({ status }) => status === 0 || status === 408 || status === 429 || status >= 500;

/** Waiting times between attempts: 0.5 s doubling to 8 s, each with jitter so that a crowd does not return at once. */
export class Backoff {
  #attempt = 0;

  /** @param {number} [atLeast] milliseconds the server asked for (Retry-After) */
  next(atLeast = 0) {
    const base = Math.min(LAST_WAIT, FIRST_WAIT * 2 ** this.#attempt);
    this.#attempt = Math.min(this.#attempt + 1, 8);
    return Math.max(atLeast, base * (0.75 + Math.random() * 0.5));
  }

  reset() {
    this.#attempt = 0;
  }
}

/** The server's wall clock, judged from `Date` headers, so that deadlines count right on a phone set wrong. */
let offset = 0;

/** @param {Headers} headers */
export function noteDate(headers) {
  const date = Date.parse(headers.get('Date') ?? '');
  // The header is cut to whole seconds; half a second on top is the best guess.
  if (!Number.isNaN(date)) offset = date + 500 - Date.now();
}

/** Milliseconds since 1970. */
export const serverNow = () => Date.now() + offset;

/** Whole seconds from now until an RFC 3339 time, never negative. */
export function secondsUntil(time) {
  return Math.max(0, Math.ceil((Date.parse(time) - serverNow()) / 1000));
}

/** @param {number} seconds @returns {string} `m:ss`, or `h:mm:ss` */
export function asClock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
