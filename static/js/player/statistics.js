/** The sheet of daily games: figures for each game, and a calendar of what was played. */
import { ask } from '../page/ask.js';
import { el, loadStyle } from '../page/dom.js';
import { asClock } from '../wire/api.js';
import { dailyOf } from '../page/today.js';
import { fetchPlayer } from '../wire/player.js';
import { calendar } from './calendar.js';
import { say } from './words.js';

const style = loadStyle(new URL('./player.css', import.meta.url).href);

/** @typedef {import('../games/game.js').Game} Game */

/** Shows the sheet. @param {Game[]} games the daily ones @returns {Promise<void>} when it is closed */
export async function openStatistics(games) {
  const [{ statistics }] = await Promise.all([fetchPlayer(), style]);
  const shown = el('div', { class: 'statistics' });
  const show = (game) => shown.replaceChildren(figures(game, statistics[dailyOf(game)]), calendar(game));
  const tabs = games.map((game, index) => el('label', { class: 'tab' },
    el('input', { type: 'radio', name: 'game', checked: index === 0, onchange: () => show(game) }),
    el('span', {}, game.title)));
  show(games[0]);
  await ask({
    title: say.statistics, body: [el('fieldset', { class: 'tabs', 'aria-label': say.statistics }, ...tabs), shown],
  });
}

/** Figures, then how often each number of guesses or stars came up. */
function figures(game, { played = 0, won, streak, best, distribution = {}, times, scores } = {}) {
  if (!played) return el('p', { class: 'note' }, say.noStatistics);
  const facts = [
    [say.played, played], [say.won, won], [say.streak, streak], [say.longest, best],
    ...(times ? [[say.bestTime, asClock(times.best)], [say.averageTime, asClock(times.average)]] : []),
    ...(scores ? [[say.bestScore, scores.best], [say.averageScore, scores.average]] : []),
  ];
  const most = Math.max(...Object.values(distribution));
  const bars = Object.entries(distribution).map(([result, count]) => {
    const bar = el('span', { class: 'bar', 'aria-hidden': 'true' });
    bar.style.setProperty('--part', count / most);
    return el('li', {}, el('b', {}, result), bar, el('span', {}, `× ${count}`));
  });
  return el('div', { class: 'results' },
    el('dl', {}, ...facts.map(([name, fact]) => el('div', {}, el('dt', {}, name), el('dd', {}, String(fact))))),
    bars.length > 0 && el('ul', { class: 'bars', 'aria-label': say.distribution(game.title) }, ...bars));
}
