/**
 * The controller of a game's board: handles keys, presses and events. These defaults are for a shared board on which
 * everybody may write everywhere; each game's folder overrides what differs.
 */
import { BoardView } from '../board/board-view.js';
import { Caret } from '../board/caret.js';
import { CursorSender } from '../board/cursor-sender.js';
import { Keyboard } from '../board/keyboard.js';
import { TextEntry } from '../board/text-entry.js';
import { wordsOf } from '../board/words.js';
import { announce, reportFailure, toast } from '../page/announce.js';
import { byId, setText, setVisible } from '../page/dom.js';
import { openDialog } from '../page/lazy.js';
import { square } from '../state/game-state.js';
import { text } from '../strings.js';
import { read, write } from '../wire/storage.js';

const MAX_KEYS = 40; // larger alphabets use the phone's own keyboard
const MAX_TRAIL = 25; // the longest composition, in letters
const coarsePointer = matchMedia('(pointer: coarse)');

export class Play {
  /** The command keys of the on-screen keyboard. */
  commands = ['Turn', 'Backspace'];
  /** Whether the reader has moved the caret: pressing the initial cell must not turn it. */
  #hasMoved = false;
  /** The cells typed into last, for compositions that change. */
  #trail = [];

  constructor(client, wordsOn = wordsOf) {
    this.client = client;
    this.wordsOn = wordsOn;
    this.cursorSender = new CursorSender(client);
    this.view = new BoardView((cell) => this.chooseCell(cell));
    this.caret = new Caret((cell) => this.isWritable(cell), () => this.caretMoved());
    this.keys = new Keyboard((key) => this.press(key));
    this.entry = new TextEntry(byId('letters'), {
      letters: (letters) => this.type(letters),
      replaceLast: (count, letters) => this.replaceLast(count, letters),
      backspace: () => this.backspace(),
      remove: () => this.writeCell(''),
      arrow: (rows, columns) => this.caret.moveBy(rows, columns),
      end: (by, whole) => this.caret.moveToEnd(by, whole),
      space: () => this.space(),
      enter: (back) => this.enter(back),
      tab: (by) => this.tab(by),
      escape: () => this.escape(),
      help: () => this.help(),
      undo: () => this.undo(),
    });
  }

  /** Called once, before the first draw. */
  start() {
    this.entry.usesSystemKeyboard = this.usesSystemKeyboard;
    this.caret.restore(this.client.game, this.isEmpty);
    this.#hasMoved = false;
  }

  get state() {
    return this.client.state;
  }

  get mayWrite() {
    const { state, client } = this;
    return state.phase === 'playing' && !state.locked && !state.paused && (state.open || Boolean(client.token));
  }

  /** The options of an edit besides the letter. */
  get writeOptions() {
    return {};
  }

  isWritable(cell) {
    return this.state.cells[cell].kind !== 'block';
  }

  isEmpty = (cell) => !this.valueAt(cell);

  /** A cell's value, with the outbox's edits applied. */
  valueAt(cell) {
    return this.client.outbox.overlay(cell)?.value ?? this.state.cells[cell].value;
  }

  /** @returns {import('../board/board-view.js').CellAppearance} */
  appearance(cell) {
    const { state, client } = this;
    const overlay = client.outbox.overlay(cell);
    const author = overlay ? client.me ?? client.identity.former : state.seats.get(state.cells[cell].by);
    return {
      ...state.cells[cell], ...(overlay && { value: overlay.value, mark: overlay.pencil ? 'pencil' : undefined }),
      pending: Boolean(overlay?.pending), colour: author?.colour, author: author?.name,
    };
  }

  draw() {
    const { isPrivate, phase, paused } = this.state;
    // Spectators see no board of a running race.
    document.body.toggleAttribute('data-watching', isPrivate && phase === 'playing' && !this.client.me);
    byId('grid').inert = paused;
    this.view.draw((cell) => this.appearance(cell), this.wordsOn(this.state));
    byId('frame').classList.toggle('still', !this.mayWrite);
    // Keys and tools stay until the result takes their place.
    if (!this.state.isUnfinished) return;
    this.drawKeys();
    this.drawTools();
  }

  drawTime() {} // draws what changes with time

  drawKeys(more = {}) {
    const { letters } = this.state.lexicon;
    const shown = coarsePointer.matches && !this.usesSystemKeyboard && this.mayWrite;
    this.keys.draw({ shown, letters, commands: this.commands, ...more });
  }

