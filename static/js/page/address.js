/** The address of the reader's own game of today: `/today/{rules}`, a link that shows nobody what the game holds. */
import { base } from '../wire/base.js';
import { isToday } from './day.js';

/**
 * Gives the game of today its address. The entry of the browser's history keeps the id, by which a reload finds the game
 * again: offline too, and after midnight while it runs.
 * @param {import('../state/game-client.js').GameClient} client
 */
export function showDay({ game, state: { day, rules, isUnfinished } }) {
  if (!isToday(day) || (history.state?.game === game && history.state.isUnfinished === isUnfinished)) return;
  history.replaceState({ game, day, isUnfinished }, '', `${base}/today/${encodeURIComponent(rules)}`);
}

/** The game that this entry of the history shows; undefined for one that is over once its day is. */
export function gameOfEntry() {
  const { game, day, isUnfinished } = history.state ?? {};
  return isUnfinished || isToday(day) ? game : undefined;
}
