/** The games that have a folder here. Every other game of the server is shown as a plain board. */
import { askRules, keptRules } from '../wire/rules.js';

/** In the order in which the home page shows them. */
const FILES = new Map([
  ['square', () => import('./square/game.js')],
  ['mini', () => import('./mini/game.js')],
  ['guess', () => import('./guess/game.js')],
  ['free', () => import('./free/game.js')],
]);

/** @param {{name: string}} rules as `GET /rules` describes it @returns {Promise<import('./game.js').Game>} */
async function load(rules) {
  const { default: Kind } = await (FILES.get(rules.name) ?? (() => import('./game.js')))();
  return new Kind(rules);
}

/** Every game of a server, those with files first. @param {{name: string}[]} list the answer of `GET /rules` */
export function loadAll(list) {
  const names = [...FILES.keys(), ...list.map(({ name }) => name)];
  return Promise.all([...list].sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name)).map(load));
}

/** Starts to fetch the files while the server is asked which games it has. */
export const prefetch = () => FILES.forEach((fetch) => fetch().catch(() => {}));

/** The game of a page that shows one. */
export async function loadGame(name) {
  FILES.get(name)?.().catch(() => {}); // on its way while the server is asked
  const find = (list) => list.find((rules) => rules.name === name);
  return load(find(keptRules()) ?? find(await askRules()) ?? { name });
}
