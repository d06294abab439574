/** One's own board in a called-letters game: a grid that is walked with the arrows; Enter, Space or a tap places. */
import { paint } from '../page/colours.js';
import { byId, el } from '../page/dom.js';
import { CELLS, SIZE, square } from '../state/game-state.js';
import { text } from '../strings.js';

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @typedef {{value: string, colour?: string, pending: boolean}} Look */

export class OwnBoard {
  #cells = [];
  #drawn = [];
  #marks = '';
  #current = 12;
  #onChoose;

  /** @param {(cell: number) => void} onChoose */
  constructor(onChoose) {
    this.#onChoose = onChoose;
    const grid = byId('own');
    for (let row = 0; row < SIZE; row += 1) {
      const cells = Array.from({ length: SIZE }, (_, column) => this.#cell(row * SIZE + column));
      this.#cells.push(...cells);
      grid.append(el('div', { role: 'row' }, ...cells));
    }
    grid.addEventListener('keydown', (event) => this.#key(event));
    grid.addEventListener('click', ({ target }) => {
      const cell = target.closest('.cell');
      if (cell) this.#choose(Number(cell.dataset.cell));
    });
    this.#walk(this.#current);
  }

  #cell(index) {
    return el('div', { role: 'gridcell', id: `own-${index}`, class: 'cell', 'data-cell': index, tabindex: -1 });
  }

  focus() {
    this.#cells[this.#current].focus({ preventScroll: true });
  }

  /** @param {(cell: number) => Look} look @param {string|null} letter to be placed @param {any[]} words that count */
  draw(look, letter, words) {
    for (let index = 0; index < CELLS; index += 1) {
      const seen = look(index);
      const within = words.filter((word) => cellsOf(word).includes(index)).map((word) => word.text);
      const key = JSON.stringify([seen, letter, within]);
      if (this.#drawn[index]?.key === key) continue;
      this.#drawCell(index, seen, seen.value ? null : letter, within);
      this.#drawn[index] = { key, value: seen.value };
    }
    this.#mark(words);
  }

  #drawCell(index, { value, colour, pending }, letter, within) {
    const cell = this.#cells[index];
    paint(cell, value ? colour : undefined);
    cell.classList.toggle('pending', pending);
    cell.classList.toggle('choice', Boolean(letter));
    if (letter) cell.dataset.letter = letter;
    cell.setAttribute('aria-label', describe(index, value, letter, pending, within));
    if ((this.#drawn[index]?.value ?? '') === value) return;
    cell.querySelector('.letter')?.remove();
    if (value) cell.prepend(el('span', { class: 'letter' }, value));
  }

  /** A bar along each word that counts. */
  #mark(words) {
    const key = words.map((word) => `${word.direction}${word.cell}${word.length}`).join();
    if (key === this.#marks) return;
    this.#marks = key;
    byId('bars').replaceChildren(...words.map(bar));
  }

  flash(index, kind = 'fresh') {
    const { classList } = this.#cells[index];
    classList.add(kind);
    setTimeout(() => classList.remove(kind), 1600);
  }

  #choose(index) {
    this.#walk(index);
    this.focus();
    this.#onChoose(index);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (step) this.#step(step);
    else if (event.key === 'Home') this.#walk(this.#current - (this.#current % SIZE), true);
    else if (event.key === 'End') this.#walk(this.#current - (this.#current % SIZE) + SIZE - 1, true);
    else if (event.key === 'Enter' || event.key === ' ') this.#onChoose(this.#current);
    else return;
    event.preventDefault();
  }

  #step([rows, columns]) {
    const [row, column] = [Math.floor(this.#current / SIZE) + rows, (this.#current % SIZE) + columns];
    if (row >= 0 && row < SIZE && column >= 0 && column < SIZE) this.#walk(row * SIZE + column, true);
  }

  /** Makes a cell the one that Tab reaches. */
  #walk(index, focus = false) {
    this.#cells[this.#current].tabIndex = -1;
    this.#current = index;
    this.#cells[index].tabIndex = 0;
    if (focus) this.focus();
  }
}

/** @param {{cell: number, length: number, direction: string}} word @returns {number[]} */
export function cellsOf({ cell, length, direction }) {
  const rising = direction === 'diagonal' && (cell % SIZE) + Math.floor(cell / SIZE) === SIZE - 1 && cell !== 12;
  const step = { across: 1, down: SIZE, diagonal: rising ? 1 - SIZE : SIZE + 1 }[direction];
  return Array.from({ length }, (_, place) => cell + place * step);
}

function bar(word) {
  const cells = cellsOf(word);
  const rising = word.direction === 'diagonal' && cells[1] < cells[0];
  const mark = el('i', { class: `bar ${word.direction}${rising ? ' rising' : ''}` });
  mark.style.setProperty('--row', Math.floor(word.cell / SIZE));
  mark.style.setProperty('--column', word.cell % SIZE);
  mark.style.setProperty('--length', word.length);
  return mark;
}

function describe(index, value, letter, pending, within) {
  const at = square(index);
  if (!value) return letter ? text.placeHere(at, letter) : text.cellEmpty(at);
  return text.cell(at, value) + (pending ? text.notSaved : '') + (within.length ? text.inWords(within.join(', ')) : '');
}
