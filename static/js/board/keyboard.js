/** The on-screen keyboard, as in the game's language and as the reader's own. */
import { byId, el, setVisible } from '../page/dom.js';
import { text } from '../strings.js';
import { DEFAULTS, settings } from '../wire/settings.js';

const LAYOUTS = {
  qwerty: ['QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM'],
  qwertz: ['QWERTZUIOP', 'ASDFGHJKL', 'YXCVBNM'],
  azerty: ['AZERTYUIOP', 'QSDFGHJKLM', 'WXCVBN'],
};
const LATIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Symbols of the command keys; their names are in the table of strings. */
const SYMBOLS = { Backspace: '⌫', Enter: '⏎', Turn: '⤵', Shift: '⇧' };

export class Keyboard {
  #drawn = '';
  #keys = [];
  #onKey;
  #onLoad;
  /** Rows of other alphabets, by the reader's keyboard and the letters. */
  #rows = {};

  /** @param {(key: string) => void} onKey @param {() => void} onLoad when the keys of another alphabet can be drawn */
  constructor(onKey, onLoad) {
    this.#onKey = onKey;
    this.#onLoad = onLoad;
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
   * @param {boolean} options.shown @param {string[]} options.letters @param {string} [options.language] of the letters
   * @param {string[]} [options.keyboard] the rows of the lexicon's own keys
   * @param {string[]} [options.commands] the first of several is put before the last row of letters
   * @param {string} [options.label] @param {string|null} [options.picked]
   * @param {Map<string, string>} [options.marks] by letter
   */
  draw({ shown, letters, lexicon, keyboard, commands = [], label = text.keys, picked = null, marks = new Map() }) {
    const keys = byId('keys');
    setVisible(keys, shown);
    if (!shown) return;
    keys.setAttribute('aria-label', label);
    const rows = (keyboard && ownRows(keyboard, letters)) ?? this.#rowsOf(letters, lexicon);
    if (!rows) return;
    this.#lay(rows.map((row) => [...row]), commands);
    for (const key of this.#keys) {
      const letter = key.dataset.key;
      const mark = marks.get(letter) ?? '';
      key.classList.toggle('picked', letter === picked);
      if (key.dataset.mark === mark) continue;
      key.dataset.mark = mark;
      if (!(letter in SYMBOLS)) key.setAttribute('aria-label', mark ? `${letter}, ${text.marks[mark]}` : letter);
    }
  }

  /** @returns {string[]|null} null until the module with other alphabets has loaded */
  #rowsOf(letters, lexicon) {
    const { keyboard } = settings();
    const own = LAYOUTS[keyboard];
    const alphabet = letters.join('');
    // Only the name of a list in another language asks for other rows.
    const isOwn = !lexicon || /^en\b/.test(lexicon);
    if (isOwn && alphabet === LATIN && own) return own;
    const name = keyboard + alphabet;
    if (!(name in this.#rows)) {
      this.#rows[name] = null;
      import('./layouts.js').then(({ rowsOf }) => {
        this.#rows[name] = rowsOf(letters, lexicon, own, keyboard !== DEFAULTS.keyboard);
        this.#onLoad();
      }, () => delete this.#rows[name]);
    }
    return this.#rows[name];
  }

  #lay(rows, commands) {
    const last = rows.at(-1);
    if (commands.length > 1) last.unshift(commands[0]);
    last.push(...commands.slice(commands.length > 1 ? 1 : 0));
    const drawn = JSON.stringify(rows);
    if (this.#drawn === drawn) return;
    this.#drawn = drawn;
    const { style } = document.body;
    style.setProperty('--rows', rows.length);
    style.setProperty('--key', rows.length < 4 ? '' : rows.length < 5 ? '40px' : '34px');
    byId('keys').replaceChildren(...rows.map((row) => el('div', { class: 'row' }, ...row.map(drawKey))));
    this.#keys = [...byId('keys').querySelectorAll('.key')];
  }
}

/** A lexicon's rows, with the letters A to Z as on the reader's own keyboard; null if these are not for the letters. */
function ownRows(keyboard, letters) {
  const rows = keyboard.map((row) => [...row]);
  if (!letters.every((letter) => rows.flat().includes(letter))) return null;
  const { keyboard: name } = settings();
  const isUsual = name === DEFAULTS.keyboard && name === 'qwerty';
  const isLatin = [...LATIN].every((letter) => letters.includes(letter));
  if (isUsual || !isLatin) return rows;
  const more = (index) => rows[index]?.filter((letter) => !LATIN.includes(letter)) ?? [];
  return LAYOUTS[name]?.map((row, index) => [...row, ...more(index)]) ?? null;
}

const drawKey = (key) => el('button', {
  type: 'button', class: key in SYMBOLS ? 'key command' : 'key', 'data-key': key, 'aria-label': text.keyNames[key],
}, SYMBOLS[key] ?? key);
