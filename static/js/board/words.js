/** Words on a board: which of them count, their cells, and how they are drawn. */
import { el } from '../page/dom.js';
import { SIZE } from '../state/game-state.js';

export const countedWords = (found) => found?.words.filter(({ counts }) => counts) ?? [];

/** The words that count on the own board of a `GameState`, as last fetched. */
export const wordsOf = (state) => countedWords(state.words.get(state.ownBoard));

export function wordItems(words, state) {
  return words.map(({ text, points }) =>
    el('li', { class: 'word' }, el('b', {}, state.written(text)), el('span', {}, String(points))));
}

export function cellsOf({ cell, length, direction, isFalling = false }) {
  const rising = !isFalling && (cell % SIZE) + Math.floor(cell / SIZE) === SIZE - 1;
  const step = { across: 1, down: SIZE, diagonal: rising ? 1 - SIZE : SIZE + 1 }[direction];
  return Array.from({ length }, (_, place) => cell + place * step);
}

/** An element drawn as a bar along a word. */
export function wordBar(word) {
  const cells = cellsOf(word);
  const mark = el('i', { class: `bar ${word.direction}${cells[1] < cells[0] ? ' rising' : ''}` });
  mark.style.setProperty('--row', Math.floor(word.cell / SIZE));
  mark.style.setProperty('--column', word.cell % SIZE);
  mark.style.setProperty('--length', word.length);
  return mark;
}
