/** The hidden word: the reader fills one row after the other; Enter submits a row, and its letters get marks. */
import { Keyboard } from '../../board/keyboard.js';
import { markLegend } from '../../board/board-view.js';
import { announce, failureText, reportFailure, toast } from '../../page/announce.js';
import { byId, el, setText } from '../../page/dom.js';
import { SIZE } from '../../state/game-state.js';
import { text } from '../../strings.js';
import { Play } from '../play.js';
import { words } from './game.js';

const RANK = ['miss', 'near', 'hit'];

export default class GuessPlay extends Play {
  static Keyboard = Keyboard; // shown with a mouse too
  takesAnyLetter = false;
  commands = ['Enter', 'Backspace'];
  #row = -1;
  /** The row whose submission is on its way; its marks may arrive before the response. */
  #submitting = -1;
  /** The keys pressed during the submission, which the next row gets. */
  #keysAhead = [];
  /** What each row is in syllables, where the letters are jamo. */
  #besides = null;

  constructor(client) {
    super(client);
    Object.assign(this.caret, { wraps: false, canTurn: false });
    byId('tools').after(markLegend({ hit: words.isHit, near: words.isNear, miss: words.isMiss }));
  }

  /** The current row; 5 after the last. */
  get row() {
    const { cells } = this.state;
    const rows = cells.filter(({ mark }, cell) => mark && cell % SIZE === 0).length;
    return this.state.seats.get(this.state.ownBoard)?.done ? SIZE : rows;
  }

  get #cells() {
    return Array.from({ length: SIZE }, (_, column) => this.row * SIZE + column);
  }

  isWritable(cell) {
    return Math.floor(cell / SIZE) === this.row;
  }

  appearance(cell) {
    const appearance = super.appearance(cell);
    const colour = appearance.mark ? undefined : appearance.colour;
    return { ...appearance, colour, dim: Math.floor(cell / SIZE) > this.row };
  }

  draw() {
    const isNewRow = this.#row !== this.row;
    if (isNewRow) {
      this.#row = this.row;
      this.#goToFirstEmpty();
    }
    super.draw();
    if (this.state.lexicon.unit === 'jamo') this.#drawBesides();
    if (isNewRow) this.#pressKeysAhead();
  }

  #drawBesides() {
    this.#besides ??= Array.from({ length: SIZE }, () => el('li'));
    if (!this.#besides[0].isConnected) byId('frame').append(el('ol', { class: 'beside' }, ...this.#besides));
    this.#besides.forEach((item, row) => {
      const letters = Array.from({ length: SIZE }, (_, column) => this.valueAt(row * SIZE + column)).join('');
      setText(item, this.state.written(letters));
      item.classList.toggle('draft', row === this.row);
    });
  }

  /** Whether the drawn row is being submitted: a quick writer is ahead of a slow network. */
  get #isSubmitting() {
    return this.#submitting >= 0 && this.#submitting === this.#row;
  }

  get isAhead() {
    return this.#isSubmitting;
  }

  #pressKeysAhead() {
    const keys = this.#keysAhead;
    this.#keysAhead = [];
    for (const key of keys) this.press(key);
  }

  type(letters) {
    if (this.#isSubmitting) this.#keysAhead.push(...letters);
    else super.type(letters);
  }

  backspace() {
    if (this.#isSubmitting) this.#keysAhead.pop();
    else super.backspace();
  }

  /** In a full row, as after a reload, the caret stands on its last letter. */
  #goToFirstEmpty() {
    const cells = this.row < SIZE ? this.#cells : [];
    const empty = cells.find(this.isEmpty);
    this.caret.select(empty ?? cells.at(-1) ?? this.row * SIZE, 'across');
    this.caret.isPast = empty === undefined;
  }

  drawTools() {
    const { state, client } = this;
    const hasRow = state.phase === 'playing' && this.row < SIZE && (client.me || !state.isPrivate);
    setText(byId('sub'), hasRow ? words.rowOf(this.row + 1) : '');
    this.showTools(client.me && !state.isPrivate && 'undo', this.mayWrite && 'resign');
    this.setHint(client.me?.done ? this.doneHint : state.isPrivate && !client.me ? text.watchingNote
      : this.mayWrite && !this.row && words.hint);
  }

  get mayWrite() {
    return super.mayWrite && this.row < SIZE;
  }

  drawKeys() {
    const marks = new Map();
    for (const { value, mark } of this.state.cells) {
      if (RANK.indexOf(mark) > RANK.indexOf(marks.get(value))) marks.set(value, mark);
    }
    super.drawKeys({ marks, shown: this.state.phase === 'playing' && Boolean(this.client.token) });
  }

  space() {}

  /** Ignores letters after the fifth until the caret moves. */
  writeCell(value, cell = this.caret.cell) {
    return !(value && this.caret.isPast && !this.isEmpty(cell)) && super.writeCell(value, cell);
  }

  /** Submits the row. */
  async enter() {
    const { row, client } = this;
    if (!this.mayWrite) return;
    if (this.#isSubmitting) return void (this.#keysAhead.length && this.#keysAhead.push('Enter'));
    const cells = this.#cells;
    if (cells.some(this.isEmpty)) return this.#rejectRow(cells, words.rowNotFull);
    this.#submitting = row;
    const reply = await client.act('submit', { row });
    if (this.#submitting === row) this.#submitting = -1;
    if (reply.ok) return;
    this.#keysAhead = [];
    if (reply.status === 422 || reply.status === 409) this.#rejectRow(cells, failureText(reply));
    else reportFailure(reply);
  }

  #rejectRow(cells, sentence) {
    toast(sentence);
    for (const cell of cells) this.view.flash(cell, 'refused');
  }

  showEvent(event, mine) {
    super.showEvent(event, mine);
    const { type, board, marks, by } = event;
    if (type !== 'cells.marked' || !marks) return;
    if (board !== this.state.ownBoard) {
      return announce(words.rivalGuessed(this.state.seats.get(board)?.name ?? text.someone));
    }
    const cells = Object.entries(marks);
    const sayMark = ([cell, mark]) => `${this.state.cells[cell].value} ${text.marks[mark]}`;
    const word = cells.map(([cell]) => this.state.cells[cell].value).join('');
    const whole = this.state.written(word);
    announce([whole !== word && whole, ...cells.map(sayMark)].filter(Boolean).join(', '));
    if (!mine && by) this.view.flash(cells[0][0]);
  }
}
