/** The page of a game, shown in a page that is already open. */
import { base } from '../wire/base.js';
import { el, loadStyle } from './dom.js';

/** A document, without scripts being run. @param {string} address @returns {Promise<Document>} */
export const fetchDocument = (address) => new Promise((resolve, reject) => {
  const fetching = new XMLHttpRequest();
  fetching.open('GET', address);
  fetching.responseType = 'document';
  fetching.onload = () => (fetching.response ? resolve(fetching.response) : reject(fetching.status));
  fetching.onerror = reject;
  fetching.send();
});

/**
 * Loads the document, which is the same for all games, its style, and in advance its modules.
 * @param {Promise<import('../games/game.js').Game>} [game] whose board is loaded too @returns {Promise<Document>}
 */
export async function loadGamePage(game) {
  const board = game?.then((loaded) => loaded.loadPlay()).catch(() => {});
  const loading = fetchDocument(`${base}/g/lobby`).then(withModules);
  const [page] = await Promise.all([loading, loadStyle(`${base}/game.css`), board]);
  return page;
}

/** Loads the modules in advance, behind what this page asks for itself: on a slow line a request waits for those before. */
function withModules(page) {
  const { src } = page.querySelector('[type=module]');
  const links = [...page.querySelectorAll('[rel=modulepreload]'), el('link', { rel: 'modulepreload', href: src })];
  document.head.append(...links.map((link) => Object.assign(document.adoptNode(link), { fetchPriority: 'low' })));
  return page;
}

/** Shows a loaded page; `game.js`, imported after that, makes it work. @param {Document} page */
export function showGamePage(page) {
  const take = (selector) => document.adoptNode(page.querySelector(selector));
  document.body.prepend(take('svg'));
  document.querySelector('header').append(take('#connection'), take('#settings'));
  document.querySelector('main').replaceWith(take('main'));
  Object.assign(document.body.dataset, { rules: '', stage: '' });
}
