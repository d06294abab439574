/** Reactions that rise over the page and vanish; they stand still for readers who prefer less motion. */
import { paint } from '../page/colours.js';
import { el, loadStyle } from '../page/dom.js';

/** Milliseconds; the style sheet has the same. */
const DURATION = 2600;
const MOST_AT_ONCE = 24;

/** Without it, reactions are shown below the page's text. */
const style = loadStyle(new URL('./reactions.css', import.meta.url).href).catch(() => {});
let shown = 0;

/**
 * @param {HTMLElement} node over which it rises @param {string} reaction
 * @param {{name: string, colour: string}} player
 */
export async function fly(node, reaction, { name, colour }) {
  if (shown >= MOST_AT_ONCE) return;
  shown += 1;
  await style;
  const { left, width, bottom } = node.getBoundingClientRect();
  const piece = el('span', { class: 'flying', 'aria-hidden': 'true' }, el('b', {}, reaction), el('span', {}, name));
  piece.style.setProperty('--left', `${left + width * (0.15 + 0.7 * Math.random())}px`);
  piece.style.setProperty('--top', `${Math.min(bottom, innerHeight) - 90}px`);
  paint(piece, colour);
  document.body.append(piece);
  setTimeout(() => {
    piece.remove();
    shown -= 1;
  }, DURATION);
}
