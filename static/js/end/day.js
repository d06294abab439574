/** The end of a game of the day: its figures, the streak, what comes next and when. */
import { NO_FIGURE } from '../games/game.js';
import { loadAll } from '../games/games.js';
import { byId, el, setText, setVisible } from '../page/dom.js';
import { DAY, dailyName, dailyPath, isSolved, isToday, nextDaily, nextDayAt, packFor, playedDays } from '../page/day.js';
import { inTurn } from '../page/lazy.js';
import { language, locale, text } from '../strings.js';
import { asClock, serverNow } from '../wire/api.js';
import { fetchPlayer, storedPlayer } from '../wire/player.js';
import { fetchRules } from '../wire/rules.js';
import { say } from './words.js';

const WEEK = 7;
/** The days in a row from which on a recovery code is offered. */
const WORTH_KEEPING = 3;
let timer = 0;

/**
 * Draws the figures below the verdict, and the button of the next game.
 * @param {import('../state/game-client.js').GameClient} client @param {import('../games/game.js').Game} game
 */
export async function drawDay({ game: id, token, state }, game) {
  const isOwn = token === storedPlayer()?.key;
  const [player, next] = await Promise.all([
    isOwn ? fetchPlayer() : { statistics: {} }, nextGame(game, state)]);
  const daily = dailyName(game.name, state.options.lexicon);
  const statistics = player.statistics[daily];
  byId('day-part').replaceChildren(...(statistics ? [
    figures(game.figures(state.result, statistics)), bars(game, state.result, statistics),
    week(daily, state.day, statistics), el('p', { id: 'streak' }, streakText(statistics)),
  ].filter(Boolean) : []), countdown());
  setVisible(byId('next-day'), next);
  if (next) {
    setText(byId('next-day'), say.nextDaily(next.title));
    byId('next-day').href = dailyPath(next.daily);
  }
  if (!(player.streak?.days >= WORTH_KEEPING)) return;
  const recovery = await inTurn(() => import('../player/recovery.js')).catch(() => null);
  byId('day-part').append(recovery?.offerRecovery(player, id) ?? '');
}

/**
 * The next of the day's games that is not finished in this browser: in the language of this one if there is such a game.
 * @returns {Promise<{daily: string, title: string, minutes: number}|undefined>}
 */
async function nextGame({ name }, { day, options: { lexicon } }) {
  const rules = (await fetchRules()).filter((each) => each.daily && each.name !== name);
  const [games] = await Promise.all([loadAll(rules).catch(() => []), lexicon && fetchKnownPacks()]);
  const all = games.map(({ title, minutes, name: kind, rules: each }) => (
    { title, minutes, daily: dailyName(kind, packFor(each, [lexicon, language])) }));
  const played = ({ daily }) => playedDays(daily)[day];
  return nextDaily(all.filter((game) => !played(game)?.result), (game) => Boolean(played(game)));
}

const fetchKnownPacks = () => import('../page/packs.js').then(({ fetchPacks }) => fetchPacks()).catch(() => {});

/** Without a result that counts there is no average, so nothing is shown. */
const figures = (values) => values[1] !== NO_FIGURE && el('dl', { id: 'figures' }, ...values.map((value, index) =>
  el('div', {}, el('dt', {}, say.figures[index]), el('dd', {}, value))));

/** The reader's results by how often they came up, with this one marked; or this time or score against the average. */
function bars(game, result, { played, distribution, times, scores }) {
  const own = game.bar(result);
  const rows = distribution
    ? game.bars.map((name) => [name, distribution[name] ?? 0, String(distribution[name] ?? 0), name === String(own)])
    : comparison(game, result, result.scores ? scores : times);
  if (!rows.length || (!distribution && played < 2)) return null;
  const most = Math.max(...rows.map(([, length]) => length), 1);
  return el('ul', { id: 'day-bars', 'aria-label': distribution ? say.distribution : say.comparison },
    ...rows.map(([name, length, shown, mine]) => {
      const bar = el('span', { class: 'length' }, shown);
      bar.style.setProperty('--part', length / most);
      return el('li', { class: mine && 'own', 'aria-current': mine && 'true' }, el('span', {}, name), bar);
    }));
}

function comparison(game, result, kept) {
  const own = game.amount(result);
  if (own === undefined || !kept) return [];
  const [ownShown, averageShown] = game.figures(result, { times: kept, scores: kept });
  return [[say.figures[0], own, ownShown, true], [say.figures[1], kept.average, averageShown, false]];
}

const streakText = ({ streak, graceUsed }) => (streak
  ? text.dotted([text.streak(streak), graceUsed && say.graceUsed]) : say.noStreak);

/** The last seven days of a game, as they were played in this browser; the days of an unbroken streak were won in any. */
function week(daily, day, { streak, graceUsed }) {
  const played = playedDays(daily);
  const streakStart = isToday(day) && !graceUsed ? WEEK - streak : WEEK;
  const days = Array.from({ length: WEEK }, (_, index) => new Date(Date.parse(day) - (WEEK - 1 - index) * DAY));
  return el('ol', { id: 'week' }, ...days.map((date, index) => {
    const { result } = played[date.toISOString().slice(0, 10)] ?? {};
    const isWon = index >= streakStart || (result && isSolved(result));
    const kind = isWon ? 'won' : result ? 'lost' : 'open';
    const as = (weekday) => date.toLocaleDateString(locale, { weekday, timeZone: 'UTC' });
    return el('li', { class: kind }, el('span', { 'aria-hidden': 'true' }, as('narrow')),
      el('span', { class: 'unseen' }, `${as('long')}: ${say.days[kind]}`));
  }));
}

/** A clock that counts down to the next games. */
function countdown() {
  const end = nextDayAt();
  const clock = el('b', { role: 'timer' });
  const node = el('p', { id: 'next-in', class: 'note' }, say.nextIn, ' ', clock);
  const tick = () => {
    const left = (end - serverNow()) / 1000;
    if (left > 0) return setText(clock, asClock(left));
    clearInterval(timer);
    return node.replaceChildren(say.newDay);
  };
  clearInterval(timer);
  timer = setInterval(tick, 1000);
  tick();
  return node;
}
