/** The panel above the board: the called letter, whose turn it is, and the time left. Screen readers read it out. */
import { byId, el, setText, setVisible } from '../../page/dom.js';
import { text } from '../../strings.js';
import { words } from './game.js';

/** The panel shows urgency when so many seconds are left. */
const HURRY_SECONDS = 10;

/** @typedef {{letter: string, title: string, note: string, mine: boolean}} CallStatus `mine`: the reader must act */

/**
 * The texts for the current step.
 * @param {import('../../state/game-client.js').GameClient} client
 * @param {{calling: string|null, placing: string|null}} pending letters whose requests are under way
 * @returns {CallStatus}
 */
export function callStatus({ state, me }, { calling, placing }) {
  const { round } = state;
  if (!me) return spectatorStatus(state);
  if (round.step === 'call') return callingStatus(state, me, calling);
  const letter = round.called ?? '';
  if (placing) return { letter: placing, title: words.placing(placing), note: '', mine: false };
  if (me.placed) {
    return { letter, title: letter ? words.placed(letter) : words.full, note: waitingNote(state, me), mine: false };
  }
  if (round.step === 'last') return { letter: '', title: words.chooseLast, note: words.chooseLastNote, mine: true };
  return { letter, title: words.place(letter), note: callerNote(state, me), mine: true };
}

function spectatorStatus({ round, seats }) {
  const caller = seats.get(round.turn);
  const title = round.step === 'call' && caller ? words.theirCall(caller.name) : words.watchingTitle(round.called);
  return { letter: round.called ?? '', title, note: text.watchingNote, mine: false };
}

function callingStatus({ round, seats }, me, calling) {
  if (calling) return { letter: calling, title: words.calling(calling), note: '', mine: false };
  if (round.isSolo) return { letter: '', title: words.soloCall, note: '', mine: false };
  if (round.turn === me.seat) return { letter: '', title: words.yourCall, note: words.yourCallNote, mine: true };
  return { letter: '', title: words.theirCall(nameOf(seats.get(round.turn))), note: '', mine: false };
}

function callerNote({ round, seats }, me) {
  if (round.turn === null) return '';
  const caller = seats.get(round.turn);
  const isMine = round.turn === me.seat;
  if (round.isCalledByClock && !caller?.bot) return isMine ? words.clockCalled : words.clockCalledFor(nameOf(caller));
  return isMine ? words.youCalled : words.placeNote(nameOf(caller));
}

const nameOf = (seat) => seat?.name ?? text.someone;

function waitingNote({ round, seats }, me) {
  const names = round.order.filter((seat) => seat !== me.seat && seats.get(seat)?.placed === false)
    .map((seat) => seats.get(seat).name);
  if (!names.length) return '';
  return words.waitsFor(names.length > 2 ? text.several(names.length) : text.and(names));
}

export const callPanel = () => el('div', { id: 'call' },
  el('span', { id: 'called', 'aria-hidden': 'true' }),
  el('div', { role: 'status', 'aria-atomic': 'true' }, el('p', { id: 'call-title' }), el('p', { id: 'call-note' })),
  el('p', { id: 'countdown' },
    el('span', { class: 'unseen' }, words.timeLeft), ' ', el('span', { id: 'countdown-text' })),
  el('span', { id: 'countdown-bar', 'aria-hidden': 'true' }));

/** @param {CallStatus} status */
export function drawCall({ letter, title, note, mine }) {
  const tile = byId('called');
  if (tile.textContent !== letter) tile.replaceChildren(...(letter ? [el('span', { class: 'letter' }, letter)] : []));
  tile.classList.toggle('blank', !letter);
  byId('call').classList.toggle('mine', mine);
  setText(byId('call-title'), title);
  setText(byId('call-note'), note);
}

export function drawCountdown(round) {
  const left = round.remaining();
  setVisible(byId('countdown'), left !== null);
  setVisible(byId('countdown-bar'), left !== null);
  if (left === null) return;
  setText(byId('countdown-text'), words.secondsShort(left));
  byId('call').classList.toggle('hurry', left <= HURRY_SECONDS);
  byId('countdown-bar').style.setProperty('--left', round.remainingShare().toFixed(3));
}
