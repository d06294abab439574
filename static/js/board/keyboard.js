/** The on-screen keyboard: keys for the game's alphabet, in QWERTY order if they fit. */
import { byId, el, setVisible } from '../page/dom.js';
import { text } from '../strings.js';

const TYPEWRITER = [...'QWERTYUIOPASDFGHJKLZXCVBNM'];
/** Ten keys of 44 px and their gaps. */
const TYPEWRITER_WIDTH = 476;

/** Symbols of the command keys; their names are in the table of strings. */
const SYMBOLS = { Backspace: '⌫', Enter: '⏎', Turn: '⤵' };

export class Keyboard {
  #drawn = '';
  #windowSize = '';
  #wide = false;
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
    const size = `${innerWidth}x${innerHeight}`;
    if (this.#windowSize !== size) {
      this.#windowSize = size;
      this.#wide = keys.clientWidth >= TYPEWRITER_WIDTH;
    }
    const typewriter = this.#wide && letters.length === 26 && TYPEWRITER.every((each) => letters.includes(each));
    const order = [...(typewriter ? TYPEWRITER : letters)];
    if (commands.length > 1) order.splice(typewriter ? 19 : order.length, 0, commands[0]);
    order.push(...commands.slice(commands.length > 1 ? 1 : 0));
    if (this.#drawn !== order.join()) {
      this.#drawn = order.join();
      keys.replaceChildren(...order.map((key) => el('button', {
        type: 'button', class: key in SYMBOLS ? 'key command' : 'key', 'data-key': key,
        'aria-label': text.keyNames[key],
      }, SYMBOLS[key] ?? key)));
      keys.classList.toggle('typewriter', typewriter);
    }
    for (const key of keys.children) {
      const letter = key.dataset.key;
      const mark = marks.get(letter) ?? '';
      key.classList.toggle('picked', letter === picked);
      if (key.dataset.mark === mark) continue;
      key.dataset.mark = mark;
      if (!(letter in SYMBOLS)) key.setAttribute('aria-label', mark ? `${letter}, ${text.marks[mark]}` : letter);
    }
  }
}
