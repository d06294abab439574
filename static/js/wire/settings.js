/** The reader's settings, stored in this browser. theme.js reads the first three before the first paint. */
import { read, write } from './storage.js';

/** Languages in which QWERTY is not the usual layout. */
const LAYOUTS = { de: 'qwertz', fr: 'azerty' };

export const DEFAULTS = {
  theme: 'auto', contrast: false, largeLetters: false,
  keyboard: LAYOUTS[navigator.language.split('-')[0]] ?? 'qwerty', sound: false, haptics: false, notify: false,
  skipFilled: true, nextClue: true,
};

/** @returns {typeof DEFAULTS} */
export const settings = () => ({ ...DEFAULTS, ...read('settings') });

/** @param {typeof DEFAULTS} chosen */
export const saveSettings = (chosen) => write('settings', chosen);
