/** The home page's list of rooms: the reader's own, then public ones. */
import { byId, el, setVisible } from '../page/dom.js';
import { text } from '../strings.js';
import { request } from '../wire/api.js';
import { base } from '../wire/base.js';
import { storedPlayer } from '../wire/player.js';
import { read, write } from '../wire/storage.js';
import { say } from './words.js';

const MAX_ROWS = 6;

/** Draws the reader's rooms as they were at the last visit. @returns {boolean} whether there are some */
export function drawKnownRooms() {
  const known = storedPlayer() ? read('rooms') ?? [] : [];
  draw(known, []);
  return known.length > 0;
}

/** @param {Promise<{rooms?: any[]}>} player the reader's, as in `GET /players/me` */
export async function drawRooms(player) {
  const [{ rooms = [] }, listed] = await Promise.all([player, request('GET', `/rooms?limit=${MAX_ROWS * 2}`)]);
  const own = rooms.slice(0, MAX_ROWS).map(({ room, title }) => ({ room, title }));
  if (!listed.ok) return;
  write('rooms', own);
  const others = listed.data.rooms.filter(({ room }) => !own.some((each) => each.room === room));
  draw(own, others.slice(0, MAX_ROWS));
}

function draw(own, others) {
  const list = byId('room-list');
  const rows = [...own.map((room) => ({ ...room, note: say.yourRoom, badge: text.goOn })),
    ...others.map((room) => ({ ...room, note: text.playersCount(room.members), badge: say.see }))];
  const key = JSON.stringify(rows);
  setVisible(byId('rooms'), rows.length);
  if (list.dataset.drawn === key) return;
  list.dataset.drawn = key;
  list.replaceChildren(...rows.map(({ room, title, note, badge }) => el('li', {},
    el('a', { href: `${base}/r/${room}` }, el('b', {}, title), el('span', { class: 'note' }, note),
      el('span', { class: 'badge' }, badge)))));
}
