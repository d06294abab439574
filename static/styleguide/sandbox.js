/**
 * Keeps the style guide from changing anything: what its parts store stays in memory, and what they would send to the
 * server is answered here. Imported before all other modules.
 */
import { base } from '../js/wire/base.js';
import { ANSWERS } from './answers.js';

const fetchFromServer = window.fetch;
const { setItem } = Storage.prototype;

/** The page's storage keeps values in memory if it cannot write. Only the choice of the language is stored. */
Storage.prototype.setItem = function set(key, value) {
  if (!key.endsWith(':language')) throw new DOMException('The style guide stores nothing.', 'QuotaExceededError');
  setItem.call(this, key, value);
};
Storage.prototype.removeItem = () => {};

const json = (body, status = 200) => new Response(JSON.stringify(body), {
  status, headers: { 'Content-Type': status < 400 ? 'application/json' : 'application/problem+json' },
});

/** Answers the requests that `ANSWERS` knows, lets the server answer reads of its files, and refuses the rest. */
window.fetch = async (address, options = {}) => {
  const { pathname, searchParams } = new URL(address, location.href);
  const [, answer] = ANSWERS.find(([path]) => path.test(pathname.slice(base.length))) ?? [];
  const { method = 'GET' } = options;
  if (method === 'GET' && !answer) return fetchFromServer(address, options);
  if (method !== 'GET' && !answer?.takes?.includes(method)) {
    return json({ title: 'Not sent', detail: 'The style guide sends nothing to the server.' }, 403);
  }
  const body = answer.body(searchParams);
  return typeof body === 'string' ? new Response(body) : json(body);
};
