/** Small pictures of boards, and an example for each kind of game. */
import { PALETTE, paint } from './colours.js';
import { packFor } from './day.js';
import { el, setText } from './dom.js';
import { language } from '../strings.js';

const MARKS = { h: 'hit', n: 'near', m: 'miss' };

/** @param {Element} node @param {{value: string, kind?: string, mark?: string, colour?: string}[]} cells */
export function drawPicture(node, cells) {
  if (!node.firstChild) node.append(...cells.map(() => el('span')));
  cells.forEach(({ kind, value, mark, colour }, at) => {
    const cell = node.children[at];
    setText(cell, value);
    cell.className = [kind, mark, value && 'full'].filter(Boolean).join(' ');
    paint(cell, colour);
  });
}

/**
 * The cells of a game's example board, in the language it is played in.
 * @param {import('../games/game.js').Game} game @param {string} [lexicon] by default that of the reader's next game
 */
export function exampleCells({ rules, words, example }, lexicon = packFor(rules)) {
  const [letters, marks] = lexicon === language && words?.example?.[0] ? words.example : example;
  return [...letters].map((letter, at) => ({
    value: /[.#]/.test(letter) ? '' : letter, kind: letter === '#' ? 'block' : 'letter', mark: MARKS[marks[at]],
    colour: PALETTE[marks[at] - 1],
  }));
}
