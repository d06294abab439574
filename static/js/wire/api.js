/** Requests to the server, back-off between attempts, and the server's clock. */
import { base } from './base.js';

const TIMEOUT = 15000;
/** The longest time to wait before further attempts, in milliseconds; the reader sees no error meanwhile. */
const PATIENCE = 5000;
/** Statuses of a lost connection, and of a proxy that does not reach the server. */
const LOST = [0, 502, 503, 504];
/** Messages and questions that are out of date by the next attempt. */
const PASSING = /^\/analysis\/|\/(cursor|reactions)$/;
const FIRST_DELAY = 500;
const MAX_DELAY = 8000;

/** @param {Headers} headers @returns {number} milliseconds */
export function retryAfter(headers) {
  const value = headers.get('Retry-After');
  if (!value) return 0;
  const seconds = Number(value);
  return Math.max(0, Number.isNaN(seconds) ? Date.parse(value) - Date.now() || 0 : seconds * 1000);
}

export const headersFor = (token, more = {}) => (token ? { ...more, Authorization: `Bearer ${token}` } : more);

/** 128 random bits in hex. crypto.randomUUID needs a secure context, which http on a home network is not. */
export const randomId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)),
  (byte) => byte.toString(16).padStart(2, '0')).join('');

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Sends a request, again after a short wait if the server asks for one. A POST whose outcome is unknown is sent again
 * with the same key, so that it takes effect once; one with a move id is left to its caller, who does the same.
 * @param {{body?: any, token?: string|null}} [options] @returns {Promise<import('../types.js').Reply>}
 */
export async function request(method, path, options = {}) {
  const key = method === 'POST' && !options.body?.move && !PASSING.test(path) ? randomId() : null;
  const backoff = new Backoff();
  const lastAttempt = Date.now() + TIMEOUT;
  for (let waited = 0; ; ) {
    const reply = await requestOnce(method, path, { ...options, key });
    const isLost = key && LOST.includes(reply.status) && navigator.onLine && Date.now() < lastAttempt;
    const wait = isLost ? backoff.next(reply.retryAfter) : Math.max(reply.retryAfter, 500);
    if (!(isLost || reply.status === 429) || (waited += wait) > PATIENCE) return reply;
    await pause(wait);
  }
}

async function requestOnce(method, path, { body, token, key }) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT);
  const isBlob = body instanceof Blob;
  try {
    const headers = headersFor(token, { Accept: 'application/json, application/problem+json' });
    if (key) headers['Idempotency-Key'] = key;
    if (body !== undefined) headers['Content-Type'] = isBlob ? body.type : 'application/json';
    const response = await fetch(base + path, {
      method, headers, signal: controller.signal, cache: 'no-store',
      body: isBlob || body === undefined ? body : JSON.stringify(body),
    });
    updateServerClock(response.headers);
    const raw = await response.text();
    let data = null;
    try {
      data = raw ? JSON.parse(raw) : null;
    } catch { /* not JSON, such as a proxy's error page: the status is enough */ }
    // When the reader leaves a page, the browser may cut off a body.
    if (response.ok && response.status !== 204 && !data) throw new Error('cut off');
    return { status: response.status, ok: response.ok, data, retryAfter: retryAfter(response.headers) };
  } catch {
    return { status: 0, ok: false, data: null, retryAfter: 0 };
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a retry may succeed: no response, a timeout, a rate limit or a server error. */
export const isTransient = ({ status }) => status === 0 || status === 408 || status === 429 || status >= 500;

/** Delays between attempts: 0.5 s doubling to 8 s, with jitter so that clients do not all return at once. */
export class Backoff {
  #attempt = 0;

  /** @param {number} [atLeast] milliseconds, from Retry-After @returns {number} milliseconds */
  next(atLeast = 0) {
    const base = Math.min(MAX_DELAY, FIRST_DELAY * 2 ** this.#attempt);
    this.#attempt = Math.min(this.#attempt + 1, 8);
    return Math.max(atLeast, base * (0.75 + Math.random() * 0.5));
  }

  reset() {
    this.#attempt = 0;
  }
}

/** Milliseconds to add to the local clock, estimated from `Date` headers: a phone's clock may be wrong. */
let offset = 0;

/** @param {Headers} headers */
export function updateServerClock(headers) {
  const date = Date.parse(headers.get('Date') ?? '');
  // The header is truncated to whole seconds; half a second is the expected error.
  if (!Number.isNaN(date)) offset = date + 500 - Date.now();
}

/** Milliseconds since 1970. */
export const serverNow = () => Date.now() + offset;

/** @param {string} time in RFC 3339 @returns {number} whole seconds from now, at least 0 */
export function secondsUntil(time) {
  return Math.max(0, Math.ceil((Date.parse(time) - serverNow()) / 1000));
}

/** @param {number} seconds @returns {string} `m:ss`, or `h:mm:ss` */
export function asClock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const twoDigits = (n) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h ? `${h}:${twoDigits(m)}:${twoDigits(s)}` : `${m}:${twoDigits(s)}`;
}
