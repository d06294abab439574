/** Confetti in the winners' colours; none for readers who prefer less motion. */
import { el } from '../page/dom.js';

const PIECES = 90;
const DURATION = 7000;
const calm = matchMedia('(prefers-reduced-motion: reduce)');
let sheet = null;

/** @param {HTMLElement} node in which it falls @param {string[]} colours */
export function celebrate(node, colours) {
  clear();
  if (calm.matches || !colours.length) return;
  sheet = el('div', { class: 'party', 'aria-hidden': 'true' });
  for (let number = 0; number < PIECES; number += 1) {
    const piece = el('i');
    const properties = {
      '--at': Math.random(), '--late': Math.random(), '--drift': Math.random() - 0.5, '--spin': Math.random(),
      '--paint': colours[number % colours.length],
    };
    for (const [name, value] of Object.entries(properties)) piece.style.setProperty(name, value);
    sheet.append(piece);
  }
  node.append(sheet);
  setTimeout(clear, DURATION);
}

export function clear() {
  sheet?.remove();
  sheet = null;
}
