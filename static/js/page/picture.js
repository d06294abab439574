/** Small pictures of boards: of those that are played, and one for each kind of game. */
import { PALETTE, paint } from './colours.js';
import { el, say } from './dom.js';

const MARKS = { h: 'hit', n: 'near', m: 'miss' };

/** @param {Element} node @param {{value: string, kind?: string, mark?: string, colour?: string}[]} cells */
export function picture(node, cells) {
  if (!node.firstChild) node.append(...cells.map(() => el('span')));
  cells.forEach(({ kind, value, mark, colour }, at) => {
    const cell = node.children[at];
    say(cell, value);
    cell.className = [kind, mark, value && 'full'].filter(Boolean).join(' ');
    paint(cell, colour);
  });
}

/** The cells of a game's own small picture. @param {import('../games/game.js').Game} game */
export function example({ picture: [letters, marks] }) {
  return [...letters].map((letter, at) => ({
    value: /\w/.test(letter) ? letter : '', kind: letter === '#' ? 'block' : 'letter', mark: MARKS[marks[at]],
    colour: PALETTE[marks[at] - 1],
  }));
}
