/**
 * localStorage (or sessionStorage) that never throws: where storage is blocked or full, values live in memory
 * until the page closes.
 */
const PREFIX = '5x5:';
const memory = new Map();

function area(session) {
  try {
    return session ? sessionStorage : localStorage;
  } catch {
    return null;
  }
}

/** @returns {any} the stored value, or null */
export function read(key, { session = false } = {}) {
  let raw = memory.get(key);
  try {
    raw ??= area(session)?.getItem(PREFIX + key);
    return raw == null ? null : JSON.parse(raw);
  } catch {
    return null;
  }
}

export function write(key, value, { session = false } = {}) {
  const raw = JSON.stringify(value);
  try {
    area(session).setItem(PREFIX + key, raw);
    memory.delete(key);
  } catch {
    memory.set(key, raw);
  }
}

export function remove(key, { session = false } = {}) {
  memory.delete(key);
  try {
    area(session)?.removeItem(PREFIX + key);
  } catch { /* blocked storage holds nothing */ }
}

/** Keys in localStorage that start with `start`, without the page's own prefix. */
export function keysStartingWith(start) {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + start))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Calls back when another tab of this browser changes `key`. */
export function onOtherTab(key, listener) {
  addEventListener('storage', (event) => {
    if (event.key === PREFIX + key) listener();
  });
}
