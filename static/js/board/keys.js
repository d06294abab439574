/** The keyboard of letters to call, made from the lexicon's alphabet. */
import { byId, el, show } from '../page/dom.js';
import { text } from '../strings.js';

export class Keys {
  #letters = '';
  #onPick;

  /** @param {(letter: string) => void} onPick */
  constructor(onPick) {
    this.#onPick = onPick;
  }

  /** @param {string[]} letters @param {{shown: boolean, last: boolean, picked: string|null}} how */
  draw(letters, { shown, last, picked }) {
    const keys = byId('keys');
    if (this.#letters !== letters.join()) {
      this.#letters = letters.join();
      keys.replaceChildren(...letters.map((letter) => this.#key(letter)));
    }
    keys.setAttribute('aria-label', last ? text.lastKeys : text.keys);
    for (const key of keys.children) key.classList.toggle('picked', key.textContent === picked);
    show(keys, shown);
  }

  #key(letter) {
    return el('button', { type: 'button', class: 'key', onclick: () => this.#onPick(letter) }, letter);
  }
}
