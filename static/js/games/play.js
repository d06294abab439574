/**
 * How a game is played on the page: what keys, presses and events do. These are the defaults, those of a shared board
 * where anybody writes anywhere; a game's own file overrides what is different there.
 */
import { BoardView } from '../board/board-view.js';
import { Caret } from '../board/caret.js';
import { Keyboard } from '../board/keyboard.js';
import { Pointer } from '../board/pointer.js';
import { TextEntry } from '../board/text-entry.js';
import { announce, explain, toast } from '../page/announce.js';
import { byId, say, show } from '../page/dom.js';
import { put } from '../page/later.js';
import { square } from '../state/game-state.js';
import { text } from '../strings.js';
import { read, write } from '../wire/storage.js';

const MOST_KEYS = 40; // larger alphabets are written with the phone's own keyboard
const TRAIL = 25; // letters of one composition, at most
const touch = matchMedia('(pointer: coarse)');

export class Play {
  /** Keys of the on-screen keyboard besides letters. */
  commands = ['Turn', 'Backspace'];
  /** Whether the reader has been on the board yet; the square that is current from the start was chosen by nobody. */
  #begun = false;
  /** The cells that were typed into last, for input methods that change their mind. */
  #trail = [];

  constructor(client, words) {
    this.client = client;
    this.words = words;
    this.pointer = new Pointer(client);
    this.view = new BoardView((cell) => this.choose(cell));
    this.caret = new Caret((cell) => this.isFree(cell), () => this.moved());
    this.keys = new Keyboard((key) => this.press(key));
    const { caret } = this;
    this.entry = new TextEntry(byId('letters'), {
      letters: (letters) => this.type(letters),
      retype: (gone, letters) => this.retype(gone, letters),
      backspace: () => this.backspace(),
      remove: () => this.put(''),
      arrow: (rows, columns) => caret.step(rows, columns),
      end: (by, whole) => caret.end(by, whole),
      space: () => this.space(),
      enter: (back) => this.enter(back),
      tab: (by) => this.tab(by),
      escape: () => this.escape(),
      help: () => this.help(),
      undo: () => this.undo(),
    });
  }

  /** Called once when the game is there to be drawn. */
  begin() {
    this.entry.native = this.isNative;
    this.moved();
    this.#begun = false;
  }

  get state() {
    return this.client.state;
  }

  get mayWrite() {
    const { state, client } = this;
    return state.phase === 'playing' && !state.locked && !state.paused && (state.open || Boolean(client.token));
  }

  /** What a letter is written with besides its value. */
  get edit() {
    return {};
  }

  isFree(cell) {
    return this.state.cells[cell].kind !== 'block';
  }

  isEmpty = (cell) => !this.shown(cell);

  /** What stands in a cell, or will when it has arrived. */
  shown(cell) {
    return this.client.outbox.over(cell)?.value ?? this.state.cells[cell].value;
  }

  /** @returns {import('../board/board-view.js').Look} */
  look(cell) {
    const { state, client } = this;
    const known = state.cells[cell];
    const over = client.outbox.over(cell);
    const author = over ? client.me ?? client.identity.former : state.seats.get(known.by);
    return {
      ...known, ...(over && { value: over.value, mark: over.pencil ? 'pencil' : undefined }),
      pending: Boolean(over?.pending), colour: author?.colour, author: author?.name,
    };
  }

  draw() {
    const { isPrivate, phase, paused } = this.state;
    // Boards of a race are their players' alone until the end.
    document.body.toggleAttribute('data-watching', isPrivate && phase === 'playing' && !this.client.me);
    byId('grid').inert = paused;
    this.view.draw((cell) => this.look(cell), this.words.counted);
    byId('frame').classList.toggle('still', !this.mayWrite);
    this.drawKeys();
    this.drawTools();
  }

  drawMoment() {} // what changes with time alone

  drawKeys(more = {}) {
    const { letters } = this.state.lexicon;
    this.keys.draw({
      shown: touch.matches && !this.isNative && this.mayWrite, letters, commands: this.commands, ...more,
    });
  }

