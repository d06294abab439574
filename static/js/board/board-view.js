/** The board as a grid of 25 cells: redraws changed cells and reports presses. */
import { paint } from '../page/colours.js';
import { byId, el } from '../page/dom.js';
import { CELLS, SIZE, square } from '../state/game-state.js';
import { text } from '../strings.js';
import { cellsOf, wordBar } from './words.js';

const PEER_DURATION = 45000;
/** The sides of a cell on which a bar ends a word. */
const SIDES = ['right', 'bottom'];

/**
 * @typedef {import('../types.js').Cell & {colour?: string, author?: string, pending?: boolean,
 *   choice?: string, dim?: boolean, held?: boolean, spoken?: string, place?: string}} CellAppearance `choice`: the
 *   letter that a press would place; `held`: it is picked up; `spoken`, `place`: read out instead of the square and the
 *   letter, and after the marks
 */

export class BoardView {
  #cells = [];
  #drawn = [];
  #bars = '';
  #peers = new Map();
  #input = byId('letters');

  constructor(onPress) {
    const grid = byId('grid');
    for (let row = 0; row < SIZE; row += 1) {
      const cells = Array.from({ length: SIZE }, (_, column) => el('div', {
        role: 'gridcell', id: `cell-${row * SIZE + column}`, class: 'cell', 'data-cell': row * SIZE + column,
      }));
      this.#cells.push(...cells);
      grid.append(el('div', { role: 'row' }, ...cells));
    }
    // The input keeps the focus while cells are pressed, so that a phone's keyboard stays open.
    grid.addEventListener('mousedown', (event) => event.preventDefault());
    grid.addEventListener('click', ({ target }) => {
      const cell = target.closest('.cell');
      if (cell) onPress(Number(cell.dataset.cell));
    });
  }

  focus() {
    this.#input.focus({ preventScroll: true });
  }

  draw(appearanceOf, words = []) {
    for (let index = 0; index < CELLS; index += 1) {
      const appearance = appearanceOf(index);
      const inWords = words.filter((word) => cellsOf(word).includes(index)).map((word) => word.text);
      const key = JSON.stringify([appearance, inWords]);
      if (this.#drawn[index]?.key === key) continue;
      const before = this.#drawn[index]?.value ?? '';
      this.#drawn[index] = { key, value: appearance.value };
      this.#drawCell(this.#cells[index], appearance, before);
      this.#cells[index].setAttribute('aria-label', describe(index, appearance, inWords));
    }
    const key = words.map((word) => `${word.direction}${word.cell}${word.length}`).join();
    if (key === this.#bars) return;
    this.#bars = key;
    byId('bars').replaceChildren(...words.map(wordBar));
  }

  #drawCell(cell, appearance, before) {
    const { kind, value, mark, number, label = number } = appearance;
    paint(cell, value ? appearance.colour : undefined);
    for (const name of ['pending', 'circled', 'choice', 'dim', 'held']) {
      cell.classList.toggle(name, Boolean(appearance[name]));
    }
    for (const side of SIDES) cell.classList.toggle(`bar-${side}`, Boolean(appearance.bars?.includes(side)));
    for (const name of ['block', 'given']) cell.classList.toggle(name, kind === name);
    cell.classList.toggle('rebus', value.length > 1);
    cell.dataset.mark = mark ?? '';
    cell.dataset.letter = appearance.choice ?? '';
    cell.dataset.number = label ?? '';
    if (before === value) return;
    cell.querySelector('.letter')?.remove();
    // A new element plays the entry animation.
    if (value) cell.prepend(el('span', { class: 'letter' }, value));
  }

  showCaret({ cell: current, direction, line, canTurn }) {
    this.#cells.forEach((cell, index) => {
      cell.classList.toggle('current', index === current);
      cell.classList.toggle('line', line.includes(index));
      cell.setAttribute('aria-selected', String(index === current));
    });
    byId('frame').classList.toggle('turns', canTurn);
    byId('frame').classList.toggle('down', direction === 'down');
    this.#input.style.setProperty('--row', Math.floor(current / SIZE));
    this.#input.style.setProperty('--column', current % SIZE);
    this.#input.setAttribute('aria-activedescendant', `cell-${current}`);
  }

  /** A short glow for another player's letter (`fresh`), or a shake for a refused edit (`refused`). */
  flash(index, kind = 'fresh') {
    const { classList } = this.#cells[index];
    classList.remove(kind);
    requestAnimationFrame(() => classList.add(kind));
    setTimeout(() => classList.remove(kind), 1600);
  }

  showPeer({ seat, colour, name }, cell) {
    const peer = this.#peers.get(seat) ?? { mark: el('span', { class: 'peer', 'aria-hidden': 'true' }) };
    this.#peers.set(seat, peer);
    clearTimeout(peer.timer);
    paint(peer.mark, colour);
    peer.mark.replaceChildren(el('span', { class: 'tag' }, name));
    this.#cells[cell].append(peer.mark);
    peer.timer = setTimeout(() => this.hidePeer(seat), PEER_DURATION);
  }

  hidePeer(seat) {
    this.#peers.get(seat)?.mark.remove();
  }
}

function describe(index, appearance, inWords) {
  const { kind, value, author, pending, held, mark, label, number = label, choice, spoken, place } = appearance;
  const at = number ? text.numbered(square(index), number) : square(index);
  if (kind === 'block') return text.cellBlock(at);
  if (kind === 'given') return text.cellGiven(at, value);
  const what = spoken ?? (value ? text.cell(at, value, author)
    : choice ? text.placeHere(at, choice) : text.cellEmpty(at));
  const parts = [what, held && text.pickedUp, text.marks[mark] ?? mark, pending && text.notSaved, place,
    inWords.length && text.inWords(inWords.join(', '))];
  return parts.filter(Boolean).join(', ');
}

/** A legend of the marks. @param {Record<string, string>} meanings by mark */
export const markLegend = (meanings) => el('ul', { id: 'legend' }, ...Object.entries(meanings).map(([mark, meaning]) =>
  el('li', {}, el('i', { 'data-mark': mark }), el('span', {}, meaning))));
