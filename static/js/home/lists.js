/** The home page's lists: games in which this browser has a seat, and public games. */
import { dayName, isToday } from '../page/day.js';
import { byId, el, setVisible } from '../page/dom.js';
import { LOBBY, linkTo } from '../page/invite.js';
import { pathOf } from '../page/new-game.js';
import { text } from '../strings.js';
import { request } from '../wire/api.js';
import { Identity } from '../wire/identity.js';
import { keysStartingWith, read, remove, write } from '../wire/storage.js';
import { say } from './words.js';

const MAX_ROWS = 8;
const BATCH_SIZE = 3;
const DAY_MS = 864e5;

const seatIn = (game) => read(`seat:${game}`) ?? {};

/** Ids by the time of the seat, newest first, without the lobby and the games of days and challenges, which have their own lists. */
function ownGameIds() {
  const days = keysStartingWith('days:').flatMap((key) => Object.values(read(key)));
  const dailies = keysStartingWith('daily:').map((key) => read(key)).filter(({ day }) => isToday(day));
  const shown = [LOBBY, ...[...days, ...dailies, ...read('challenges') ?? []].map(({ game }) => game)];
  const keys = [...keysStartingWith('seat:'), ...keysStartingWith('host:')];
  const ids = [...new Set(keys.map((key) => key.slice(5)))].filter((id) => !shown.includes(id));
  return ids.sort((a, b) => (seatIn(b).at ?? 0) - (seatIn(a).at ?? 0));
}

/** Reserves space for the list before it is loaded. @returns {boolean} whether games may be running */
export function reserveOwnGames() {
  const ids = ownGameIds();
  byId('your-list').style.setProperty('--rows', Math.min(ids.length, MAX_ROWS));
  setVisible(byId('yours'), ids.length);
  return ids.some((id) => !finishedAt(id));
}

/** When this browser saw the game finished, else 0. A seat copied to a rematch is newer than that. */
function finishedAt(id) {
  const { at, done } = seatIn(id);
  return done > at ? done : 0;
}

/** @returns {null} */
function forget(id) {
  const identity = new Identity(id, () => {});
  identity.forgetSeat({ offerAgain: false });
  identity.forgetHostToken();
  remove(`game:${id}`);
  return null;
}

/** The server's last answers by id, shown while it does not answer. */
const lastAnswers = new Map();

/** @returns {any} the game as this browser has kept it, which also opens offline; undefined if it has not */
function keptGame(id) {
  const { game, events = [] } = read(`game:${id}`) ?? {};
  if (!game) return lastAnswers.get(id);
  return events.some(({ type }) => type === 'game.finished') ? { ...game, state: 'finished' } : game;
}

/** @returns {Promise<any>} the game; null if it is not to be listed, undefined if the request failed */
async function fetchGame(id) {
  const seat = seatIn(id);
  const { ok, status, data } = await request('GET', pathOf(id), { token: seat.token ?? read(`host:${id}`) });
  if (status === 404 || status === 401) return forget(id);
  if (!ok) return undefined;
  lastAnswers.set(id, data);
  if (data.state !== 'finished') return data;
  const seenAt = finishedAt(id);
  if (!seat.token || (seenAt && seenAt < Date.now() - DAY_MS)) return forget(id);
  if (!seenAt) write(`seat:${id}`, { ...seat, done: Date.now() });
  return data;
}

/**
 * Lists the reader's games; while the server does not answer, as this browser has kept them.
 * @param {Map<string, import('../games/game.js').Game>} kinds by name
 */
export async function drawOwnGames(kinds) {
  const ids = ownGameIds();
  const games = [];
  let answered = true;
  while (ids.length && games.length < MAX_ROWS) {
    const batch = ids.splice(0, BATCH_SIZE);
    const found = await Promise.all(batch.map((id) => (answered ? fetchGame(id) : undefined)));
    answered &&= !found.includes(undefined);
    games.push(...found.map((game, at) => (game === undefined ? keptGame(batch[at]) : game)).filter(Boolean));
  }
  // With nothing kept, the list neither stays blank nor says that there are no games.
  if (games.length || !answered) setVisible(byId('yours'), games.length);
  drawRows('your-list', games.slice(0, MAX_ROWS).map((game) => {
    const finished = game.state === 'finished';
    const strong = isMyTurn(game);
    const names = text.and(game.seats.map(({ name }) => name));
    const badge = finished ? say.see : strong ? say.yourTurn : text.goOn;
    return { game, players: names, badge, strong, removable: finished || !seatIn(game.id).token };
  }), say.noneOfYours, kinds);
}

function isMyTurn({ id, round, turn, seats }) {
  const me = seats.find(({ seat }) => seat === seatIn(id).seat);
  return Boolean(me && round) && (round.step === 'call' ? turn === me.seat : !me.placed);
}

/** @param {Map<string, import('../games/game.js').Game>} kinds by name */
export async function drawOpenGames(kinds) {
  const replies = await Promise.all(['waiting', 'playing'].map((state) => (
    request('GET', `/games?state=${state}&limit=12`))));
  if (replies.some(({ ok }) => !ok)) return;
  const listed = [LOBBY, ...ownGameIds()];
  const games = replies.flatMap(({ data }) => data.games).filter(({ id }) => !listed.includes(id));
  const rows = games.map((game) => {
    const strong = mayJoin(game);
    return { game, players: text.playersCount(game.seated), badge: strong ? text.join : say.watch, strong };
  });
  drawRows('open-list', rows.sort((a, b) => b.strong - a.strong).slice(0, MAX_ROWS), say.noneOpen, kinds);
}

const mayJoin = ({ state, seated, seatLimit, privateBoards }) =>
  seated < seatLimit && (state === 'waiting' || !privateBoards);

/** Draws the rows if they have changed; the focus keeps its position. */
function drawRows(id, rows, none, kinds) {
  const list = byId(id);
  const key = JSON.stringify(rows.map(({ game: { id, title, state }, ...more }) => [id, title, state, more]));
  if (list.dataset.drawn === key) return;
  list.dataset.drawn = key;
  const targets = () => [...list.querySelectorAll('a, button')];
  const at = targets().indexOf(document.activeElement);
  list.replaceChildren(...rows.map((each) => row(each, kinds)));
  if (!rows.length) list.append(el('li', { class: 'note' }, none));
  if (at >= 0) (targets()[at] ?? targets().at(-1) ?? list).focus();
}

function row({ game: { id, rules, title, state, options: { day } }, players, badge, strong, removable }, kinds) {
  const kind = kinds.get(rules)?.title ?? rules;
  const name = day ? text.dotted([kind, dayName(day)]) : title ?? kind;
  const about = text.dotted([title && !day && kind, say.states[state], players]);
  const onclick = () => {
    forget(id);
    drawOwnGames(kinds);
  };
  return el('li', {},
    el('a', { href: linkTo(id) }, el('b', {}, name), el('span', { class: 'note' }, about),
      el('span', { class: strong ? 'badge strong' : 'badge' }, badge)),
    removable && el('button', { class: 'quiet', type: 'button', 'aria-label': say.forget(name), onclick }, '×'));
}
