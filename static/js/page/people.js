/** The players, as cards or chips. */
import { CELLS } from '../state/game-state.js';
import { text } from '../strings.js';
import { reportFailure } from './announce.js';
import { paint } from './colours.js';
import { byId, el, setText, setVisible } from './dom.js';
import { place } from './invite.js';
import { openDialog } from './lazy.js';
import { asClock } from '../wire/api.js';

/** Milliseconds after which the others may drop a player who is gone; the server decides. */
const ABSENCE = 60_000;
/** More players than this are a list that scrolls. */
const MANY = 12;
let drawn = '';

export function drawPlayers(client, game) {
  const { state, me, identity } = client;
  const { phase, round, isPrivate } = state;
  const seats = [...state.seats.values()].sort((a, b) => a.seat - b.seat);
  const others = state.spectators - (me || !state.isUnfinished ? 0 : 1); // the reader watches too
  setText(byId('spectators'), others > 0 ? text.watching(others) : '');
  setVisible(byId('nobody'), seats.length === 0);
  const calls = phase === 'playing' && round?.step === 'call' ? round.turn : null;
  const droppable = seats.filter((seat) => mayDrop(client, seat)).map(({ seat }) => seat);
  const key = JSON.stringify([seats, me && state.filledBy(me), droppable, me?.seat, phase, round?.step, calls, isPrivate,
    Boolean(identity.hostToken)]);
  if (key === drawn) return;
  drawn = key;
  byId('seats').classList.toggle('cards', isPrivate);
  byId('seats').classList.toggle('many', seats.length > MANY);
  if (seats.length > MANY) byId('seats').setAttribute('tabindex', 0); // it scrolls
  const at = document.activeElement?.closest('.seat')?.dataset.seat;
  byId('seats').replaceChildren(...seats.map((seat) => seatCard(client, game, seat, seat.seat === calls)));
  // The button that had the focus may be gone.
  if (at) (byId('seats').querySelector(`[data-seat="${at}"] button`) ?? byId('players')).focus();
}

export function seatCard(client, game, seat, calls) {
  const { state, me } = client;
  const { phase, isPrivate, round } = state;
  const mine = seat.seat === me?.seat;
  const absent = !seat.bot && (seat.away || !seat.present) && !mine;
  const bot = seat.bot ? text.botAt(text.levels[seat.level]?.toLowerCase() ?? seat.level)
    : seat.away && round && text.botPlays;
  const notes = [calls && text.callsNow, mine && text.you, bot || (absent && text.away),
    state.result?.winners?.includes(seat.seat) ? text.winner : seat.done && text.isDone,
    ...game.seatNotes(seat)];
  const note = notes.filter(Boolean).join(' · ');
  const classes = ['seat', isPrivate && 'card', absent && 'away', calls && 'calls'].filter(Boolean).join(' ');
  const item = el('li', { 'data-seat': seat.seat, class: classes },
    el('span', { class: 'dot' }), el('b', {}, seat.name));
  if (isPrivate && phase === 'playing') {
    const shown = game.progress(seat) ?? progress({ ...seat, filled: state.filledBy(seat) }, round?.step);
    item.append(...shown);
    // Spectators do not see the board, so a silhouette shows how much of it is filled.
    if (!me && !seat.marks && (!seat.done || seat.solved)) item.append(silhouette(seat));
  }
  if (note) item.append(el('span', { class: 'note' }, note));
  if (mayRemove(client, seat)) item.append(removeButton(client, seat));
  else if (mayDrop(client, seat)) item.append(dropButton(client, seat));
  paint(item, seat.colour);
  return item;
}

/** How far a rival is. */
function progress({ filled = 0, cells: of = CELLS, placed, marks, done, seconds, solved }, step) {
  if (Array.isArray(marks)) return [markRows(marks)];
  if (done) return solved ? [el('span', { class: 'count' }, asClock(seconds))] : []; // The note says the rest.
  const bar = el('span', { class: 'progress', 'aria-hidden': 'true' });
  bar.style.setProperty('--filled', filled / of);
  const tick = el('span', { class: 'tick' });
  if (placed && step !== 'call') tick.append('✓', el('span', { class: 'unseen' }, text.hasPlaced));
  return [
    el('span', { class: 'count' }, el('span', { 'aria-hidden': 'true' }, `${filled}/${of}`),
      el('span', { class: 'unseen' }, text.filled(filled, of))),
    tick, bar,
  ];
}

/** A board that fills without letters: as many tiles as there are letters to write. */
function silhouette({ filled = 0, cells = CELLS }) {
  return el('span', { class: 'silhouette', 'aria-hidden': 'true' },
    ...Array.from({ length: cells }, (_, index) => el('i', { class: index < filled && 'on' })));
}

/** A rival's rows as marks, without letters. @param {string[]} marks such as `hnmmm` */
function markRows(marks) {
  const names = { h: 'hit', n: 'near', m: 'miss' };
  return el('span', { class: 'rows', role: 'img', 'aria-label': text.guessed(marks.length) }, ...marks.map((row) =>
    el('span', {}, ...[...row].map((mark) => el('i', { 'data-mark': names[mark] })))));
}

/** The host may remove anybody at any time; players may remove bots before the start. */
function mayRemove({ identity, me, state }, { seat, bot }) {
  // The host of a room removes members, below the game.
  if (seat === me?.seat || !state.isUnfinished || place.room) return false;
  return Boolean(identity.hostToken) || (bot && Boolean(me) && state.phase === 'waiting');
}

function removeButton(client, seat) {
  const onclick = () => openDialog('remove', client, seat);
  return el('button', { type: 'button', class: 'remove', 'aria-label': text.remove(seat.name), onclick }, '×');
}

/** The players may go on without somebody who has been gone for a minute. */
function mayDrop({ me, state }, { seat, level, away, goneAt }) {
  if (!me || seat === me.seat || level || away || !state.isUnfinished) return false;
  return Boolean(goneAt) && Date.now() - goneAt > ABSENCE;
}

function dropButton(client, { seat, name }) {
  const onclick = async () => reportFailure(await client.act('drop', { seat }));
  return el('button', { type: 'button', class: 'drop', onclick }, text.drop(name));
}
