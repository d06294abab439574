/** The line below the board: the swaps that are left, and the stars that are still possible. */
import { el, setText, setVisible } from '../../page/dom.js';
import { starRow, words } from './game.js';

export class SwapCounter {
  #count = el('b');
  #stars = el('span', { class: 'stars', 'aria-hidden': 'true' });
  #possible = el('span', { class: 'unseen' });
  node = el('p', { id: 'swaps' }, el('span', {}, words.counter, ' ', this.#count), this.#stars, this.#possible);

  /** @param {number|undefined} left undefined hides the line @param {number} stars */
  draw(left, stars) {
    setVisible(this.node, left !== undefined);
    if (left === undefined) return;
    setText(this.#count, String(left));
    setText(this.#stars, starRow(stars));
    setText(this.#possible, words.possible(stars));
  }
}
