/** The hash of the visible boards, by which a client verifies that it is in sync. */

/** 32-bit FNV-1a over UTF-8. @param {string} input @returns {string} 8 lower-case hex digits */
export function fnv1a(input) {
  let hash = 2166136261;
  for (const byte of new TextEncoder().encode(input)) hash = Math.imul(hash ^ byte, 16777619);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The text that the hash covers: the sequence, then a line `number:text` for each visible board. */
export function canonicalText(sequence, boards) {
  return [String(sequence), ...boards.map(({ board, text }) => `${board}:${text}`)].join('\n');
}
