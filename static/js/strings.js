/** The words of the page in the reader's language: as it was switched to here, else what the browser asks for. */
import { read, write } from './wire/storage.js';

export const LANGUAGES = { en: 'English', ko: '한국어' };

export const language = [read('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))]
  .find((tag) => tag in LANGUAGES) ?? 'en';

/**
 * The table in the reader's language. Tables are named as literals, so that the service worker finds them.
 * @template T @param {Record<string, () => Promise<T>>} tables one for each language
 */
export const translated = (tables) => tables[language]();

export const { text } = await translated({ en: () => import('./strings/en.js'), ko: () => import('./strings/ko.js') });

document.documentElement.lang = language;

/** Kept in this browser; the page begins anew. @param {string} tag */
export function speak(tag) {
  write('language', tag);
  location.reload();
}
