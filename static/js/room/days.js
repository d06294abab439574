/** The members' daily games: today, the last seven days, all days. As tables for the room and for its big screen. */
import { loadAll } from '../games/games.js';
import { today } from '../page/day.js';
import { el } from '../page/dom.js';
import { text } from '../strings.js';
import { request } from '../wire/api.js';
import { storedPlayer } from '../wire/player.js';
import { fetchRules } from '../wire/rules.js';
import { say } from './words.js';

/** Milliseconds between requests for the results while the page is visible. */
const INTERVAL = 60_000;

/** @typedef {{date: string, games: any[], week: any[], all: any[]}} RoomDays as in `GET /rooms/{name}/days` */
/** @typedef {import('../games/game.js').Game} Game */

/**
 * Fetches the results of the reader's today, with the key of this browser's player, whom the room must know.
 * @param {import('./room-client.js').RoomClient} client
 * @returns {Promise<RoomDays|null>} null without an answer
 */
export async function fetchDays({ path }) {
  const { ok, data } = await request('GET', `${path}/days?date=${today()}`, { token: storedPlayer()?.key });
  return ok ? data : null;
}

/** Whether anybody has played a daily game, so that there is something to show. @param {RoomDays} days */
export const hasResults = ({ games, all }) => all.some((row) => row.days > 0)
  || games.some(({ results }) => results.some(({ state }) => state !== 'unplayed'));

/** The standings of the last seven days, and of all days once they differ; a title and rows each. @param {RoomDays} days */
export const sumsOf = ({ week, all }) => [[say.week, week], [say.allDays, all]]
  .filter(([, rows]) => rows === week || JSON.stringify(rows) !== JSON.stringify(week));

/** The games of the day by name. @returns {Promise<Map<string, Game>>} */
export const loadGames = async () => new Map((await loadAll(await fetchRules())).map((game) => [game.name, game]));

/** Those who have played, or everybody where they are few. @param {any[]} rows @param {number} most of idle ones */
const withoutIdle = (rows, isIdle, most) => (rows.length > most ? rows.filter((row) => !isIdle(row)) : rows);

/** A room with more members than this shows only those who have played. */
const MOST_IDLE = 12;

/** A result in a few letters. @param {Game|undefined} game @param {any} result */
function resultText(game, { solved, score, assisted, ...solve }) {
  if (!game) return String(score ?? '');
  const scores = score === undefined ? undefined : { 1: score };
  return game.dailyResult({ ...(scores && { scores }), solves: solved ? [{ score, ...solve }] : [], assisted });
}

function resultCell(game, { state, rank, result }) {
  if (state !== 'finished') return el('td', { class: state }, say.states[state]);
  if (!result.solved) return el('td', { class: 'unsolved' }, '–', el('span', { class: 'unseen' }, say.notSolved));
  const isFirst = rank === 1;
  return el('td', { class: isFirst && 'first' }, resultText(game, result),
    isFirst && el('span', { class: 'unseen' }, ` (${say.first})`));
}

const columnHead = (title) => el('th', { scope: 'col' }, title);
/** An empty cell above the names is no heading. */
const table = (title, heads, rows) => el('table', {}, el('caption', {}, title),
  el('thead', {}, el('tr', {}, el('td'), ...heads.map(columnHead))), el('tbody', {}, ...rows));

/**
 * Today's games as columns, and the members as lines.
 * @param {RoomDays} days @param {Map<string, Game>} games @param {(name: string, player: string) => Node} head of a line
 * @param {any[][]} [sums] standings with a column each: title and rows
 */
export function todayTable({ games: results, week }, games, head, sums = []) {
  const of = (player) => results.map(({ rules, results: all }) => [rules, all.find((each) => each.player === player)]);
  const members = results[0]?.results ?? week;
  const isIdle = ({ player }) => of(player).every(([, each]) => each.state === 'unplayed')
    && sums.every(([, rows]) => !rows.find((row) => row.player === player)?.days);
  const lines = withoutIdle(members, isIdle, MOST_IDLE).map(({ player, name }) => el('tr', {}, head(name, player),
    ...of(player).map(([rules, each]) => resultCell(games.get(rules), each)),
    ...sums.map(([, rows]) => el('td', { class: 'sum' }, String(rows.find((row) => row.player === player)?.points ?? 0)))));
  const titles = results.map(({ rules, lexicon }) => text.dotted([games.get(rules)?.title ?? rules, lexicon]));
  const made = table(say.today, [...titles, ...sums.map(([title]) => title)], lines);
  made.classList.add('today');
  return made;
}

/** Days, wins and points, the most points first. @param {string} title @param {any[]} rows */
function sumTable(title, rows) {
  const best = withoutIdle([...rows].sort((a, b) => b.points - a.points), ({ days }) => !days, MOST_IDLE);
  return table(title, say.dayHeads, best.map(({ name, days, wins, points }) => el('tr', {}, lineHead(name),
    ...[days, wins, points].map((value) => el('td', {}, String(value))))));
}

const lineHead = (name) => el('th', { scope: 'row' }, name);

/** The part of the room's panel. It is empty until somebody has played. */
export class Days {
  #client;
  #heading;
  #games = new Map();
  #key = '';
  node = el('section', { class: 'days', hidden: true });

  /** @param {import('./room-client.js').RoomClient} client @param {HTMLElement} heading */
  constructor(client, heading) {
    this.#client = client;
    this.#heading = heading;
    const look = () => {
      if (!this.node.isConnected) stop();
      else if (!document.hidden) this.refresh();
    };
    const timer = setInterval(look, INTERVAL);
    const stop = () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
    document.addEventListener('visibilitychange', look);
  }

  async refresh() {
    if (!this.#client.me) return;
    const days = await fetchDays(this.#client);
    if (!days || !hasResults(days)) return;
    if (!this.#games.size) this.#games = await loadGames().catch(() => new Map());
    const key = JSON.stringify([days, this.#games.size]);
    if (key === this.#key) return;
    this.#key = key;
    const wide = el('div', { class: 'wide', role: 'group', 'aria-label': say.today }, todayTable(days, this.#games, lineHead));
    this.node.replaceChildren(this.#heading, wide, ...sumsOf(days).map(([title, rows]) => sumTable(title, rows)));
    this.node.hidden = false;
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0; // it scrolls
  }
}
