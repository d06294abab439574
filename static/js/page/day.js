/** Days of the daily games: they begin at midnight UTC, by the server's clock. */
import { language } from '../strings.js';
import { serverNow } from '../wire/api.js';

const DAY = 86_400_000;
const locale = language === 'en' ? 'en-GB' : language;

const today = () => new Date(serverNow()).toISOString().slice(0, 10);

export const isToday = (day) => day === today();

/** A date in the reader's language. @param {string} [day] @param {Intl.DateTimeFormatOptions} [more] */
export const dayName = (day = today(), more = {}) => new Date(day).toLocaleDateString(
  locale, { day: 'numeric', month: 'long', timeZone: 'UTC', ...more });

/** The time of day, where the reader is, at which the next daily games come out. */
export const nextDayTime = () => new Date(Math.ceil(serverNow() / DAY) * DAY).toLocaleTimeString(
  locale, { hour: 'numeric', minute: '2-digit' });
