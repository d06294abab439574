/** Announcements for screen readers: players who come and go, and actions of the host. */
import { announce, toast } from '../page/announce.js';
import { text } from '../strings.js';
import { asClock } from '../wire/api.js';
import { say } from './words.js';

/** @param {any} event @param {{name: string}} [before] the seat before @param {import('../state/game-state.js').GameState} state */
export function announceEvent(event, before, { seats, round }) {
  const finisher = event.type === 'board.finished' && event.solved && seats.size > 1 && seats.get(event.seat);
  if (finisher) return toast(say.finishedIn(finisher.name, asClock(event.seconds)));
  const who = seats.get(event.by ?? event.seat)?.name ?? text.someone;
  const sentence = {
    'seat.taken': () => say.joined(event.name),
    'seat.left': () => say.left(before?.name ?? text.someone),
    'seat.away': () => (round ? say.awaySaid : say.left)(who),
    'seat.back': () => say.backSaid(who),
    'board.locked': () => say.lockedSaid,
    'board.unlocked': () => say.unlockedSaid,
    'seats.closed': () => say.seatsClosedSaid,
    'seats.opened': () => say.seatsOpenedSaid,
    'game.finished': () => say.finishedSaid,
  }[event.type];
  return sentence && announce(sentence());
}
