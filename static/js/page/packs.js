/** The language packs of the server, kept in this browser so that pages are drawn without asking. */
import { scripts } from '../state/letters.js';
import { request } from '../wire/api.js';
import { read, write } from '../wire/storage.js';

/** Milliseconds for which the kept list is valid. */
const FRESH = 86_400_000;

/** @returns {Promise<boolean>} whether the packs have changed; asks at most once a day */
export async function fetchPacks() {
  const kept = read('packs');
  if (Date.now() - (kept?.at ?? 0) < FRESH) return false;
  const { ok, data } = await request('GET', '/lexicons');
  if (!ok) return false;
  const list = data.lexicons.map(({ id, name, games }) => ({ id, name, games: games && Object.keys(games) }));
  write('packs', { at: Date.now(), list });
  return JSON.stringify(list) !== JSON.stringify(kept?.list);
}

/**
 * Prepares a game in another language than the server's default: a crossword gets the keys of its pack, and a game in
 * Hangul the module that composes its letters.
 * @param {any} state
 */
export async function prepareLexicon(state) {
  if (!state.lexicon.id) await completeLexicon(state);
  await loadScript(state.lexicon);
}

/**
 * Loads the module that composes the letters of a pack, if they are Hangul.
 * @param {{unit?: string, keyboard?: string[]}} lexicon
 */
export async function loadScript({ unit, keyboard = [] }) {
  if (unit === 'jamo') scripts.hangul = await import('../state/hangul.js');
  const isHangul = unit === 'syllable' && /[ㄱ-ㅣ]/.test(keyboard.join(''));
  scripts.Syllables = isHangul ? (await import('../board/syllables.js')).Syllables : undefined;
}

async function completeLexicon(state) {
  const { ok, data } = await request('GET', '/lexicons');
  const pack = ok && data.lexicons.find(({ id }) => id === state.options.lexicon);
  if (!pack) return;
  const { unit = pack.unit } = pack.games?.[state.rules] ?? {};
  // The pack's letters are not those of a game in another unit: that takes every letter, and the server decides.
  state.lexicon = state.pack = unit === pack.unit ? pack : { id: pack.id, unit, letters: [], keyboard: pack.keyboard };
}
