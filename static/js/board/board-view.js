/** The board as a grid of 25 cells: draws what changed, tells which cell was chosen. */
import { paint } from '../page/colours.js';
import { byId, el } from '../page/dom.js';
import { CELLS, SIZE, square } from '../state/game-state.js';
import { text } from '../strings.js';

const CURSOR_SHOWN = 45000;

export class BoardView {
  #cells = [];
  #drawn = [];
  #peers = new Map();
  #input = byId('letters');

  /** @param {(cell: number) => void} onChoose */
  constructor(onChoose) {
    const grid = byId('grid');
    for (let row = 0; row < SIZE; row += 1) {
      const line = el('div', { role: 'row' });
      for (let column = 0; column < SIZE; column += 1) {
        const index = row * SIZE + column;
        const cell = el('div', { role: 'gridcell', id: `cell-${index}`, class: 'cell', 'data-cell': index });
        this.#cells.push(cell);
        line.append(cell);
      }
      grid.append(line);
    }
    // Focus stays in the input while cells are pressed, so that a phone's keyboard does not bounce.
    grid.addEventListener('mousedown', (event) => event.preventDefault());
    grid.addEventListener('click', (event) => {
      const cell = event.target.closest('.cell');
      if (cell) onChoose(Number(cell.dataset.cell));
    });
  }

  focus() {
    this.#input.focus({ preventScroll: true });
  }

  /**
   * @param {(cell: number) => {kind: string, value: string, colour?: string, by?: string, pending: boolean}} look
   */
  draw(look) {
    for (let index = 0; index < CELLS; index += 1) {
      const seen = look(index);
      const key = JSON.stringify(seen);
      if (this.#drawn[index]?.key === key) continue;
      const sameLetter = this.#drawn[index]?.value === seen.value;
      this.#drawn[index] = { key, value: seen.value };
      const cell = this.#cells[index];
      paint(cell, seen.value ? seen.colour : undefined);
      cell.classList.toggle('pending', seen.pending);
      cell.classList.toggle('block', seen.kind === 'block');
      cell.classList.toggle('given', seen.kind === 'given');
      cell.setAttribute('aria-label', describe(index, seen));
      if (sameLetter) continue;
      cell.querySelector('.letter')?.remove();
      // A new element each time, so that its entry animation plays.
      if (seen.value) cell.prepend(el('span', { class: 'letter' }, seen.value));
    }
  }

  /** Marks the current cell and line, and puts the input over the cell. @param {import('./caret.js').Caret} caret */
  place(caret) {
    this.#cells.forEach((cell, index) => {
      cell.classList.toggle('current', index === caret.cell);
      cell.classList.toggle('line', caret.onLine(index));
      cell.setAttribute('aria-selected', String(index === caret.cell));
    });
    byId('frame').classList.toggle('down', caret.direction === 'down');
    this.#input.style.setProperty('--row', caret.row);
    this.#input.style.setProperty('--column', caret.column);
    this.#input.setAttribute('aria-activedescendant', `cell-${caret.cell}`);
  }

  /** A short glow: somebody else wrote here, or (`refused`) the server put its value back. */
  flash(index, kind = 'fresh') {
    const { classList } = this.#cells[index];
    classList.remove(kind);
    requestAnimationFrame(() => classList.add(kind));
    setTimeout(() => classList.remove(kind), 1600);
  }

  /** Another player's place on the board, by a ring and, for a moment, the name. */
  showPeer(seat, cell) {
    const peer = this.#peers.get(seat.seat) ?? { mark: el('span', { class: 'peer', 'aria-hidden': 'true' }) };
    this.#peers.set(seat.seat, peer);
    clearTimeout(peer.timer);
    paint(peer.mark, seat.colour);
    peer.mark.replaceChildren(el('span', { class: 'tag' }, seat.name));
    this.#cells[cell].append(peer.mark);
    peer.timer = setTimeout(() => this.hidePeer(seat.seat), CURSOR_SHOWN);
  }

  hidePeer(seat) {
    this.#peers.get(seat)?.mark.remove();
  }
}

function describe(index, { kind, value, by, pending }) {
  const at = square(index);
  if (kind === 'block') return text.cellBlock(at);
  if (kind === 'given') return text.cellGiven(at, value);
  return (value ? text.cell(at, value, by) : text.cellEmpty(at)) + (pending ? text.notSaved : '');
}
