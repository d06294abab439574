/** The letters to touch: large keys from the game's alphabet, in the typewriter's order where there is room. */
import { byId, el, show } from '../page/dom.js';
import { text } from '../strings.js';

const TYPEWRITER = [...'QWERTYUIOPASDFGHJKLZXCVBNM'];
/** Ten keys of 44 px and their gaps. */
const ROOM = 476;

/** Signs of the keys that are no letters; their names are in the table of strings. */
const SIGNS = { Backspace: '⌫', Enter: '⏎', Turn: '⤵' };

export class Keyboard {
  #drawn = '';
  #window = '';
  #wide = false;
  #press;

  /** @param {(key: string) => void} press a letter, or one of `Backspace`, `Enter`, `Turn` */
  constructor(press) {
    this.#press = press;
    const keys = byId('keys');
    // The board keeps the focus, and with it the place.
    keys.addEventListener('mousedown', (event) => event.preventDefault());
    keys.addEventListener('click', ({ target }) => {
      const key = target.closest('button');
      if (key) this.#press(key.dataset.key);
    });
  }

  /**
   * @param {Object} how
   * @param {boolean} how.shown @param {string[]} how.letters @param {string[]} [how.commands] the first stands before
   *   the last row of letters, the others after it
   * @param {string} [how.label] @param {string|null} [how.picked] @param {Map<string, string>} [how.marks] by letter
   */
  draw({ shown, letters, commands = [], label = text.keys, picked = null, marks = new Map() }) {
    const keys = byId('keys');
    show(keys, shown);
    if (!shown) return;
    keys.setAttribute('aria-label', label);
    const size = `${innerWidth}x${innerHeight}`;
    if (this.#window !== size) {
      this.#window = size;
      this.#wide = keys.clientWidth >= ROOM;
    }
    const typewriter = this.#wide && letters.length === 26 && TYPEWRITER.every((each) => letters.includes(each));
    const order = [...(typewriter ? TYPEWRITER : letters)];
    if (commands.length > 1) order.splice(typewriter ? 19 : order.length, 0, commands[0]);
    order.push(...commands.slice(commands.length > 1 ? 1 : 0));
    if (this.#drawn !== order.join()) {
      this.#drawn = order.join();
      keys.replaceChildren(...order.map((key) => el('button', {
        type: 'button', class: key in SIGNS ? 'key command' : 'key', 'data-key': key, 'aria-label': text.keyNames[key],
      }, SIGNS[key] ?? key)));
      keys.classList.toggle('typewriter', typewriter);
    }
    for (const key of keys.children) {
      const letter = key.dataset.key;
      const mark = marks.get(letter) ?? '';
      key.classList.toggle('picked', letter === picked);
      if (key.dataset.mark === mark) continue;
      key.dataset.mark = mark;
      if (!(letter in SIGNS)) key.setAttribute('aria-label', mark ? `${letter}, ${text.marks[mark]}` : letter);
    }
  }
}
