/** Lists of games: those in which this browser has a seat, and those that are open to everybody. */
import { text } from '../strings.js';
import { request } from '../wire/api.js';
import { Identity } from '../wire/identity.js';
import { keysStartingWith, read, remove, write } from '../wire/storage.js';
import { pathOf } from './begin.js';
import { byId, el, show } from './dom.js';
import { LOBBY, linkTo } from './invite.js';
import { dayName, isToday } from './today.js';

const SHOWN = 8;
const AT_ONCE = 3;
const DAY = 864e5;

const seatIn = (game) => read(`seat:${game}`) ?? {};

/** Ids, the seat taken last first; what has a place of its own on this page is left out. */
function mine() {
  const dailies = keysStartingWith('daily:').map((key) => read(key)).filter(({ day }) => isToday(day));
  const shown = [LOBBY, ...dailies.map(({ game }) => game)];
  const keys = [...keysStartingWith('seat:'), ...keysStartingWith('host:')];
  const ids = [...new Set(keys.map((key) => key.slice(5)))].filter((id) => !shown.includes(id));
  return ids.sort((a, b) => (seatIn(b).at ?? 0) - (seatIn(a).at ?? 0));
}

/** Keeps room for the list before anything is known. @returns {boolean} whether games may be running */
export function prepareYours() {
  const ids = mine();
  byId('your-list').style.setProperty('--rows', Math.min(ids.length, SHOWN));
  show(byId('yours'), ids.length);
  return ids.some((id) => !endOf(id));
}

/** When this browser saw the game finished; a seat taken along into a rematch has not seen it yet. */
function endOf(id) {
  const { at, done } = seatIn(id);
  return done > at ? done : 0;
}

/** @returns {null} */
function forget(id) {
  const identity = new Identity(id, () => {});
  identity.forget({ offerAgain: false });
  identity.forgetHost();
  remove(`game:${id}`);
  return null;
}

/** @returns {Promise<any>} the game; null if it is none to show, undefined without an answer */
async function look(id) {
  const seat = seatIn(id);
  const { ok, status, data } = await request('GET', pathOf(id), { token: seat.token ?? read(`host:${id}`) });
  if (status === 404 || status === 401) return forget(id);
  if (!ok || data.state !== 'finished') return ok ? data : undefined;
  const end = endOf(id);
  if (!seat.token || (end && end < Date.now() - DAY)) return forget(id);
  if (!end) write(`seat:${id}`, { ...seat, done: Date.now() });
  return data;
}

/** @param {Map<string, import('../games/game.js').Game>} kinds by name */
export async function drawYours(kinds) {
  const ids = mine();
  const games = [];
  while (ids.length && games.length < SHOWN) {
    const found = await Promise.all(ids.splice(0, AT_ONCE).map(look));
    if (found.includes(undefined)) return;
    games.push(...found.filter(Boolean));
  }
  if (games.length) show(byId('yours'), true);
  fill('your-list', games.slice(0, SHOWN).map((game) => {
    const over = game.state === 'finished';
    const strong = isMyTurn(game);
    const names = text.and(game.seats.map(({ name }) => name));
    return { game, who: names, badge: over ? text.see : strong ? text.yourTurn : text.goOn, strong, over: over || !seatIn(game.id).token };
  }), text.noneOfYours, kinds);
}

function isMyTurn({ id, round, turn, seats }) {
  const me = seats.find(({ seat }) => seat === seatIn(id).seat);
  return Boolean(me && round) && (round.step === 'call' ? turn === me.seat : !me.placed);
}

/** @param {Map<string, import('../games/game.js').Game>} kinds by name */
export async function drawOpen(kinds) {
  const replies = await Promise.all(['waiting', 'playing'].map((state) => (
    request('GET', `/games?state=${state}&limit=12`))));
  if (replies.some(({ ok }) => !ok)) return;
  const known = [LOBBY, ...mine()];
  const games = replies.flatMap(({ data }) => data.games).filter(({ id }) => !known.includes(id));
  const rows = games.map((game) => {
    const strong = mayJoin(game);
    return { game, who: text.playersCount(game.seated), badge: strong ? text.join : text.watch, strong };
  });
  fill('open-list', rows.sort((a, b) => b.strong - a.strong).slice(0, SHOWN), text.noneOpen, kinds);
}

const mayJoin = ({ state, seated, seatLimit, privateBoards }) =>
  seated < seatLimit && (state === 'waiting' || !privateBoards);

/** Draws rows only when they have changed; the focus stays at its place. */
function fill(id, rows, none, kinds) {
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

function row({ game: { id, rules, title, state, options: { day } }, who, badge, strong, over }, kinds) {
  const kind = kinds.get(rules)?.title ?? rules;
  const name = day ? text.dotted([kind, dayName(day)]) : title ?? kind;
  const about = text.dotted([title && !day && kind, text.states[state], who]);
  const onclick = () => {
    forget(id);
    drawYours(kinds);
  };
  return el('li', {},
    el('a', { href: linkTo(id) }, el('b', {}, name), el('span', { class: 'note' }, about),
      el('span', { class: strong ? 'badge strong' : 'badge' }, badge)),
    over && el('button', { class: 'quiet', type: 'button', 'aria-label': text.forget(name), onclick }, '×'));
}
