/** The history of a room: the standings and the past games. */
import { locale, text } from '../strings.js';
import { asClock } from '../wire/api.js';
import { el } from '../page/dom.js';
import { base } from '../wire/base.js';
import { say } from './words.js';

/** @typedef {(rules: string) => string} Titles the title of a kind of game */

/** @param {any} room @param {Titles} titles @returns {HTMLElement|null} null before the first game */
export function standings(room, titles) {
  if (!room.standings.some(({ games }) => games)) return null;
  const rows = room.standings.map(({ name, games, wins, points }) => {
    const scored = Object.entries(points).filter(([, sum]) => sum);
    const sums = scored.map(([rules, sum]) => el('div', {}, `${sum} `, el('span', { class: 'note' }, titles(rules))));
    return el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, String(games)), el('td', {}, String(wins)),
      el('td', {}, ...(sums.length ? sums : ['–'])));
  });
  const heads = [say.member, ...say.heads].map((each) => el('th', { scope: 'col' }, each));
  return el('section', {}, el('table', {}, el('caption', {}, say.standings), el('thead', {}, el('tr', {}, ...heads)),
    el('tbody', {}, ...rows)));
}

/**
 * @param {any} room @param {Titles} titles @param {(title: string) => HTMLElement} heading
 * @returns {HTMLElement|null} null before the first game
 */
export function pastGames(room, titles, heading) {
  if (!room.games.length) return null;
  const names = new Map(room.members.map(({ player, name }) => [player, name]));
  const rows = room.games.map(({ id, rules, begun, result, players }) => {
    const winners = (result?.winners ?? []).map((seat) => names.get(players[seat]) ?? text.someone);
    const outcome = result ? [winners.length && Object.keys(players).length > 1 && say.won(text.and(winners)),
      asClock(result.seconds)] : [say.noResult];
    return el('li', {}, el('a', { href: `${base}/g/${encodeURIComponent(id)}` }, el('b', {}, titles(rules)),
      el('span', { class: 'note' }, text.dotted([...outcome, dayOf(begun)]))));
  });
  return el('section', {}, heading(say.pastGames), el('ul', { class: 'past' }, ...rows));
}

const dayOf = (time) => new Date(time).toLocaleString(
  locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
