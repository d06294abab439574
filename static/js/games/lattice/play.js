/** Six words out of order: the reader swaps two letters at a time, by dragging, by two taps or by keys. */
import { markLegend } from '../../board/board-view.js';
import { LetterDrag } from '../../board/letter-drag.js';
import { cellsOf } from '../../board/words.js';
import { announce, failureText, toast } from '../../page/announce.js';
import { byId, setText, setVisible } from '../../page/dom.js';
import { square } from '../../state/game-state.js';
import { actSurely } from '../../state/sure-action.js';
import { text } from '../../strings.js';
import { asClock } from '../../wire/api.js';
import { Play } from '../play.js';
import { words } from './game.js';
import { completeWords, isLocked, possibleStars, wordsThrough } from './lines.js';
import { SwapCounter } from './swap-counter.js';

/** Milliseconds between requests for the rivals' progress, which events do not carry. */
const REFRESH_DELAY = 1000;

export default class LatticePlay extends Play {
  /** The letter that is picked up: `{cell, value}`. */
  #held = null;
  /** Swaps that the state does not have yet, in order: `{from, to, letters}`, where `letters` are those before it. */
  #swaps = [];
  #isSending = false;
  /** Why the last press had no effect, until the next one. */
  #remark = '';
  /** The letters of a swap whose marks have not come yet. */
  #changed = [];
  #refreshTimer = 0;
  #counter = new SwapCounter();
  #drag = new LetterDrag({
    lift: (cell) => this.#pickUp(cell),
    accepts: (cell) => this.#held && this.#obstacle(this.#held.cell, cell) === null,
    drop: (cell) => (cell !== null && this.isWritable(cell) ? this.#choose(cell) : this.#putBack()),
  });

  constructor(client) {
    // A bar lies along each complete word, as along the words of a free board.
    super(client, ({ cells }) => completeWords(cells));
    Object.assign(this.caret, { wraps: false, canTurn: false });
    byId('letters').setAttribute('aria-label', words.keys);
    byId('frame').after(this.#counter.node);
    byId('tools').after(markLegend({ hit: words.isHit, near: words.isNear, miss: words.isMiss }));
  }

  get mayWrite() {
    return super.mayWrite && !this.state.seats.get(this.state.ownBoard)?.done;
  }

  get usesSystemKeyboard() { return false; }

  /** The swaps left when the board was last marked. */
  get #leftAtMarks() {
    const { state } = this;
    return (state.seats.get(state.ownBoard) ?? state).swapsLeft;
  }

  get #swapsLeft() {
    const left = this.#leftAtMarks;
    return left && left - this.#swaps.length;
  }

  valueAt(cell) {
    const { from, letters } = this.#swaps.findLast((swap) => swap.from === cell || swap.to === cell) ?? {};
    return letters ? letters[cell === from ? 1 : 0] : this.state.cells[cell].value;
  }

  appearance(cell) {
    const { kind, mark } = this.state.cells[cell];
    const pending = this.#swaps.some(({ from, to }) => cell === from || cell === to);
    const held = this.#held?.cell === cell;
    return { kind, value: this.valueAt(cell), mark: pending ? undefined : mark, pending, held };
  }

  draw() {
    const held = this.#held;
    if (held && (!this.mayWrite || this.valueAt(held.cell) !== held.value || isLocked(this.state.cells[held.cell]))) {
      this.#putBack();
    }
    super.draw();
    const hasBoard = !document.body.hasAttribute('data-watching');
    this.#counter.draw(hasBoard ? this.#swapsLeft : undefined, possibleStars(this.state.cells, this.#leftAtMarks));
  }

  drawKeys() {}

  drawTools() {
    const { state, client } = this;
    this.showTools(this.mayWrite && client.me && 'resign');
    setVisible(byId('keyboard'), false);
    this.setHint(client.me?.done ? this.doneHint : state.isPrivate && !client.me ? text.watchingNote
      : this.mayWrite && (this.#remark || (this.#held ? words.choose(this.#held.value) : words.hint)));
  }

  drawTime() {
    const { state } = this;
    const left = state.remaining();
    const clock = left < Infinity ? words.timeLeft(asClock(left)) : asClock(state.elapsed());
    if (state.phase === 'playing') setText(byId('sub'), clock);
  }

  /** Shows both words of the current cell. */
  caretMoved() {
    super.caretMoved();
    const { cell, direction } = this.caret;
    this.view.showCaret({ cell, direction, line: wordsThrough(cell), canTurn: false });
  }

  chooseCell(cell) {
    super.chooseCell(cell);
    if (this.isWritable(cell)) this.#choose(cell);
    else this.#putBack();
  }

  space() { this.#choose(this.caret.cell); }
  enter() { this.#choose(this.caret.cell); }
  escape() { this.#putBack(); }
  type() {}
  sayByPlace() {}
  undo() {}

  /** Letters are not typed; says why nothing can be swapped, or offers a seat. */
  writeCell(_, cell) {
    return this.mayWrite ? false : super.writeCell('', cell);
  }

  /** Picks up the letter of a cell, or swaps it with the one that is held. */
  #choose(cell) {
    const held = this.#held;
    if (!held) this.#pickUp(cell);
    else if (held.cell === cell) this.#putBack();
    else this.#swapWith(cell);
  }

  /** @returns {boolean} whether the letter is held now */
  #pickUp(cell) {
    if (!this.mayWrite) {
      this.writeCell('', cell);
      return false;
    }
    if (this.#held) this.#putBack();
    const value = this.valueAt(cell);
    if (!value || !this.isWritable(cell)) return false;
    this.caret.select(cell);
    if (isLocked(this.state.cells[cell])) return this.#refuse(cell, words.inPlace(value));
    this.#held = { cell, value };
    this.#remark = '';
    announce(words.pickedUp(value, square(cell)));
    this.draw();
    return true;
  }

  #putBack() {
    if (!this.#held && !this.#remark) return;
    if (this.#held) announce(words.putBack(this.#held.value));
    this.#held = null;
    this.#remark = '';
    this.#drag.cancel();
    this.draw();
  }

  /** Why two letters cannot be swapped, or null. */
  #obstacle(from, to) {
    const { cells } = this.state;
    if (from === to || !this.isWritable(to)) return '';
    if (isLocked(cells[to])) return words.inPlace(cells[to].value);
    if (this.valueAt(from) === this.valueAt(to)) return words.sameLetter(this.valueAt(to));
    return this.#swapsLeft > 0 ? null : '';
  }

  /** @returns {false} */
  #refuse(cell, remark) {
    this.#remark = remark;
    this.view.flash(cell, 'refused');
    announce(remark);
    this.draw();
    return false;
  }

  #swapWith(to) {
    const { cell: from } = this.#held;
    this.caret.select(to);
    const obstacle = this.#obstacle(from, to);
    if (obstacle !== null) return this.#refuse(to, obstacle);
    this.#held = null;
    this.#remark = '';
    // A swap that may wait for long could meet another board.
    if (this.client.status === 'offline') toast(text.noConnection);
    else this.#swaps.push({ from, to, letters: [this.valueAt(from), this.valueAt(to)] });
    this.#send();
    this.draw();
  }

  /** Sends the swaps one after the other. */
  async #send() {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#swaps.length) {
      const [swap] = this.#swaps;
      const cells = [swap.from, swap.to];
      const isOpen = () => this.#swaps[0] === swap && this.mayWrite && this.#holds(swap, ...swap.letters)
        && !cells.some((cell) => isLocked(this.state.cells[cell]));
      const reply = isOpen() && await actSurely(this.client, 'swap', { from: swap.from, to: swap.to }, isOpen);
      if (this.#swaps[0] !== swap) continue; // it has arrived
      this.#swaps.shift();
      if (!reply?.ok) {
        toast(reply ? failureText(reply) : words.overtaken);
        for (const cell of cells) this.view.flash(cell, 'refused');
      }
      this.draw();
    }
    this.#isSending = false;
  }

  /** Whether the state has these letters in the cells of a swap. */
  #holds({ from, to }, first, second) {
    const { cells } = this.state;
    return cells[from].value === first && cells[to].value === second;
  }

  /** Reads out swaps with their new marks, and shows those of others. */
  showEvent(event, mine) {
    const { type, board, cell, previous, marks = {}, by } = event;
    const { ownBoard, seats, cells } = this.state;
    if (board !== undefined && board !== ownBoard) return this.#showRival(type, seats.get(board));
    if (type === 'cell.changed') {
      this.#changed.push(previous);
      if (!mine) this.view.flash(cell);
    }
    if (type !== 'cells.marked') return;
    const [one, other] = this.#changed.splice(0);
    const [swap] = this.#swaps;
    if (mine && swap && this.#holds(swap, swap.letters[1], swap.letters[0])) this.#swaps.shift();
    const parts = [mine ? words.swapped(one, other) : words.swappedBy(seats.get(by)?.name ?? text.someone, one, other)];
    for (const [each, mark] of Object.entries(marks)) {
      parts.push(words.marked(cells[each].value, square(each), text.marks[mark]));
    }
    const fresh = completeWords(cells).filter((word) => cellsOf(word).some((each) => marks[each] === 'hit'));
    const complete = ({ text: letters }) => words.complete(this.state.written(letters));
    parts.push(...fresh.map(complete), words.swapsLeft(this.#swapsLeft));
    announce(parts.join(', '));
  }

  #showRival(type, seat) {
    if (type === 'board.finished') announce(`${seat?.name ?? text.someone}: ${text.isDone}`);
    this.#refreshTimer ||= setTimeout(() => {
      this.#refreshTimer = 0;
      this.client.refresh();
    }, REFRESH_DELAY);
  }
}
