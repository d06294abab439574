/** A letter is one alphabetic grapheme cluster of any script; the server decides whether a game has it. */
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter() : null;

const graphemes = (input) => (segmenter ? Array.from(segmenter.segment(input), ({ segment }) => segment) : [...input]);

/** Upper case, except where it would be two letters (ß). */
function toUpper(letter) {
  const upper = letter.toUpperCase();
  return graphemes(upper).length === 1 ? upper : letter;
}

/** The letter as an alphabet has it, perhaps without accents, else null. An empty alphabet has every letter. */
export function spelled(letter, alphabet) {
  const plain = toUpper(letter.normalize('NFKD').replace(/\p{M}/gu, ''));
  return [letter, letter.toLowerCase(), plain].find((each) => alphabet.includes(each))
    ?? (alphabet.length ? null : letter);
}

export function lettersOf(input) {
  return graphemes(input.normalize('NFC')).filter((each) => /^\p{Alphabetic}/u.test(each)).map(toUpper);
}
