/** The page's texts, in the language that theme.js has chosen for the document. */
import { write } from './wire/storage.js';

export const LANGUAGES = { en: 'English', de: 'Deutsch', ko: '한국어' };

export const language = document.documentElement.lang;

/** For dates and lists. */
export const locale = language === 'en' ? 'en-GB' : language;

/**
 * Imports the table of the current language. The paths are literals so that the service worker finds them.
 * @template T @param {Record<string, () => Promise<T>>} tables one for each language
 */
export const translated = (tables) => tables[language]();

export const { text } = await translated({ en: () => import('./strings/en.js'), de: () => import('./strings/de.js'), ko: () => import('./strings/ko.js') });

/** Saves the choice and reloads the page. @param {string} tag */
export function setLanguage(tag) {
  write('language', tag);
  location.reload();
}
