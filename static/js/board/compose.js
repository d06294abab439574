/**
 * Writes the word of an input method where it began. Letters that have not changed stay; in place of the others the cells
 * first get back what they held before.
 * @param {import('../games/play.js').Play} play
 * @param {{steps?: any[], fixed?: number, end?: string}} word the same one while the input method changes it
 * @param {string[]} letters the whole word
 */
export function compose(play, word, letters) {
  const { caret, client } = play;
  const place = () => `${caret.cell}${caret.direction}`;
  const steps = word.steps ??= [];
  // Once the caret was moved, the letters before stay, and the rest is written where it is now.
  if (word.end !== place()) word.fixed = steps.length;
  const changed = steps.findIndex(({ letter }, at) => letter !== letters[at]);
  const kept = Math.max(word.fixed, changed < 0 ? steps.length : changed);
  const draft = play.draft = new Map();
  for (const { cell, direction, before } of steps.splice(kept).reverse()) {
    if (play.isAhead) {
      play.backspace();
      continue;
    }
    draft.set(cell, before);
    caret.select(cell, direction);
  }
  for (const letter of letters.slice(kept)) {
    const { cell, direction } = caret;
    steps.push({ letter, cell, direction, before: play.entryAt(cell) });
    play.type([letter]);
  }
  play.draft = null;
  for (const [cell, { value, pencil }] of draft) client.write(cell, value, { pencil });
  word.end = place();
}
