/** Days of the daily games: they begin at the reader's midnight, by the server's clock. */
import { language, locale } from '../strings.js';
import { serverNow } from '../wire/api.js';
import { base } from '../wire/base.js';
import { read, write } from '../wire/storage.js';

export const DAY = 86_400_000;
/** Today where the reader is, such as `2026-11-28`: Sweden writes dates that way. */
export const today = () => new Date(serverNow()).toLocaleDateString('sv');

export const isToday = (day) => day === today();

/** A date in the reader's language. @param {string} [day] @param {Intl.DateTimeFormatOptions} [more] */
export const dayName = (day = today(), more = {}) => new Date(day).toLocaleDateString(
  locale, { day: 'numeric', month: 'long', timeZone: 'UTC', ...more });

/** Whether the game of a day was won: solved, or played for points; a lost game may have points too. @param {any} result */
export const isWon = (result) => Boolean(result?.solves ? result.solves.length : result?.winners?.length);

/** Whether it was won without hints. @param {any} result */
export const isSolved = (result) => isWon(result) && !result.assisted;

/** The game of the day to play next: one that is half done, else the shortest. */
export const nextDaily = (games, isBegun) => [...games].sort((a, b) => isBegun(b) - isBegun(a) || a.minutes - b.minutes)[0];

/** When the next daily games come out, in milliseconds since 1970: at the reader's next midnight. */
export const nextDayAt = () => new Date(serverNow()).setHours(24, 0, 0, 0);

/** The lexicon that a game is played with unless another one is chosen. @param {any} rules from `GET /rules` */
export const defaultLexicon = (rules) => rules?.options?.properties?.lexicon?.default;

/**
 * A pack in which there is a game, the first of these languages; '' for the server's default. Packs are known once
 * packs.js has fetched them. @param {any} rules from `GET /rules` @param {(string|undefined)[]} languages
 */
export function packFor(rules, languages = [language]) {
  const packs = read('packs')?.list ?? [];
  const offers = (tag) => packs.some(({ id, games }) => id === tag && games?.includes(rules?.name));
  return languages.find((tag) => tag && tag !== defaultLexicon(rules) && offers(tag)) ?? '';
}

/** The language of a game of the day, where others of this server are in the reader's own; else undefined. */
export function foreignLanguage(rules) {
  const packs = read('packs')?.list ?? [];
  const hasOwn = packs.some(({ id, games }) => id === language && games) && language !== defaultLexicon(rules);
  return hasOwn && !packFor(rules) ? packs.find(({ id }) => id === defaultLexicon(rules))?.name : undefined;
}

/** The name by which a game of the day is counted: its rules, then the lexicon if it is not the server's default. */
export const dailyName = (rules, lexicon) => (lexicon ? `${rules}.${lexicon}` : rules);

/** The address of a game of the day in a folder, by default its page. @param {string} daily as of {@link dailyName} */
export function dailyPath(daily, { folder = `${base}/today`, ...query } = {}) {
  const [rules, lexicon] = daily.split('.');
  const parts = Object.entries({ ...(lexicon && { lexicon }), ...query });
  const search = parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${folder}/${encodeURIComponent(rules)}${search && '?'}${search}`;
}

/**
 * The daily games of a kind that were played in this browser, by day. @param {string} daily as of {@link dailyName}
 * @returns {Record<string, {game: string, result?: any}>} `result` of those that have ended
 */
export const playedDays = (daily) => read(`days:${daily}`) ?? {};

/** @param {string} daily @param {string} day @param {{game: string, result?: any}} played */
export const savePlayedDay = (daily, day, { game, result }) =>
  write(`days:${daily}`, { ...playedDays(daily), [day]: { game, ...(result && { result }) } });
