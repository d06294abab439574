/** The line that says whom the game waits for: to call a letter, to place it, or to take a turn. */
import { el } from '../../page/dom.js';
import { text } from '../../strings.js';
import { asClock } from '../../wire/api.js';
import { say } from './words.js';

/** More names than this are counted. */
const MAX_NAMES = 4;
/** The clock is red for so many seconds. */
const HURRY_SECONDS = 10;

const nameOf = (seats, seat) => seats.get(seat)?.name ?? text.someone;

/** The seat whose turn it is, or null. @param {import('../../state/game-state.js').GameState} state */
export function turnOf({ phase, round, fields }) {
  if (phase !== 'playing') return null;
  return (round ? round.step === 'call' && round.turn : fields?.turn) || null;
}

/** @returns {{title: string, note: string}|null} null if nobody is waited for */
export function status(state) {
  const { round, seats } = state;
  const turn = turnOf(state);
  if (!round) return turn ? { title: say.turnOf(nameOf(seats, turn)), note: '' } : null;
  if (round.step === 'call') {
    return { title: turn ? say.calls(nameOf(seats, turn)) : say.nextLetter, note: '' };
  }
  const waiting = round.order.filter((seat) => seats.get(seat)?.placed === false).map((seat) => nameOf(seats, seat));
  return { title: round.step === 'last' ? say.lastLetter : say.place, note: waitingFor(waiting) };
}

/** @param {string[]} names */
export function waitingFor(names) {
  if (!names.length) return '';
  return names.length > MAX_NAMES ? say.waitingForSome(names.length) : say.waitingFor(text.and(names));
}

/**
 * What to do now; in a game of called letters with the letter, large, and all letters before it.
 * @param {string} view @param {{title: string, note: string}|null} now @returns {Node[]}
 */
export function callPanel(view, now, called, letters) {
  if (view === 'paused') return [line(say.paused, '')];
  if (view === 'cards') return [line(now?.title ?? '', say.hidden)];
  if (view !== 'call') return now ? [line(now.title, now.note)] : [];
  const list = letters.length ? [el('h2', {}, say.called),
    el('ol', { class: 'letters' }, ...letters.map((letter) => el('li', {}, letter)))] : [];
  return [el('div', { class: `tile${called ? '' : ' blank'}` }, called && el('b', {}, called)),
    line(now.title, now.note), ...list];
}

const line = (title, note) => el('p', { class: 'status', role: 'status' },
  title && el('b', {}, title), note && el('span', {}, note));

/**
 * The time that matters now.
 * @param {import('../../state/game-state.js').GameState} state @param {import('../../games/game.js').Game} game
 * @returns {{clock: string, share: number|null, hurries: boolean}} `share`: of the time that is left
 */
export function time(state, game) {
  const { phase, round } = state;
  const none = { clock: '', share: null, hurries: false };
  if (phase !== 'playing') return none;
  if (round) {
    const left = round.remaining();
    if (left === null) return none;
    return { clock: say.seconds(left), share: round.remainingShare(), hurries: left <= HURRY_SECONDS };
  }
  const left = state.remaining();
  if (left < Infinity) return { clock: asClock(left), share: null, hurries: left <= HURRY_SECONDS };
  return game.showsTime ? { ...none, clock: asClock(state.elapsed()) } : none;
}
