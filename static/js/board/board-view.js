/** The board as a grid of 25 cells: draws what changed, tells which cell was chosen. */
import { paint } from '../page/colours.js';
import { byId, el } from '../page/dom.js';
import { CELLS, SIZE, square } from '../state/game-state.js';
import { text } from '../strings.js';
import { bar, cellsOf } from './words.js';

const CURSOR_SHOWN = 45000;

/**
 * @typedef {import('../state/game-state.js').Cell & {colour?: string, author?: string, pending?: boolean,
 *   choice?: string, dim?: boolean}} Look a cell as it is shown; `choice`: the letter that a press would place
 */

export class BoardView {
  #cells = [];
  #drawn = [];
  #bars = '';
  #peers = new Map();
  #input = byId('letters');

  /** @param {(cell: number) => void} onChoose */
  constructor(onChoose) {
    const grid = byId('grid');
    for (let row = 0; row < SIZE; row += 1) {
      const cells = Array.from({ length: SIZE }, (_, column) => el('div', {
        role: 'gridcell', id: `cell-${row * SIZE + column}`, class: 'cell', 'data-cell': row * SIZE + column,
      }));
      this.#cells.push(...cells);
      grid.append(el('div', { role: 'row' }, ...cells));
    }
    // Focus stays in the input while cells are pressed, so that a phone's keyboard does not bounce.
    grid.addEventListener('mousedown', (event) => event.preventDefault());
    grid.addEventListener('click', ({ target }) => {
      const cell = target.closest('.cell');
      if (cell) onChoose(Number(cell.dataset.cell));
    });
  }

  focus() {
    this.#input.focus({ preventScroll: true });
  }

  /** @param {(cell: number) => Look} look @param {any[]} words those with a bar along them */
  draw(look, words = []) {
    for (let index = 0; index < CELLS; index += 1) {
      const seen = look(index);
      const within = words.filter((word) => cellsOf(word).includes(index)).map((word) => word.text);
      const key = JSON.stringify([seen, within]);
      if (this.#drawn[index]?.key === key) continue;
      const before = this.#drawn[index]?.value ?? '';
      this.#drawn[index] = { key, value: seen.value };
      this.#drawCell(this.#cells[index], seen, before);
      this.#cells[index].setAttribute('aria-label', describe(index, seen, within));
    }
    const key = words.map((word) => `${word.direction}${word.cell}${word.length}`).join();
    if (key === this.#bars) return;
    this.#bars = key;
    byId('bars').replaceChildren(...words.map(bar));
  }

  #drawCell(cell, seen, before) {
    const { kind, value, mark, number, label = number } = seen;
    paint(cell, value ? seen.colour : undefined);
    for (const name of ['pending', 'circled', 'choice', 'dim']) cell.classList.toggle(name, Boolean(seen[name]));
    for (const name of ['block', 'given']) cell.classList.toggle(name, kind === name);
    cell.classList.toggle('rebus', value.length > 1);
    cell.dataset.mark = mark ?? '';
    cell.dataset.letter = seen.choice ?? '';
    cell.dataset.number = label ?? '';
    if (before === value) return;
    cell.querySelector('.letter')?.remove();
    // A new element each time, so that its entry animation plays.
    if (value) cell.prepend(el('span', { class: 'letter' }, value));
  }

  /** Marks the current cell and line, and puts the input over the cell. */
  place({ cell: current, direction, line, turns }) {
    this.#cells.forEach((cell, index) => {
      cell.classList.toggle('current', index === current);
      cell.classList.toggle('line', line.includes(index));
      cell.setAttribute('aria-selected', String(index === current));
    });
    byId('frame').classList.toggle('turns', turns);
    byId('frame').classList.toggle('down', direction === 'down');
    this.#input.style.setProperty('--row', Math.floor(current / SIZE));
    this.#input.style.setProperty('--column', current % SIZE);
    this.#input.setAttribute('aria-activedescendant', `cell-${current}`);
  }

  /** A short glow (somebody else wrote here) or shake (`refused`: the server put its value back). */
  flash(index, kind = 'fresh') {
    const { classList } = this.#cells[index];
    classList.remove(kind);
    requestAnimationFrame(() => classList.add(kind));
    setTimeout(() => classList.remove(kind), 1600);
  }

  /** Another player's place on the board, by a ring and, for a moment, the name. */
  showPeer({ seat, colour, name }, cell) {
    const peer = this.#peers.get(seat) ?? { mark: el('span', { class: 'peer', 'aria-hidden': 'true' }) };
    this.#peers.set(seat, peer);
    clearTimeout(peer.timer);
    paint(peer.mark, colour);
    peer.mark.replaceChildren(el('span', { class: 'tag' }, name));
    this.#cells[cell].append(peer.mark);
    peer.timer = setTimeout(() => this.hidePeer(seat), CURSOR_SHOWN);
  }

  hidePeer(seat) {
    this.#peers.get(seat)?.mark.remove();
  }
}

function describe(index, { kind, value, author, pending, mark, number, choice }, within) {
  const at = number ? text.numbered(square(index), number) : square(index);
  if (kind === 'block') return text.cellBlock(at);
  if (kind === 'given') return text.cellGiven(at, value);
  const what = value ? text.cell(at, value, author) : choice ? text.placeHere(at, choice) : text.cellEmpty(at);
  return [what, text.marks[mark], pending && text.notSaved, within.length && text.inWords(within.join(', '))]
    .filter(Boolean).join(', ');
}
