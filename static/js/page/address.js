/** The address of the reader's own game of today or of a challenge: a link that shows nobody what the game holds. */
import { base } from '../wire/base.js';
import { dailyName, dailyPath, isToday } from './day.js';

/**
 * Gives the game of today or of a challenge its address. The entry of the browser's history keeps the id, by which a
 * reload finds the game again: offline too, and a game of today after midnight while it runs.
 * @param {import('../state/game-client.js').GameClient} client
 */
export function showAddress({ game, state: { day, challenge, rules, options: { lexicon }, isUnfinished } }) {
  const address = challenge ? `${base}/c/${challenge}` : isToday(day) && dailyPath(dailyName(rules, lexicon));
  if (!address || (history.state?.game === game && history.state.isUnfinished === isUnfinished)) return;
  history.replaceState({ game, day, challenge, isUnfinished }, '', address);
}

/** The game that this entry of the history shows; undefined for one that is over once its day is. */
export function gameOfEntry() {
  const { game, day, challenge, isUnfinished } = history.state ?? {};
  return challenge || isUnfinished || isToday(day) ? game : undefined;
}
