/** Hangul, for words of jamo: syllables are taken apart into the keys that write them, and put together again. */

const FIRST_SYLLABLE = 0xac00;
const [VOWELS_OF_EACH, ENDS_OF_EACH] = [21, 28];
const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
export const VOWELS = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ';
export const FINALS = ['', ...'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ'];
/** What a key of the two-set keyboard writes together with Shift. */
const SHIFTED = { ㅂ: 'ㅃ', ㅈ: 'ㅉ', ㄷ: 'ㄸ', ㄱ: 'ㄲ', ㅅ: 'ㅆ', ㅐ: 'ㅒ', ㅔ: 'ㅖ' };
/** Between two vowels this pair is nearly always an end and an initial (학교); other pairs are one letter (아빠). */
const PARTED = 'ㄱㄱ';
/** The words of the pack in which a pair is not what the rule above says; a test reads the pack for more of them. */
const EXCEPTIONS = `갑부 걷다 겁보 겁부 곧다 굳다 급보 급부 급비 납부 눋다 닫다 답보 닷새 도끼 돋다 두께 듣다 매끼 묻다 미끼 믿다 받다 밥보 새끼
  싣다 아까 어깨 얻다 업보 엿새 자꾸 잡보 잡부 잡비 조끼 집배 첩보 첫수 탑비 텃새 텃세 토끼 햇수`.split(/\s+/);
/** By their keys, as `fold` writes them; made when the first word is put together. @type {Map<string, string>|null} */
let exceptions = null;
const RUNS = /[ㄱ-ㅎ]+|[ㅏ-ㅣ]+|[^ㄱ-ㅎㅏ-ㅣ]/g;

/** @param {string} letter @returns {string[]} the jamo of a syllable; other letters as they are */
export function takeApart(letter) {
  const place = letter.charCodeAt(0) - FIRST_SYLLABLE;
  if (letter.length > 1 || place < 0 || place >= INITIALS.length * VOWELS_OF_EACH * ENDS_OF_EACH) return [letter];
  const syllable = Math.floor(place / ENDS_OF_EACH);
  return [INITIALS[Math.floor(syllable / VOWELS_OF_EACH)], VOWELS[syllable % VOWELS_OF_EACH], FINALS[place % ENDS_OF_EACH]]
    .filter(Boolean);
}

/** @returns {string} a syllable, or the jamo as they are if they make none; `end` may be empty */
export function joined(initial, vowel, end) {
  const [first, middle, last] = [INITIALS.indexOf(initial), VOWELS.indexOf(vowel), FINALS.indexOf(end)];
  if (!initial || !vowel || first < 0 || middle < 0 || last < 0) return initial + vowel + end;
  return String.fromCharCode(FIRST_SYLLABLE + (first * VOWELS_OF_EACH + middle) * ENDS_OF_EACH + last);
}

export const withShift = (letter) => SHIFTED[letter] ?? letter;

/**
 * Composes the keys of a word as it is written, else as the automaton of the two-set keyboard does: the last consonant
 * before a vowel begins its syllable.
 * @param {string} keys jamo as their keys write them @param {Record<string, string>} fold the keys of other jamo
 * @returns {string} syllables; what makes none stays as it is
 */
export function putTogether(keys, fold = {}) {
  const keysOf = (word) => [...word].flatMap(takeApart).map((letter) => fold[letter] ?? letter).join('');
  exceptions ??= new Map(EXCEPTIONS.map((word) => [keysOf(word), word]));
  return exceptions.get(keys) ?? compose(keys, fold);
}

function compose(keys, fold) {
  const jamo = Object.fromEntries(Object.entries(fold).map(([letter, written]) => [written, letter]));
  const letterOf = (run) => jamo[run] ?? run;
  const runs = keys.match(RUNS) ?? [];
  let [done, initial, vowel] = ['', '', ''];
  const close = (end = '') => {
    done += joined(initial, vowel, end);
    [initial, vowel] = ['', ''];
  };
  runs.forEach((run, index) => {
    if (/[ㅏ-ㅣ]/.test(run)) return void (vowel = letterOf(run));
    const begins = /[ㅏ-ㅣ]/.test(runs[index + 1] ?? '') ? beginning(run, vowel, letterOf) : '';
    close(letterOf(run.slice(0, run.length - begins.length)));
    initial = letterOf(begins);
  });
  close();
  return done;
}

/** The consonants at the end of a run that begin the next syllable: one, or two that are one letter. */
function beginning(run, before, letterOf) {
  const pair = run.slice(-2);
  const isOne = pair.length === 2 && pair[0] === pair[1] && INITIALS.includes(letterOf(pair));
  const mayPart = before && pair === PARTED && FINALS.includes(letterOf(run.slice(0, -1)));
  return isOne && !mayPart ? pair : run.slice(-1);
}
