/** The clues of a mini: the present one beside the board, all of them in two lists. */
import { byId, el, say, show } from '../page/dom.js';
import { SIZE } from '../state/game-state.js';
import { text } from '../strings.js';

/** @typedef {{direction: string, cells: number[], name: string, clue: string, answer?: string}} Slot */

export class Clues {
  #play;
  /** @type {Slot[]|null} */
  #slots = null;
  #items = [];

  /** @param {import('./mini-play.js').MiniPlay} play */
  constructor(play) {
    this.#play = play;
    byId('clue-before').addEventListener('click', () => this.#turn(true));
    byId('clue-after').addEventListener('click', () => this.#turn(false));
    byId('clue-text').addEventListener('click', () => play.caret.toggle());
  }

  #turn(back) {
    this.#play.enter(back);
    this.#play.view.focus();
  }

  /** Makes the lists. @param {any} clues as the server tells them @returns {Slot[]|null} across, then down */
  read(clues) {
    this.#slots = clues && ['across', 'down'].flatMap((direction) => clues[direction].map((each) => ({
      ...each, direction, name: each.label ?? String(each.number),
      cells: Array.from({ length: each.length }, (_, place) => each.cell + place * (direction === 'down' ? SIZE : 1)),
    })));
    this.#items = (this.#slots ?? []).map((slot) => el('li', {}, el('button', {
      type: 'button', class: 'clue', onclick: () => this.#choose(slot),
    }, el('b', {}, slot.name), el('span', {}, slot.clue))));
    for (const direction of ['across', 'down']) {
      byId(`clues-${direction}`).replaceChildren(
        ...this.#items.filter((_, index) => this.#slots[index].direction === direction));
    }
    return this.#slots;
  }

  draw() {
    const { caret, isEmpty, state } = this.#play;
    const { slot } = caret;
    show(byId('clues'), Boolean(this.#slots));
    show(byId('clue'), Boolean(slot) && state.phase === 'playing');
    if (!slot) return;
    const crossing = caret.slotAt(slot.direction === 'across' ? 'down' : 'across');
    say(byId('clue-text'), text.clue(slot.name, text[slot.direction], slot.clue));
    this.#slots.forEach((each, index) => {
      const [button] = this.#items[index].children;
      button.classList.toggle('present', each === slot);
      button.classList.toggle('crossing', each === crossing);
      button.classList.toggle('filled', !each.cells.some(isEmpty));
      button.setAttribute('aria-current', each === slot);
    });
  }

  #choose({ cells, direction }) {
    const { caret, isEmpty, view } = this.#play;
    caret.select(cells.find(isEmpty) ?? cells[0], direction);
    view.focus();
  }
}
