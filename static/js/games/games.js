/** The games with a folder here. Every other game of the server has the page's general card, form and board. */
import { el } from '../page/dom.js';
import { language, text } from '../strings.js';
import { cachedRules, fetchRules } from '../wire/rules.js';

const fetched = {};

/** In the order of the home page. */
const FILES = new Map([
  ['square', () => import('./square/game.js')],
  ['mini', () => import('./mini/game.js')],
  ['guess', () => import('./guess/game.js')],
  ['lattice', () => import('./lattice/game.js')],
  ['free', () => import('./free/game.js')],
]);

/** Loads a file of a game's folder before the module that imports it has arrived. @param {string} name */
export function preload(name, file) {
  const { href } = new URL(`./${name}/${file}`, import.meta.url);
  if (FILES.has(name)) document.head.append(el('link', { rel: 'modulepreload', href }));
}

/**
 * Imports a game's file once, unless that fails: see `inTurn` in page/lazy.js.
 * @param {string} name @param {boolean} [hasModule] whether the operator has added a folder with the game's module
 */
function fetchFile(name, hasModule = false) {
  if (!fetched[name]) preload(name, `${language}.js`);
  return (fetched[name] ??= (FILES.get(name) ?? (() => (hasModule ? import(`./${name}/game.js`) : import('../generic/game.js'))))().catch((error) => {
    delete fetched[name];
    throw error;
  }));
}

async function load(rules) {
  const { default: Kind } = await fetchFile(rules.name, rules.module);
  const game = new Kind(rules);
  Object.assign(text.codes, game.words.codes);
  return game;
}

/** Every game of the server, those with a folder first. @param {{name: string}[]} list from `GET /rules` */
export function loadAll(list) {
  const names = [...FILES.keys(), ...list.map(({ name }) => name)];
  return Promise.all([...list].sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name)).map(load));
}

/** Imports the files while `GET /rules` is under way. */
export const prefetch = () => FILES.forEach((_, name) => fetchFile(name).catch(() => {}));

export async function loadGame(name) {
  if (FILES.has(name)) fetchFile(name).catch(() => {}); // loads while `GET /rules` is under way
  const find = (list) => list.find((rules) => rules.name === name);
  return load(find(cachedRules()) ?? find(await fetchRules()) ?? { name });
}