  /** The tools, and the line below the board. */
  drawTools() {
    const { client, mayWrite, state } = this;
    const mayBegin = state.playing && !state.locked && state.cells.every((_, cell) => this.isEmpty(cell));
    this.hint(mayBegin && (mayWrite ? text.hintOpen : text.hintJoin));
    this.showTools('turn', client.me && mayWrite && 'undo', mayWrite && 'clear');
    show(byId('lock'), true);
    say(byId('lock'), state.locked ? text.unlock : text.lock);
  }

  /** Whether the phone's own keyboard is used. */
  get isNative() {
    return Boolean(read('native')) || this.state.lexicon.letters.length > MOST_KEYS || !touch.matches;
  }

  switchKeyboard() {
    write('native', !read('native'));
    this.entry.native = this.isNative;
    this.draw();
    this.view.focus();
  }

  press(key) {
    if (key === 'Backspace') this.backspace();
    else if (key === 'Enter') this.enter();
    else if (key === 'Turn') this.caret.toggle();
    else this.type([key]);
  }

  type(letters) {
    for (const letter of letters) {
      if (!this.put(letter)) return;
      this.#trail = [...this.#trail.slice(1 - TRAIL), this.caret.cell];
      this.caret.advance(this.isEmpty);
    }
  }

  /** An input method has changed its mind about the last letters. */
  retype(gone, letters) {
    const cells = this.#trail.splice(-gone);
    for (const cell of cells.slice(letters.length)) this.put('', cell);
    if (cells.length) this.caret.select(cells[0]);
    this.type(letters);
  }

  /** @returns {boolean} false where nothing may be written now */
  put(value, cell = this.caret.cell) {
    const { state, client, mayWrite } = this;
    if (state.sequence === null) return false; // nothing is known of the board yet
    if (mayWrite) client.write(cell, value, this.edit);
    else if (state.locked) toast(text.locked);
    else if (!client.me && state.isOpenToJoin) put('join', client).then(() => this.view.focus());
    return mayWrite;
  }

  backspace() {
    if (!this.shown(this.caret.cell)) this.caret.back();
    this.put('');
  }

  space() {
    this.caret.toggle();
  }

  enter() {
    this.caret.end(1, false);
    this.caret.flow(1);
  }

  /** @returns {boolean} whether Tab was used; else it leaves the board, as everywhere */
  tab() {
    return false;
  }

  escape() {}
  help() {}

  choose(cell) {
    const again = this.#begun && cell === this.caret.cell && document.activeElement === byId('letters');
    this.entry.reset();
    this.view.focus();
    if (again) this.caret.toggle();
    else this.caret.select(cell);
  }

  moved() {
    this.#begun = true;
    this.view.place(this.caret);
    const { cell, direction } = this.caret;
    byId('turn').setAttribute('aria-label', text.turnTo(direction));
    say(byId('turn-text'), text[direction]);
    byId('turn').classList.toggle('down', direction === 'down');
    if (!this.state.isPrivate) this.pointer.at(cell, direction);
  }

  async undo() {
    const { client } = this;
    const unsent = client.outbox.takeBack();
    if (unsent) return this.caret.select(unsent.cell);
    if (!client.token) return;
    const reply = await client.act('undo');
    explain(reply);
    const changed = reply.ok && reply.data.events?.find(({ type }) => type === 'cell.changed');
    if (changed) this.caret.select(changed.cell);
  }

  /** Shows and reads out what others do on the board. */
  tell({ type, cell, value, by, cause, board }, mine) {
    if (type !== 'cell.changed' || cell === undefined || board !== this.state.own || (mine && !cause)) return;
    this.view.flash(cell);
    if (mine) return;
    const who = this.state.seats.get(by)?.name ?? text.someone;
    announce(value ? text.wrote(who, value, square(cell)) : text.emptied(who, square(cell)));
  }

  refused({ cell }, reply) {
    explain(reply);
    this.view.flash(cell, 'refused');
  }

  /** The line below the board; without one it keeps its room, so that nothing moves when it comes. */
  hint(sentence) {
    byId('hint').classList.toggle('silent', !sentence);
    if (sentence) say(byId('hint'), sentence);
  }

  /** Whether the game has tools of this name. */
  showTools(...names) {
    for (const tool of byId('tools').children) {
      show(tool, tool.id === 'share' || (tool.id === 'keyboard' ? touch.matches : names.includes(tool.id)));
    }
  }
}
