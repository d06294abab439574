/** What stands beside the boards at the end: points line by line, clues with their answers, the day's best. */
import { cellsOf } from '../board/own-board.js';
import { el } from '../page/dom.js';
import { SIZE } from '../state/game-state.js';
import { language, text } from '../strings.js';
import { request } from '../wire/api.js';
import { asClock } from '../wire/server-clock.js';

const SHOWN = 10;

function lineOf(word) {
  const [first, second] = cellsOf(word);
  const index = { across: Math.floor(first / SIZE), down: first % SIZE }[word.direction] ?? Number(second < first);
  return text.end.line[word.direction](index);
}

/** The lines that score, with their words. @returns {{name: string, words: any[], points: number}[]} */
export function linesOf(words) {
  const lines = new Map();
  for (const word of words) {
    const name = lineOf(word);
    const line = lines.get(name) ?? { name, words: [], points: 0 };
    line.words.push(word);
    line.points += word.points;
    lines.set(name, line);
  }
  return [...lines.values()];
}

/** @param {string[]} heads @param {any[][]} rows a row with `mine` stands out */
function table(caption, heads, rows) {
  const cells = (row, tag) => row.map((each) => el(tag, tag === 'th' ? { scope: 'col' } : {}, String(each ?? '')));
  return el('table', {}, el('caption', {}, caption),
    el('thead', {}, el('tr', {}, ...cells(heads, 'th'))),
    el('tbody', {}, ...rows.map((row) => el('tr', { class: row.mine && 'mine' }, ...cells(row, 'td')))));
}

/** @param {any[]} words @param {number} score which a full line's bonus may have made larger */
export function lineTable(words, score) {
  const lines = linesOf(words);
  const rows = lines.map(({ name, words: found, points }) =>
    [name, found.map((word) => word.text).join(', '), points]);
  const bonus = score - lines.reduce((sum, { points }) => sum + points, 0);
  if (bonus > 0) rows.push([text.end.bonus, '', bonus]);
  return table(text.end.lines, text.end.lineHeads, [...rows, [text.end.sum, '', score]]);
}

/** The clues of a mini with their answers. */
export function answers(clues) {
  return Object.entries(clues ?? {}).map(([direction, list]) => el('section', { class: 'answers' },
    el('h3', {}, text[direction]),
    el('ul', {}, ...list.map(({ number, label, clue, answer }) =>
      el('li', {}, el('span', {}, label ?? String(number)), el('span', {}, clue, ' ', el('b', {}, answer)))))));
}

/** The best of the day, and the reader among them. */
export async function leaders({ state, me }) {
  const { ok, data } = await request('GET', `/leaderboards/${state.rules}?period=day&date=${state.day}&limit=100`);
  if (!ok) return null;
  const isMine = ({ name }) => name.toLowerCase() === me?.name.toLowerCase();
  const pick = (list) => list.filter((leader, index) => index < SHOWN || isMine(leader));
  const rowOf = (leader, rank) => {
    const { name, score, guesses, seconds } = leader;
    const how = state.rules === 'square' ? score : state.rules === 'guess' ? guesses ?? '–' : asClock(seconds);
    return Object.assign([rank, name, how], { mine: isMine(leader) });
  };
  const rows = [...pick(data.entries).map((leader) => rowOf(leader, leader.rank)),
    ...pick(data.assisted).map((leader) => rowOf(leader, text.end.helped))];
  if (!rows.length) return null;
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return el('section', { class: 'leaders' },
    table(text.end.bestOf(day.format(new Date(state.day))), text.end.leaderHeads(state.rules), rows));
}
