/** The hidden word: one row after the other, each a word; Enter ends a row, and every letter tells something. */
import { announce, explain, reason, toast } from '../../page/announce.js';
import { byId, el, say } from '../../page/dom.js';
import { SIZE } from '../../state/game-state.js';
import { text } from '../../strings.js';
import { Play } from '../play.js';
import { words } from './game.js';

const RANK = ['miss', 'near', 'hit'];

export default class GuessPlay extends Play {
  commands = ['Enter', 'Backspace'];
  #row = -1;
  #busy = false;
  /** Where the caret stood when the row became full. */
  #end = -1;

  constructor(client, counted) {
    super(client, counted);
    Object.assign(this.caret, { flows: false, turns: false });
    const legend = { hit: words.isHit, near: words.isNear, miss: words.isMiss };
    byId('tools').after(el('ul', { id: 'legend' }, ...Object.entries(legend).map(([mark, meaning]) =>
      el('li', {}, el('i', { 'data-mark': mark }), el('span', {}, meaning)))));
  }

  /** The row that is being written; 5 when all are done. */
  get row() {
    const { cells } = this.state;
    const rows = cells.filter(({ mark }, cell) => mark && cell % SIZE === 0).length;
    return this.state.seats.get(this.state.own)?.done ? SIZE : rows;
  }

  get #cells() {
    return Array.from({ length: SIZE }, (_, column) => this.row * SIZE + column);
  }

  isFree(cell) {
    return Math.floor(cell / SIZE) === this.row;
  }

  look(cell) {
    const look = super.look(cell);
    return { ...look, colour: look.mark ? undefined : look.colour, dim: Math.floor(cell / SIZE) > this.row };
  }

  draw() {
    if (this.#row !== this.row) {
      this.#row = this.row;
      this.caret.select(this.row * SIZE, 'across');
    }
    super.draw();
  }

  drawTools() {
    const { state, client } = this;
    say(byId('sub'), state.phase === 'playing' && this.row < SIZE ? words.rowOf(this.row + 1) : '');
    this.showTools(client.me && !state.isPrivate && 'undo', this.mayWrite && 'resign');
    this.hint(client.me?.done ? text.waitForOthers : state.isPrivate && !client.me ? text.watchingNote : this.mayWrite && !this.row && words.hint);
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

  /** Beyond the fifth letter there is nothing to write, until one goes back. */
  type(letters) {
    for (const letter of letters) {
      if (this.#end === this.caret.cell && !this.#cells.some(this.isEmpty)) return;
      super.type([letter]);
      if (!this.#cells.some(this.isEmpty)) this.#end = this.caret.cell;
    }
  }

  choose(cell) {
    this.#end = -1;
    super.choose(cell);
  }

  backspace() {
    this.#end = -1;
    super.backspace();
  }

  /** Ends the row. */
  async enter() {
    const { row, client } = this;
    if (!this.mayWrite || this.#busy) return;
    const cells = this.#cells;
    if (cells.some(this.isEmpty)) return this.#turnDown(cells, words.rowNotFull);
    this.#busy = true;
    const reply = await client.act('submit', { row });
    this.#busy = false;
    if (reply.ok) return;
    if (reply.status === 422 || reply.status === 409) this.#turnDown(cells, reason(reply));
    else explain(reply);
  }

  #turnDown(cells, sentence) {
    toast(sentence);
    for (const cell of cells) this.view.flash(cell, 'refused');
  }

  tell(event, mine) {
    super.tell(event, mine);
    const { type, board, marks, by } = event;
    if (type !== 'cells.marked' || !marks) return;
    if (board !== this.state.own) return announce(words.rivalGuessed(this.state.seats.get(board)?.name ?? text.someone));
    const cells = Object.entries(marks);
    announce(cells.map(([cell, mark]) => `${this.state.cells[cell].value} ${text.marks[mark]}`).join(', '));
    if (!mine && by) this.view.flash(cells[0][0]);
  }
}
