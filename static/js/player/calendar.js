/** The calendar of a daily game: what was played in this browser. */
import { failureText } from '../page/announce.js';
import { dayName, isWon, playedDays, today } from '../page/day.js';
import { el, setText } from '../page/dom.js';
import { openGame } from '../page/new-game.js';
import { dailyOf, openEarlier, openToday } from '../page/today.js';
import { locale, text } from '../strings.js';
import { say } from './words.js';

/** The months that one can turn back. */
const MONTHS = 12;
/** The first day of the week, 0 for Sunday. */
const FIRST_DAY = (new Intl.Locale(locale).getWeekInfo?.().firstDay ?? 1) % 7;

const inMonth = (year, month, day) => new Date(Date.UTC(year, month, day));
const written = (date, options) => date.toLocaleDateString(locale, { ...options, timeZone: 'UTC' });

/**
 * A month of days, with those that were played. A press opens the game of a day, or begins it.
 * @param {import('../games/game.js').Game} game
 */
export function calendar(game) {
  const [year, month] = today().split('-').map(Number);
  const title = el('h3', { 'aria-live': 'polite' });
  const days = el('div', { class: 'days' });
  const status = el('p', { class: 'note', role: 'status' });
  const open = async (day) => {
    const reply = await (day === today() ? openToday(dailyOf(game)) : openEarlier(dailyOf(game), day));
    if (reply.ok) openGame(reply.data.id);
    else setText(status, failureText(reply));
  };
  let back = 0;
  const turn = (by) => {
    back += by;
    const first = inMonth(year, month - 1 - back, 1);
    setText(title, written(first, { month: 'long', year: 'numeric' }));
    [earlier.disabled, later.disabled] = [back === MONTHS, back === 0];
    const buttons = daysFrom(first).map((day) => dayButton(game, day, open));
    buttons[0].style.gridColumn = (first.getUTCDay() + 7 - FIRST_DAY) % 7 + 1;
    days.replaceChildren(...weekdays(), ...buttons);
  };
  const arrow = (sign, label, by) =>
    el('button', { type: 'button', class: 'quiet', 'aria-label': label, onclick: () => turn(by) }, sign);
  const [earlier, later] = [arrow('‹', say.earlierMonth, 1), arrow('›', say.laterMonth, -1)];
  turn(0);
  return el('section', { class: 'calendar' }, el('div', { class: 'heading' }, earlier, title, later), days, status,
    el('p', { class: 'note' }, say.earlierDays));
}

/** The letters of the weekdays; 5 January 2025 was a Sunday. */
const weekdays = () => Array.from({ length: 7 }, (_, index) => (
  el('span', { 'aria-hidden': 'true' }, written(inMonth(2025, 0, 5 + FIRST_DAY + index), { weekday: 'narrow' }))));

/** @param {Date} first of a month @returns {string[]} its days */
function daysFrom(first) {
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()];
  const count = inMonth(year, month + 1, 0).getUTCDate();
  return Array.from({ length: count }, (_, index) => inMonth(year, month, index + 1).toISOString().slice(0, 10));
}

function dayButton(game, day, open) {
  const played = playedDays(dailyOf(game))[day];
  const { result } = played ?? {};
  const state = !played ? 'open' : !result ? 'begun' : isWon(result) ? 'won' : 'lost';
  const sentence = result ? game.dailyResult(result) : say.dayStates[state];
  return el('button', {
    type: 'button', 'data-state': state, 'aria-label': text.dotted([dayName(day), sentence]), title: sentence,
    'aria-current': day === today() && 'date', disabled: day > today(), onclick: () => open(day),
  }, String(Number(day.slice(8))));
}
