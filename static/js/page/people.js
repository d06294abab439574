/** The list of players and spectators. */
import { paint } from './colours.js';
import { byId, el, say, show } from './dom.js';
import { text } from '../strings.js';

let drawn = '';

/** @param {import('../state/game-client.js').GameClient} client */
export function drawPeople({ state, me }) {
  const seats = [...state.seats.values()].sort((a, b) => a.seat - b.seat);
  say(byId('spectators'), state.spectators ? text.watching(state.spectators) : '');
  show(byId('nobody'), seats.length === 0);
  const key = JSON.stringify([seats, me?.seat]);
  if (key === drawn) return;
  drawn = key;
  byId('seats').replaceChildren(...seats.map((seat) => {
    const note = seat.seat === me?.seat ? text.you : seat.present ? '' : text.away;
    const item = el('li', { class: seat.present ? 'seat' : 'seat away' });
    item.append(el('span', { class: 'dot' }), el('b', {}, seat.name));
    if (note) item.append(el('span', { class: 'note' }, note));
    paint(item, seat.colour);
    return item;
  }));
}
