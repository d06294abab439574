/** What counts as a letter: one alphabetic grapheme cluster of any script. The server has the last word. */
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter() : null;

const graphemes = (input) => (segmenter ? Array.from(segmenter.segment(input), ({ segment }) => segment) : [...input]);

/** Raises a letter, except where that would make two of one (ß). */
function raise(letter) {
  const upper = letter.toUpperCase();
  return graphemes(upper).length === 1 ? upper : letter;
}

/** @param {string} input @returns {string[]} its letters, raised, in order; everything else is left out */
export function lettersOf(input) {
  return graphemes(input.normalize('NFC')).filter((each) => /^\p{Alphabetic}/u.test(each)).map(raise);
}
