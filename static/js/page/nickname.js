/** A friendly name and a colour, which the page makes up until the reader gives a name. */
import { text } from '../strings.js';
import { read, write } from '../wire/storage.js';
import { PALETTE } from './colours.js';

const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** Two words in the reader's language, chosen once and kept in this browser. @returns {{name: string, colour: string}} */
export function nickname() {
  const kept = read('nickname');
  if (kept) return kept;
  const made = { name: text.nicknames.map(pick).join(' '), colour: pick(PALETTE) };
  write('nickname', made);
  return made;
}
