/** Days of the daily games: they begin at the reader's midnight, by the server's clock. */
import { locale } from '../strings.js';
import { serverNow } from '../wire/api.js';
import { read, write } from '../wire/storage.js';

export const DAY = 86_400_000;
/** Today where the reader is, such as `2026-11-28`: Sweden writes dates that way. */
export const today = () => new Date(serverNow()).toLocaleDateString('sv');

export const isToday = (day) => day === today();

/** A date in the reader's language. @param {string} [day] @param {Intl.DateTimeFormatOptions} [more] */
export const dayName = (day = today(), more = {}) => new Date(day).toLocaleDateString(
  locale, { day: 'numeric', month: 'long', timeZone: 'UTC', ...more });

/** Whether the game of a day was won: solved without hints, or played for points. @param {any} result */
export const isSolved = (result) => Boolean(result?.scores || (result?.solves?.length && !result.assisted));

/** The game of the day to play next: one that is half done, else the shortest. */
export const nextDaily = (games, isBegun) => [...games].sort((a, b) => isBegun(b) - isBegun(a) || a.minutes - b.minutes)[0];

/** When the next daily games come out, in milliseconds since 1970: at the reader's next midnight. */
export const nextDayAt = () => new Date(serverNow()).setHours(24, 0, 0, 0);

/**
 * The daily games of a kind that were played in this browser, by day. @param {string} rules
 * @returns {Record<string, {game: string, result?: any}>} `result` of those that have ended
 */
export const playedDays = (rules) => read(`days:${rules}`) ?? {};

/** @param {string} rules @param {string} day @param {{game: string, result?: any}} played */
export const savePlayedDay = (rules, day, { game, result }) =>
  write(`days:${rules}`, { ...playedDays(rules), [day]: { game, ...(result && { result }) } });