  drawTools() {
    const { client, mayWrite, state } = this;
    const isBlank = state.isUnfinished && !state.locked && state.cells.every((_, cell) => this.isEmpty(cell));
    this.setHint(isBlank && (mayWrite ? text.hintOpen : text.hintJoin));
    this.showTools('turn', client.me && mayWrite && 'undo', mayWrite && 'clear');
    setVisible(byId('lock'), true);
    setText(byId('lock'), state.locked ? text.unlock : text.lock);
  }

  get usesSystemKeyboard() {
    return Boolean(read('native')) || this.state.lexicon.letters.length > MAX_KEYS || !coarsePointer.matches;
  }

  switchKeyboard() {
    write('native', !read('native'));
    this.entry.usesSystemKeyboard = this.usesSystemKeyboard;
    this.draw();
    this.view.focus();
  }

  press(key) {
    if (key === 'Backspace') this.backspace();
    else if (key === 'Enter') this.enter();
    else if (key === 'Turn') this.caret.toggleDirection();
    else this.type([key]);
  }

  type(letters) {
    for (const letter of letters) {
      const wasEmpty = this.isEmpty(this.caret.cell);
      if (!this.writeCell(letter)) return;
      this.#trail = [...this.#trail.slice(1 - MAX_TRAIL), this.caret.cell];
      this.caret.advance(this.isEmpty, wasEmpty);
    }
  }

  /** A composition has changed the last letters. */
  replaceLast(count, letters) {
    const cells = this.#trail.splice(-count);
    for (const cell of cells.slice(letters.length)) this.writeCell('', cell);
    if (cells.length) this.caret.select(cells[0]);
    this.type(letters);
  }

  /** @returns {boolean} false if nothing may be written now */
  writeCell(value, cell = this.caret.cell) {
    const { state, client, mayWrite } = this;
    if (state.sequence === null) return false; // the board is not loaded yet
    if (mayWrite) client.write(cell, value, this.writeOptions);
    else if (state.locked) toast(text.locked);
    else if (!client.me && state.isOpenToJoin) openDialog('join', client).then(() => this.view.focus());
    return mayWrite;
  }

  backspace() {
    if (!this.valueAt(this.caret.cell)) this.caret.retreat();
    this.writeCell('');
  }

  space() {
    this.caret.toggleDirection();
  }

  enter() {
    this.caret.moveToEnd(1, false);
    this.caret.moveInOrder(1);
  }

  /** @returns {boolean} whether Tab was used; else it moves the focus out of the board */
  tab() {
    return false;
  }

  escape() {}

  help() {
    byId('rules').click();
  }

  chooseCell(cell) {
    const again = this.#hasMoved && cell === this.caret.cell && document.activeElement === byId('letters');
    this.entry.reset();
    this.view.focus();
    if (again) this.caret.toggleDirection();
    else this.caret.select(cell);
  }

  caretMoved() {
    this.#hasMoved = true;
    this.view.showCaret(this.caret);
    const { cell, direction } = this.caret;
    byId('turn').setAttribute('aria-label', text.turnTo(direction));
    setText(byId('turn-text'), text[direction]);
    byId('turn').classList.toggle('down', direction === 'down');
    if (!this.state.isPrivate) this.cursorSender.send(cell, direction);
  }

  async undo() {
    const { client } = this;
    const unsent = client.outbox.cancelNewest();
    if (unsent) return this.caret.select(unsent.cell);
    if (byId('undo').hidden) return; // a key that does nothing here says nothing
    const reply = await client.act('undo');
    reportFailure(reply);
    const changed = reply.ok && reply.data.events?.find(({ type }) => type === 'cell.changed');
    if (changed) this.caret.select(changed.cell);
  }

  /** Shows and reads out the edits of other players. */
  showEvent({ type, cell, value, by, cause, board }, mine) {
    if (type !== 'cell.changed' || cell === undefined || board !== this.state.ownBoard || (mine && !cause)) return;
    this.view.flash(cell);
    if (mine) return;
    const who = this.state.seats.get(by)?.name ?? text.someone;
    announce(value ? text.wrote(who, value, square(cell)) : text.emptied(who, square(cell)));
  }

  showRefusal({ cell }, reply) {
    reportFailure(reply);
    this.view.flash(cell, 'refused');
  }

  /** Sets the line below the board. An empty line keeps its space, so that nothing moves. */
  setHint(sentence) {
    byId('hint').classList.toggle('silent', !sentence);
    if (sentence) setText(byId('hint'), sentence);
  }

  /** Shows the tools with these ids, and hides the others. */
  showTools(...names) {
    const isShown = ({ id }) => id === 'share' || (id === 'keyboard' ? coarsePointer.matches : names.includes(id));
    for (const tool of byId('tools').children) setVisible(tool, isShown(tool));
  }
}
