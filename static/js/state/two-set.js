/** The two-set keyboard: composes syllables of Hangul from the jamo of its keys, as an input method does. */
import { FINALS, joined, VOWELS } from './hangul.js';

/** Two keys that write one letter; doubled consonants have Shift, but at the start of a syllable also two presses. */
const PAIRS = Object.fromEntries(Object.entries({
  ㅗ: 'ㅏㅘㅐㅙㅣㅚ', ㅜ: 'ㅓㅝㅔㅞㅣㅟ', ㅡ: 'ㅣㅢ', ㅑ: 'ㅣㅒ', ㅕ: 'ㅣㅖ',
  ㄱ: 'ㅅㄳ', ㄴ: 'ㅈㄵㅎㄶ', ㄹ: 'ㄱㄺㅁㄻㅂㄼㅅㄽㅌㄾㅍㄿㅎㅀ', ㅂ: 'ㅅㅄ',
}).flatMap(([first, more]) => more.match(/../g).map(([second, both]) => [first + second, both])));
const DOUBLED = { ㄱㄱ: 'ㄲ', ㄷㄷ: 'ㄸ', ㅂㅂ: 'ㅃ', ㅅㅅ: 'ㅆ', ㅈㅈ: 'ㅉ' };

/**
 * @param {string} keys jamo, also those that Shift writes
 * @returns {{letters: string[], rest: string}} syllables, and jamo that make none; the keys of the last of them
 */
export function composed(keys) {
  const letters = [];
  let [initial, vowel, end, start] = ['', '', '', 0];
  const close = () => { if (initial || vowel) letters.push(joined(initial, vowel, end)); };
  const begin = (index, first, second = '') => {
    close();
    [initial, vowel, end, start] = [first, second, '', index];
  };
  /** The last key of an end begins the syllable of the vowel after it. */
  const moveEnd = (index, key) => {
    const [pair = end] = Object.keys(PAIRS).filter((each) => PAIRS[each] === end);
    end = pair.slice(0, -1);
    begin(index - 1, pair.at(-1), key);
  };
  const addVowel = (index, key) => {
    if (end) moveEnd(index, key);
    else if (!vowel) vowel = key;
    else if (PAIRS[vowel + key]) vowel = PAIRS[vowel + key];
    else begin(index, '', key);
  };
  const addConsonant = (index, key) => {
    const ended = end ? PAIRS[end + key] : key;
    if (initial && vowel && FINALS.includes(ended)) end = ended;
    else if (!vowel && DOUBLED[initial + key]) initial = DOUBLED[initial + key];
    else begin(index, key);
  };
  [...keys].forEach((key, index) => (VOWELS.includes(key) ? addVowel : addConsonant)(index, key));
  close();
  return { letters, rest: keys.slice(start) };
}
