/** Requests to the server: one call, one plain result, no exceptions for what a network does. */
import { noteDate } from './server-clock.js';

const TIMEOUT = 15000;

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
