/** The few DOM calls that the page repeats. Everything from outside becomes a text node, never markup. */
import { text } from '../strings.js';

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/**
 * Makes an element. `on…` keys become listeners, other keys attributes; `false`, null and undefined are left out.
 * @param {string} tag @param {Object<string, any>} [attributes]
 * @param {...(Node|string|false|null|undefined)} children those that are not there are left out
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (value !== false && value != null) node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.filter((child) => child || child === 0));
  return node;
}

/** Shows or hides; `hidden` also takes the element out of the accessibility tree. */
export function show(node, visible) {
  node.hidden = !visible;
}

/** Sets text only when it differs, so that live regions and selections are left in peace. */
export function say(node, value) {
  if (node.textContent !== value) node.textContent = value;
}

/** Fills in `data-t` (text) and `data-label` (aria-label) from the table of strings. */
export function fillTexts(root) {
  for (const node of root.querySelectorAll('[data-t]')) node.textContent = text[node.dataset.t];
  for (const node of root.querySelectorAll('[data-label]')) node.setAttribute('aria-label', text[node.dataset.label]);
}
