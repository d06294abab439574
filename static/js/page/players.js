/** The players of a called-letters game as small cards: who they are, how far, and what plays for them. */
import { explain } from './announce.js';
import { paint } from './colours.js';
import { byId, el, say, show } from './dom.js';
import { CELLS } from '../state/game-state.js';
import { text } from '../strings.js';

let drawn = '';

/** @param {import('../state/game-client.js').GameClient} client */
export function drawPlayers(client) {
  const { state, me, identity } = client;
  const seats = [...state.seats.values()].sort((a, b) => a.seat - b.seat);
  say(byId('spectators'), state.spectators ? text.watching(state.spectators) : '');
  show(byId('nobody'), seats.length === 0);
  const calls = state.phase === 'playing' && state.round.step === 'call' ? state.round.turn : null;
  const key = JSON.stringify([seats, me?.seat, state.phase, state.round.step, calls, Boolean(identity.hostToken)]);
  if (key === drawn) return;
  drawn = key;
  byId('seats').replaceChildren(...seats.map((seat) => card(client, seat, seat.seat === calls)));
}

function card(client, seat, calls) {
  const { state, me } = client;
  const playing = state.phase === 'playing';
  const asleep = !seat.bot && (seat.away || !seat.present);
  const item = el('li', { class: `seat card${asleep ? ' away' : ''}${calls ? ' calls' : ''}` });
  item.append(el('span', { class: 'dot' }), el('b', {}, seat.name));
  if (playing) item.append(...progress(seat, state.round.step));
  const notes = [calls && text.callsNow, seat.seat === me?.seat && text.you, ...marks(seat)].filter(Boolean);
  if (notes.length) item.append(el('span', { class: 'note' }, notes.join(' · ')));
  if (state.phase === 'waiting' && mayRemove(client, seat)) item.append(remover(client, seat));
  paint(item, seat.colour);
  return item;
}

function marks(seat) {
  if (seat.bot) return [text.botAt(text.levels[seat.level]?.toLowerCase() ?? seat.level)];
  if (seat.away) return [text.botPlays];
  return [!seat.present && text.away];
}

function progress({ filled = 0, placed }, step) {
  const bar = el('span', { class: 'progress', 'aria-hidden': 'true' });
  bar.style.setProperty('--filled', filled / CELLS);
  const tick = el('span', { class: 'tick' });
  if (placed && step !== 'call') tick.append('✓', el('span', { class: 'unseen' }, text.hasPlaced));
  return [
    el('span', { class: 'count' }, el('span', { 'aria-hidden': 'true' }, `${filled}/${CELLS}`),
      el('span', { class: 'unseen' }, text.filled(filled))),
    tick, bar,
  ];
}

function mayRemove({ identity, me }, seat) {
  if (seat.seat === me?.seat) return false;
  return Boolean(identity.hostToken) || (seat.bot && Boolean(me));
}

function remover(client, seat) {
  const remove = async () => {
    explain(await client.send('DELETE', `seats/${seat.seat}`, undefined, client.identity.hostToken ?? client.token));
    byId('bots').querySelector('button').focus();
  };
  return el('button', { type: 'button', class: 'remove', 'aria-label': text.remove(seat.name), onclick: remove }, '×');
}
