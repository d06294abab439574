/** The on-screen keyboard: rows as on the reader's own keyboard, or the game's alphabet in its order. */
import { byId, el, setVisible } from '../page/dom.js';
import { text } from '../strings.js';
import { settings } from '../wire/settings.js';

const LAYOUTS = {
  qwerty: ['QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM'],
  qwertz: ['QWERTZUIOP', 'ASDFGHJKL', 'YXCVBNM'],
  azerty: ['AZERTYUIOP', 'QSDFGHJKLM', 'WXCVBN'],
};
/** The most letters in a row, for letters that the layout does not have, such as Ñ. */
const LONGEST_ROW = 11;

/** Symbols of the command keys; their names are in the table of strings. */
const SYMBOLS = { Backspace: '⌫', Enter: '⏎', Turn: '⤵' };

/**
 * @param {string[]} letters the alphabet
 * @returns {string[][]|null} rows; null if the reader prefers the alphabet's order, or it lacks letters of the layout
 */
function rowsOf(letters) {
  const rows = LAYOUTS[settings().keyboard]?.map((row) => [...row]);
  if (!rows?.flat().every((letter) => letters.includes(letter))) return null;
  const more = letters.filter((letter) => !rows.flat().includes(letter));
  for (const row of [rows[1], rows[0]]) row.push(...more.splice(0, LONGEST_ROW - row.length));
  return more.length ? [more, ...rows] : rows;
}

export class Keyboard {
  #drawn = '';
  #keys = [];
  #onKey;

  /** @param {(key: string) => void} onKey called with a letter, `Backspace`, `Enter` or `Turn` */
  constructor(onKey) {
    this.#onKey = onKey;
    const keys = byId('keys');
    // The board keeps the focus.
    keys.addEventListener('mousedown', (event) => event.preventDefault());
    keys.addEventListener('click', ({ target }) => {
      const key = target.closest('button');
      if (key) this.#onKey(key.dataset.key);
    });
  }

  /**
   * @param {Object} options
   * @param {boolean} options.shown @param {string[]} options.letters
   * @param {string[]} [options.commands] the first of several is put before the last row of letters
   * @param {string} [options.label] @param {string|null} [options.picked]
   * @param {Map<string, string>} [options.marks] by letter
   */
  draw({ shown, letters, commands = [], label = text.keys, picked = null, marks = new Map() }) {
    const keys = byId('keys');
    setVisible(keys, shown);
    if (!shown) return;
    keys.setAttribute('aria-label', label);
    const rows = rowsOf(letters);
    this.#lay(rows ?? [[...letters]], commands, rows ? 'row' : 'alphabet');
    for (const key of this.#keys) {
      const letter = key.dataset.key;
      const mark = marks.get(letter) ?? '';
      key.classList.toggle('picked', letter === picked);
      if (key.dataset.mark === mark) continue;
      key.dataset.mark = mark;
      if (!(letter in SYMBOLS)) key.setAttribute('aria-label', mark ? `${letter}, ${text.marks[mark]}` : letter);
    }
  }

  #lay(rows, commands, kind) {
    const last = rows.at(-1);
    if (commands.length > 1) last.splice(kind === 'row' ? 0 : last.length, 0, commands[0]);
    last.push(...commands.slice(commands.length > 1 ? 1 : 0));
    const drawn = JSON.stringify(rows);
    if (this.#drawn === drawn) return;
    this.#drawn = drawn;
    byId('keys').replaceChildren(...rows.map((row) => el('div', { class: kind }, ...row.map(drawKey))));
    this.#keys = [...byId('keys').querySelectorAll('.key')];
  }
}

const drawKey = (key) => el('button', {
  type: 'button', class: key in SYMBOLS ? 'key command' : 'key', 'data-key': key, 'aria-label': text.keyNames[key],
}, SYMBOLS[key] ?? key);
