/** The state hash, by which the page proves to itself that it is in step with the server. */

const OFFSET = 2166136261;
const PRIME = 16777619;
const encoder = new TextEncoder();

/** FNV-1a, 32 bits, over UTF-8. @param {string} input @returns {string} 8 lower-case hex digits */
export function fnv1a(input) {
  let hash = OFFSET;
  for (const byte of encoder.encode(input)) hash = Math.imul(hash ^ byte, PRIME);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/**
 * The canonical text of a projection: the sequence, then one line `number:text` for each visible board.
 * @param {number} sequence @param {{board: number, text: string}[]} boards
 */
export function canonicalText(sequence, boards) {
  return [String(sequence), ...boards.map(({ board, text }) => `${board}:${text}`)].join('\n');
}
