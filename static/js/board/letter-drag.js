/** Drags letters of the board onto others with a mouse, a finger or a pen. A press that does not move stays a click. */
import { byId, el } from '../page/dom.js';

/** Pixels that a pointer moves before its press becomes a drag. */
const THRESHOLD = 6;

export class LetterDrag {
  #handlers;
  /** The press that may become a drag: `{pointer, cell, x, y}`. */
  #press = null;
  /** The letter under the pointer, during a drag. */
  #ghost = null;
  #target = null;
  #justDragged = false;

  /**
   * @param {Object} handlers
   * @param {(cell: number) => boolean} handlers.lift picks up a letter; false if it must stay
   * @param {(cell: number) => boolean} handlers.accepts whether the letter may be dropped on a cell
   * @param {(cell: number|null) => void} handlers.drop null: the letter was dropped outside, or the drag was cancelled
   */
  constructor(handlers) {
    this.#handlers = handlers;
    byId('grid').addEventListener('pointerdown', (event) => this.#onDown(event));
    document.addEventListener('pointermove', (event) => this.#isOurs(event) && this.#onMove(event));
    document.addEventListener('pointerup', (event) => this.#isOurs(event) && this.#end(cellAt(event)));
    document.addEventListener('pointercancel', (event) => this.#isOurs(event) && this.#end(null));
    // The click that follows a drag must not press a cell.
    byId('grid').addEventListener('click', (event) => this.#justDragged && event.stopImmediatePropagation(), true);
  }

  /** Ends the drag under way, if any, as if the letter was dropped outside. */
  cancel() {
    if (this.#ghost) this.#end(null);
  }

  #isOurs({ pointerId }) {
    return this.#press?.pointer === pointerId;
  }

  #onDown({ target, isPrimary, button, pointerId, clientX, clientY }) {
    this.#justDragged = false;
    const cell = target.closest('.cell');
    if (!cell || !isPrimary || button !== 0) return;
    this.#press = { pointer: pointerId, cell: Number(cell.dataset.cell), x: clientX, y: clientY };
  }

  #onMove(event) {
    const { x, y, cell, pointer } = this.#press;
    const [right, down] = [event.clientX - x, event.clientY - y];
    if (!this.#ghost) {
      if (Math.hypot(right, down) < THRESHOLD) return;
      if (!this.#handlers.lift(cell)) {
        this.#press = null;
        return;
      }
      byId('grid').setPointerCapture(pointer);
      this.#showGhost(byId(`cell-${cell}`));
    }
    this.#ghost.style.translate = `${right}px ${down}px`;
    const over = cellAt(event);
    this.#highlight(over !== null && this.#handlers.accepts(over) ? byId(`cell-${over}`) : null);
  }

  #showGhost(cell) {
    const [from, frame] = [cell, byId('frame')].map((node) => node.getBoundingClientRect());
    this.#ghost = el('div', { class: 'cell ghost', 'data-mark': cell.dataset.mark, 'aria-hidden': 'true' },
      cell.querySelector('.letter').cloneNode(true));
    this.#ghost.style.left = `${from.left - frame.left}px`;
    this.#ghost.style.top = `${from.top - frame.top}px`;
    byId('frame').append(this.#ghost);
    byId('frame').classList.add('dragging');
  }

  #highlight(target) {
    this.#target?.classList.remove('target');
    target?.classList.add('target');
    this.#target = target;
  }

  #end(cell) {
    const ghost = this.#ghost;
    this.#press = this.#ghost = null;
    if (!ghost) return; // it was a click
    this.#justDragged = true;
    ghost.remove();
    this.#highlight(null);
    byId('frame').classList.remove('dragging');
    this.#handlers.drop(cell);
  }
}

/** The cell at a pointer's position, or null. */
function cellAt({ clientX, clientY }) {
  const cell = document.elementFromPoint(clientX, clientY)?.closest('#grid .cell');
  return cell ? Number(cell.dataset.cell) : null;
}
