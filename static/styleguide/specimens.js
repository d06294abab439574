/** How the guide shows parts of the page: sections, specimens with captions, and stills. */
import { el } from '../js/page/dom.js';

/** @param {string} href @returns {Promise<CSSStyleSheet>} */
const sheetAt = async (href) => new CSSStyleSheet().replace(await (await fetch(href)).text());

/** The document's style sheets for shadow trees, which its links do not reach. */
const sheets = await Promise.all(
  [...document.querySelectorAll('link[rel="stylesheet"]')].map(({ href }) => sheetAt(href)));

/**
 * @typedef {{id: string, title: string, about: string, nodes: Node[], onShown?: () => void}} Part a section of the
 *   guide; `onShown` is called when it is in the document
 * @param {Part} part
 */
export const section = ({ id, title, about, nodes }) => el(
  'section', { id, class: 'part', 'aria-labelledby': `${id}-title` },
  el('h2', { id: `${id}-title` }, title), el('p', { class: 'note' }, about), ...nodes);

/** A group of specimens below a heading. @param {string} title @param {...Node} nodes */
export const group = (title, ...nodes) => el('div', { class: 'group' }, el('h3', {}, title), ...nodes);

/** Specimens side by side; `size` names the width of their columns. @param {string} size @param {Node[]} nodes */
export const shelf = (size, nodes) => el('div', { class: `shelf ${size}` }, ...nodes);

/** A part of the page with a caption. @param {string} caption @param {Node} node */
export const specimen = (caption, node) => el('figure', { class: 'specimen' },
  el('div', { class: 'shown' }, node), el('figcaption', {}, caption));

/**
 * A copy of what a module has drawn. The page has one element of each id; a copy in a shadow tree of its own keeps the
 * ids, and with them the styles, so that several states stand side by side. Its buttons do nothing.
 * @param {Element} node @param {CSSStyleSheet[]} [more] style sheets besides those of the document
 */
export function still(node, more = []) {
  const copy = /** @type {HTMLElement} */ (node.cloneNode(true));
  copy.hidden = false;
  for (const each of copy.querySelectorAll('a, button, input, summary')) each.setAttribute('tabindex', '-1');
  const host = el('div', { class: 'still' });
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [...sheets, ...more];
  root.append(copy);
  // A shadow tree does not find the symbols of the document.
  if (copy.querySelector('use')) root.append(document.querySelector('svg:has(symbol)').cloneNode(true));
  return host;
}

/**
 * The style sheets that a game's page loads with its board. They hold for a whole page of such a game, so the guide's
 * document does not keep them. @param {any} game @returns {Promise<CSSStyleSheet[]>}
 */
export async function sheetsOf(game) {
  const before = new Set(document.querySelectorAll('link'));
  await game.loadPlay();
  const added = [...document.querySelectorAll('link[rel="stylesheet"]')].filter((each) => !before.has(each));
  for (const each of added) each.remove();
  return Promise.all(added.map(({ href }) => sheetAt(href)));
}

/** A button that does something on the guide itself. @param {string} label @param {() => void} onclick */
export const press = (label, onclick) => el('button', { type: 'button', onclick }, label);

/** Buttons in a row. @param {...Node} nodes */
export const presses = (...nodes) => el('div', { class: 'buttons' }, ...nodes);
