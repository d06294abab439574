/** DOM helpers. Text from outside becomes text nodes, never markup. */
import { text } from '../strings.js';

export const byId = (id) => document.getElementById(id);

/** Creates an element. `on…` keys become listeners, other keys attributes; `false`, null and undefined are skipped. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (value !== false && value != null) node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.filter((child) => child || child === 0));
  return node;
}

const styles = new Map();

/** Adds a style sheet to the page, unless it is there, and waits for it. @returns {Promise<void>} */
export function loadStyle(href) {
  const known = styles.get(href);
  if (known?.link.isConnected) return known.loaded;
  const link = el('link', { rel: 'stylesheet', href });
  const loaded = new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = reject;
  });
  styles.set(href, { link, loaded });
  loaded.catch(() => link.remove());
  document.head.append(link);
  return loaded;
}

/** Like {@link setText}, writes only what differs: even an equal attribute makes the browser compute styles again. */
export function setVisible(node, visible) {
  if (node.hidden === Boolean(visible)) node.hidden = !visible;
}

/** Sets text only if it differs, so that live regions are not read out again and selections stay. */
export function setText(node, value) {
  if (node.textContent !== value) node.textContent = value;
}

/** Presses a button that is shown, such as "Try again", once the network is back. @param {HTMLElement} button */
export const pressWhenOnline = (button) => addEventListener('online', () => button.offsetParent && button.click());

/** Fills in `data-t` (text) and `data-label` (aria-label) from a table of strings. */
export function fillTexts(root, table = text) {
  for (const node of root.querySelectorAll('[data-t]')) node.textContent = table[node.dataset.t];
  for (const node of root.querySelectorAll('[data-label]')) node.setAttribute('aria-label', table[node.dataset.label]);
}
