/** The line above the board: the called letter, whose turn it is, how long there is. Read out. */
import { byId, el, say, show } from '../page/dom.js';
import { text } from '../strings.js';

/** From here on the time is pressing, in seconds. */
const HURRY = 10;

/** @typedef {{letter: string, title: string, note: string, mine: boolean}} Standing */

/**
 * What the reader should know and do now.
 * @param {import('../state/game-client.js').GameClient} client @param {{calling: string|null, placing: string|null}} pending
 * @returns {Standing}
 */
export function standing({ state, me }, { calling, placing }) {
  const { round } = state;
  if (!me) return watching(state);
  if (round.step === 'call') return call(state, me, calling);
  const letter = round.called ?? '';
  if (placing) return { letter: placing, title: text.placing(placing), note: '', mine: false };
  if (me.placed) {
    return { letter, title: letter ? text.placed(letter) : text.full, note: waitsFor(state, me), mine: false };
  }
  if (round.step === 'last') return { letter: '', title: text.chooseLast, note: text.chooseLastNote, mine: true };
  return { letter, title: text.place(letter), note: callerOf(state, me), mine: true };
}

function watching({ round, seats }) {
  const caller = seats.get(round.turn);
  const title = round.step === 'call' && caller ? text.theirCall(caller.name) : text.watchingTitle(round.called);
  return { letter: round.called ?? '', title, note: text.watchingNote, mine: false };
}

function call({ round, seats }, me, calling) {
  if (calling) return { letter: calling, title: text.calling(calling), note: '', mine: false };
  if (round.isSolo) return { letter: '', title: text.soloCall, note: '', mine: false };
  if (round.turn === me.seat) return { letter: '', title: text.yourCall, note: text.yourCallNote, mine: true };
  return { letter: '', title: text.theirCall(seats.get(round.turn)?.name ?? text.someone), note: '', mine: false };
}

function callerOf({ round, seats }, me) {
  if (round.turn === null) return '';
  return round.turn === me.seat ? text.youCalled : text.placeNote(seats.get(round.turn)?.name ?? text.someone);
}

function waitsFor({ round, seats }, me) {
  const names = round.order.filter((seat) => seat !== me.seat && seats.get(seat)?.placed === false)
    .map((seat) => seats.get(seat).name);
  if (!names.length) return '';
  return text.waitsFor(names.length > 2 ? text.several(names.length) : text.and(names));
}

/** @param {Standing} now */
export function drawCall({ letter, title, note, mine }) {
  const tile = byId('called');
  if (tile.textContent !== letter) tile.replaceChildren(...(letter ? [el('span', { class: 'letter' }, letter)] : []));
  tile.classList.toggle('blank', !letter);
  byId('call').classList.toggle('mine', mine);
  say(byId('call-title'), title);
  say(byId('call-note'), note);
}

export function drawCountdown(round) {
  const left = round.remaining();
  show(byId('countdown'), left !== null);
  show(byId('countdown-bar'), left !== null);
  if (left === null) return;
  say(byId('countdown-text'), text.secondsShort(left));
  byId('call').classList.toggle('hurry', left <= HURRY);
  byId('countdown-bar').style.setProperty('--left', round.left().toFixed(3));
}
