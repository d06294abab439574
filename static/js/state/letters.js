/** A letter is one alphabetic grapheme cluster of any script; the server decides whether a game has it. */
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter() : null;

const graphemes = (input) => (segmenter ? Array.from(segmenter.segment(input), ({ segment }) => segment) : [...input]);

const TURKIC_CAPITALS = { i: 'İ', ı: 'I' };

/**
 * Upper case, except where it would be two letters (ß).
 * @param {string} letter
 * @param {string | string[]} [alphabet] with İ, that of a language in which i and ı are two letters
 */
function toUpper(letter, alphabet = []) {
  const upper = (alphabet.includes('İ') && TURKIC_CAPITALS[letter]) || letter.toUpperCase();
  return graphemes(upper).length === 1 ? upper : letter;
}

/** The letter as an alphabet has it, perhaps without accents, else null. An empty alphabet has every letter. */
export function spelled(letter, alphabet) {
  const plain = toUpper(letter.normalize('NFKD').replace(/\p{M}/gu, ''));
  return [letter, letter.toLowerCase(), plain].find((each) => alphabet.includes(each))
    ?? (alphabet.length ? null : letter);
}

/** What games of Hangul need, see packs.js. @type {{hangul?: typeof import('./hangul.js'), Syllables?: any}} */
export const scripts = {};

/** The letters of a typed text, as the keys of a game's lexicon write them: Ä may be A and E, 가 ㄱ and ㅏ. */
export function typedLetters(input, { letters = [], unit, fold = {} }) {
  const keysOf = (letter) => (unit === 'jamo' && scripts.hangul?.takeApart(letter)) || [letter];
  return lettersOf(input, letters).flatMap(keysOf).flatMap((letter) => (
    letters.includes(letter) || !(letter in fold) ? letter : [...fold[letter]]));
}

const KEY_ROWS = ['QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM'];

/** What a key writes on the keyboard of a game's lexicon. @param {string} key by its place on QWERTY */
export function lettersOfKey(key, isShifted, lexicon) {
  const row = KEY_ROWS.findIndex((keys) => keys.includes(key));
  const letter = [...lexicon.keyboard?.[row] ?? ''][KEY_ROWS[row]?.indexOf(key)] ?? key;
  return typedLetters((isShifted && scripts.hangul?.withShift(letter)) || letter, lexicon);
}

/** A word as it is written: where letters are jamo, in syllables. */
export const written = (word, { unit, fold }) => ((unit === 'jamo' && scripts.hangul?.putTogether(word, fold)) || word);

/** The letters of a text, and those of its other signs that `also` has, such as the digits of a crossword. */
export function lettersOf(input, also = []) {
  return graphemes(input.normalize('NFC')).filter((each) => /^\p{Alphabetic}/u.test(each) || also.includes(each))
    .map((each) => toUpper(each, also));
}
