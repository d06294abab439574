/**
 * localStorage (or sessionStorage) that never throws: if it is blocked or full, values stay in memory until the page
 * is closed.
 */
const PREFIX = '5x5:';
const memory = new Map();

function storageArea(session) {
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
    raw ??= storageArea(session)?.getItem(PREFIX + key);
    return raw == null ? null : JSON.parse(raw);
  } catch {
    return null;
  }
}

export function write(key, value, { session = false } = {}) {
  const raw = JSON.stringify(value);
  try {
    storageArea(session).setItem(PREFIX + key, raw);
    memory.delete(key);
  } catch {
    memory.set(key, raw);
  }
}

export function remove(key, { session = false } = {}) {
  memory.delete(key);
  try {
    storageArea(session)?.removeItem(PREFIX + key);
  } catch { /* blocked storage is empty */ }
}

/** Keys in localStorage that start with `start`, without the page's prefix. */
export function keysStartingWith(start) {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + start))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Calls `listener` when another tab changes `key`. */
export function onChangeInOtherTab(key, listener) {
  addEventListener('storage', (event) => {
    if (event.key === PREFIX + key) listener();
  });
}
