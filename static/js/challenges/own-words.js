/** A list of words as people write it: one on each line, each with a clue if they like. */

/** The number or the bullet at the start of a line. */
const BULLET = /^\s*(?:\d+[.)]|[•*·])\s*/;
/** A word, a dash, a colon or a tab, and its clue. */
const WITH_CLUE = /^([^\s:–—-]+)\s*[:\t–—-]\s*(.*)$/;

/**
 * @param {string} list lines such as `OCEAN`, `OCEAN - deep and blue`, `OCEAN: deep and blue` or `OCEAN, RIVER`
 * @returns {(string|{word: string, clue: string})[]} for the option `words` of a challenge
 */
export function ownWords(list) {
  return list.split('\n').map((line) => line.replace(BULLET, '').trim()).filter(Boolean).flatMap((line) => {
    const [, word, clue] = WITH_CLUE.exec(line) ?? [];
    if (word) return clue ? [{ word, clue }] : [word];
    return line.split(/[,;]/).map((each) => each.trim()).filter(Boolean);
  });
}

/** The word of an entry. @param {string|{word: string}} entry @returns {string} */
export const wordOf = (entry) => entry.word ?? entry;
