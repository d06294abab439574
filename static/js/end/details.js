/** What stands beside the boards at the end: points line by line, answers to the clues, the day's best. */
import { cellsOf } from '../board/words.js';
import { el } from '../page/dom.js';
import { SIZE } from '../state/game-state.js';
import { language, text } from '../strings.js';
import { request } from '../wire/api.js';
import { asClock } from '../wire/server-clock.js';

/** The lines that score. @returns {{name: string, words: any[], points: number}[]} */
export function linesOf(words) {
  const lines = {};
  for (const word of words) {
    const [first, second] = cellsOf(word);
    const index = { across: Math.floor(first / SIZE), down: first % SIZE }[word.direction] ?? second < first;
    const name = text.end.line[word.direction](index);
    const line = (lines[name] ??= { name, words: [], points: 0 });
    line.words.push(word);
    line.points += word.points;
  }
  return Object.values(lines);
}

const row = (tag, values, more) => el('tr', more, ...values.map((value) => el(tag, {}, String(value))));

/** @param {string} caption @param {string[]} heads @param {Node[]} rows */
const table = (caption, heads, rows) => el('table', {}, el('caption', {}, caption),
  el('thead', {}, row('th', heads)), el('tbody', {}, ...rows));

/** @param {any[]} words @param {number} score to which full lines may add a bonus */
export function lineTable(words, score) {
  const lines = linesOf(words).map(({ name, words: found, points }) =>
    [name, found.map((word) => word.text).join(', '), points]);
  const bonus = score - lines.reduce((sum, [, , points]) => sum + points, 0);
  if (bonus) lines.push([text.end.bonus, '', bonus]);
  return table(text.end.lines, text.end.lineHeads, lines.map((line) => row('td', line)));
}

/** The clues of a mini with their answers. */
export const answers = (clues) => Object.entries(clues ?? {}).map(([direction, list]) =>
  el('section', {}, el('h3', {}, text[direction]), el('ul', { class: 'answers' },
    ...list.map(({ number, label, clue, answer }) => el('li', {}, el('span', {}, label ?? String(number)),
      el('span', {}, clue, ' ', el('b', {}, answer)))))));

/** The first ten of the day, and the reader. */
export async function leaders({ rules, day }, me) {
  const { ok, data } = await request('GET', `/leaderboards/${rules}?period=day&date=${day}&limit=100`);
  const isMine = ({ name }) => name.toLowerCase() === me?.name.toLowerCase();
  const rows = (ok ? [...data.entries, ...data.assisted] : [])
    .filter((leader, index) => index < 10 || isMine(leader))
    .map((leader) => {
      const { rank = text.end.helped, name, score, guesses = '–', seconds } = leader;
      const how = { square: score, guess: guesses, mini: asClock(seconds) }[rules];
      return row('td', [rank, name, how], { class: isMine(leader) && 'mine' });
    });
  if (!rows.length) return '';
  const date = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const caption = text.end.bestOf(date.format(new Date(day)));
  return el('section', {}, table(caption, text.end.leaderHeads(rules), rows));
}
