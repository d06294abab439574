/** Who is in the room, who plays, and the standings. */
import { paint } from '../../page/colours.js';
import { el } from '../../page/dom.js';
import { seatCard } from '../../page/people.js';
import { text } from '../../strings.js';
import { say } from './words.js';

/** The points of more kinds of games have no room. */
const MAX_KINDS = 3;
/** More people than this are a grid of small names. */
const CROWD = 12;
/** More names than this in a line are counted. */
const MAX_NAMES = 8;

const peopleClass = (list) => (list.length > CROWD ? 'people crowd' : 'people');

/** @param {any[]} members of the room @returns {Node[]} */
export function memberList(members) {
  const items = members.map(({ name, colour, host, present }) => {
    const notes = [host && say.host, !present && text.away].filter(Boolean);
    const item = el('li', { class: `seat${present ? '' : ' away'}` }, el('span', { class: 'dot' }), el('b', {}, name),
      notes.length > 0 && el('span', { class: 'note' }, notes.join(' · ')));
    paint(item, colour);
    return item;
  });
  const here = members.filter(({ present }) => present).length;
  const title = members.length > CROWD ? text.dotted([say.here, String(here)]) : say.here;
  return [el('h2', {}, title), items.length ? el('ul', { class: peopleClass(items) }, ...items) : el('p', {}, say.empty)];
}

/**
 * The players of a game: cards with their progress, or chips on a shared board.
 * @param {import('./watched-game.js').WatchedGame} watched @param {import('../../games/game.js').Game} game
 * @param {number|null} turn the seat whose turn it is
 */
export function playerList(watched, game, turn) {
  const { seats, isPrivate, phase, result } = watched.state;
  const list = [...seats.values()].sort((a, b) => a.seat - b.seat);
  const most = Math.max(...list.map(({ filled = 0 }) => filled));
  const leaders = result?.winners ?? list.filter(({ filled }) => most && filled === most).map(({ seat }) => seat);
  const cards = list.map((seat) => {
    const card = seatCard(watched, game, seat, seat.seat === turn);
    if (!isPrivate || phase !== 'playing') return card;
    if (leaders.length < list.length || result) card.classList.toggle('leads', leaders.includes(seat.seat));
    return card;
  });
  const kind = isPrivate && phase === 'playing' ? `${peopleClass(list)} cards` : peopleClass(list);
  return cards.length ? [el('ul', { class: kind, 'aria-label': text.players }, ...cards)] : [];
}

/** The members who are here and do not play, in a line. @param {any[]} members @param {any[]} seats */
export function alsoHere(members, seats) {
  const playing = new Set(seats.map(({ player }) => player));
  const names = members.filter(({ player, present }) => present && !playing.has(player)).map(({ name }) => name);
  if (!names.length) return [];
  return [names.length > MAX_NAMES ? say.alsoHereSome(names.length) : say.alsoHere(text.and(names))];
}

/** The head of a member's line in the table of the daily games. @param {any[]} members */
export const dayHead = (members) => (name, player) => {
  const head = el('th', { scope: 'row' }, el('div', {}, el('span', { class: 'dot' }), el('b', {}, name)));
  const colour = members.find((each) => each.player === player)?.colour;
  if (colour) paint(head, colour);
  return head;
};

/**
 * @param {any} room @param {Record<string, string>} titles of games, by rules
 * @param {{limit?: number, only?: string}} options `limit`: rows; `only`: the one kind of game whose points are shown
 * @returns {Node[]} empty before the first result
 */
export function standingsTable({ standings, members }, titles, { limit, only }) {
  const best = standings.filter(({ games }) => games).slice(0, limit);
  if (!best.length) return [];
  const colours = new Map(members.map(({ player, colour }) => [player, colour]));
  const scored = best.flatMap(({ points }) => Object.keys(points).filter((rules) => points[rules]));
  const kinds = [...new Set(scored)].filter((rules) => rules === (only ?? rules)).slice(0, MAX_KINDS);
  const heads = [say.winsHead, say.games, ...kinds.map((rules) => titles[rules] ?? rules)];
  const rows = best.map(({ player, name, wins, games, points }) => {
    const head = el('th', { scope: 'row' }, el('div', {}, el('span', { class: 'dot' }), el('b', {}, name)));
    paint(head, colours.get(player));
    const values = [wins, games, ...kinds.map((rules) => points[rules] ?? 0)];
    return el('tr', {}, head, ...values.map((value) => el('td', {}, String(value))));
  });
  const head = el('tr', {}, el('td', {}), ...heads.map((each) => el('th', { scope: 'col' }, each)));
  return [el('table', {}, el('caption', {}, say.standings), el('thead', {}, head), el('tbody', {}, ...rows))];
}
