/** The words of the page in the reader's language: as it was switched to here, else what the browser asks for. */
import { read, write } from './wire/storage.js';

export const LANGUAGES = { en: 'English', ko: '한국어' };

export const language = [read('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))]
  .find((tag) => tag in LANGUAGES) ?? 'en';

export const { text } = await import(`./strings/${language}.js`);

document.documentElement.lang = language;

/** Kept in this browser; the page begins anew. @param {string} tag */
export function speak(tag) {
  write('language', tag);
  location.reload();
}
