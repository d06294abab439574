/** The controller of a game's board: by default a shared one on which everybody may write everywhere. */
import { BoardView } from '../board/board-view.js';
import { Caret } from '../board/caret.js';
import { compose } from '../board/compose.js';
import { CursorSender } from '../board/cursor-sender.js';
import { TextEntry } from '../board/text-entry.js';
import { wordsOf } from '../board/words.js';
import { announce, reportFailure, toast } from '../page/announce.js';
import { byId, setText, setVisible } from '../page/dom.js';
import { openDialog } from '../page/lazy.js';
import { square } from '../state/game-state.js';
import { lettersOfKey, scripts, spelled, typedLetters } from '../state/letters.js';
import { text } from '../strings.js';
import { read, write } from '../wire/storage.js';

const coarsePointer = matchMedia('(pointer: coarse)');
const { Keyboard } = coarsePointer.matches ? await import('../board/keyboard.js') : {};

export class Play {
  /** What a word that changes writes, by cell: `{value, pencil}`; see board/compose.js. */
  draft = null;
  commands = ['Turn', 'Backspace'];
  /** Whether the board takes letters of every alphabet, where the game has no lexicon. */
  takesAnyLetter = true;
  /** Whether the reader has moved the caret: pressing the initial cell must not turn it. */
  #hasMoved = false;
  #hasSaidByPlace = false;

  constructor(client, wordsOn = wordsOf) {
    Object.assign(this, { client, wordsOn });
    this.cursorSender = new CursorSender(client);
    this.syllables = scripts.Syllables && new scripts.Syllables(this);
    this.view = new BoardView((cell) => this.chooseCell(cell));
    this.caret = new Caret((cell) => this.isWritable(cell), () => this.caretMoved());
    const Keys = Keyboard ?? this.constructor.Keyboard;
    this.keys = Keys && new Keys((key) => this.press(key), () => this.draw());
    this.entry = new TextEntry(byId('letters'), {
      read: (typed) => this.read(typed), spell: (letter) => this.spell(letter), letters: (letters) => this.type(letters),
      syllables: this.syllables, unit: () => this.state.lexicon.unit, countedByPlace: () => this.sayByPlace(),
      lettersOfKey: (key, isShifted) => lettersOfKey(key, isShifted, this.lexicon),
      compose: (word, letters) => compose(this, word, letters),
      backspace: () => this.backspace(), remove: () => this.writeCell(''),
      arrow: (rows, columns) => this.caret.moveBy(rows, this.#isLeftwards ? -columns : columns),
      end: (by, whole) => this.caret.moveToEnd(by, whole),
      space: () => this.space(), enter: (back) => this.enter(back), tab: (by) => this.tab(by),
      escape: () => this.escape(), help: () => this.help(), undo: () => this.undo(),
    });
  }

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

  /** Whether letters are kept for later instead of being written. */
  get isAhead() {
    return false;
  }

  /** The alphabet; empty if it is too large for keys. */
  get letters() {
    return this.state.lexicon.letters;
  }

  /** The lexicon with the letters of this board. */
  get lexicon() {
    return { ...this.state.lexicon, letters: this.letters };
  }

  /** Whether words run from right to left, as in Hebrew and Arabic. */
  get #isLeftwards() {
    return /[\u0590-\u08ff]/.test(this.letters[0]);
  }

  get writeOptions() {
    return {};
  }

  isWritable(cell) {
    return this.state.cells[cell].kind !== 'block';
  }

  isEmpty = (cell) => !this.valueAt(cell);

  valueAt(cell) {
    return this.entryAt(cell).value;
  }

  entryAt(cell) {
    const { value, mark } = this.state.cells[cell];
    return this.draft?.get(cell) ?? this.client.outbox.overlay(cell) ?? { value, pencil: mark === 'pencil' };
  }

  appearance(cell) {
    const { state, client } = this;
    const overlay = client.outbox.overlay(cell);
    const author = overlay ? client.me ?? client.identity.former : state.seats.get(state.cells[cell].by);
    return {
      ...state.cells[cell], ...(overlay && { value: overlay.value, mark: overlay.pencil ? 'pencil' : undefined }),
      pending: Boolean(overlay?.pending), ...this.syllables?.at(cell), author: author?.name,
      // Colours tell players apart, so the letters of a single player have none.
      colour: state.isPrivate || state.seats.size < 2 ? undefined : author?.colour,
    };
  }

  draw() {
    const { isPrivate, phase, paused } = this.state;
    // Spectators see no board of a running race.
    document.body.toggleAttribute('data-watching', isPrivate && phase === 'playing' && !this.client.me);
    byId('grid').inert = paused;
    byId('frame').dir = this.#isLeftwards ? 'rtl' : 'ltr';
    this.view.draw((cell) => this.appearance(cell), this.wordsOn(this.state));
    byId('frame').classList.toggle('still', !this.mayWrite);
    // Keys and tools stay until the result takes their place.
    if (!this.state.isUnfinished) return;
    this.drawKeys();
    this.drawTools();
  }

  drawTime() {} // draws what changes with time
  drawKeys(more = {}) {
    const shown = coarsePointer.matches && !this.usesSystemKeyboard && this.mayWrite;
    const { id, keyboard } = this.state.lexicon;
    this.keys?.draw({ shown, letters: this.letters, lexicon: id, keyboard, commands: this.commands, ...this.syllables?.keys, ...more });
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
    return Boolean(read('native')) || !(this.letters.length || this.syllables) || !coarsePointer.matches;
  }

  switchKeyboard() {
    write('native', !read('native'));
    this.entry.usesSystemKeyboard = this.usesSystemKeyboard;
    this.draw();
    this.view.focus();
  }

  press(key) {
    if (this.syllables?.press(key)) return;
    if (key === 'Backspace') this.backspace();
    else if (key === 'Enter') this.enter();
    else if (key === 'Turn') this.caret.toggleDirection();
    else this.type(this.read(key));
  }

  /** The letters of a typed text, as the game's keys write them. */
  read(typed) {
    return typedLetters(typed, this.lexicon);
  }

  /** Says once that keys of another script count by their place. */
  sayByPlace() {
    if (!this.#hasSaidByPlace) toast(text.byPlace);
    this.#hasSaidByPlace = true;
  }

  /** A typed letter as the game spells it; null if the game has no such letter. */
  spell(letter) {
    const takesAny = this.takesAnyLetter && !this.state.lexicon.id;
    return takesAny ? letter : spelled(letter, this.letters);
  }

  type(letters) {
    for (const typed of letters) {
      const [cell, letter] = [this.caret.cell, this.spell(typed)];
      if (!letter) return this.refuse(cell);
      const wasEmpty = this.isEmpty(cell);
      if (!this.writeCell(letter)) return;
      this.caret.advance(this.isEmpty, (each) => this.isEmpty(each) || this.entryAt(each).pencil, wasEmpty);
    }
  }

  refuse(cell) {
    this.view.flash(cell, 'refused');
    announce(text.codes['not-a-letter']);
  }

  writeCell(value, cell = this.caret.cell) {
    const { state, client, mayWrite } = this;
    if (state.sequence === null) return false; // the board is not loaded yet
    if (mayWrite && this.draft) this.draft.set(cell, { value, ...this.writeOptions });
    else if (mayWrite) client.write(cell, value, this.writeOptions);
    else if (state.locked) toast(text.locked);
    else if (!client.me && state.isOpenToJoin) openDialog('join', client).then(() => this.view.focus());
    return mayWrite;
  }

  backspace() {
    if (this.syllables?.backspace()) return;
    if (!this.valueAt(this.caret.cell)) this.caret.retreat();
    this.writeCell('');
  }

  space() { this.caret.toggleDirection(); }

  enter() {
    this.caret.moveToEnd(1, false);
    this.caret.moveInOrder(1);
  }

  tab() {
    return false;
  }

  escape() {}
  help() { byId('rules').click(); }

  chooseCell(cell) {
    const again = this.#hasMoved && cell === this.caret.cell && document.activeElement === byId('letters');
    this.syllables?.finish();
    this.entry.reset();
    this.view.focus();
    if (again) this.caret.toggleDirection();
    else this.caret.select(cell);
  }

  caretMoved() {
    this.#hasMoved = true;
    this.syllables?.leave();
    this.view.showCaret(this.caret);
    const { cell, direction } = this.caret;
    byId('turn').setAttribute('aria-label', text.turnTo(direction));
    setText(byId('turn-text'), text.turns[direction]);
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

  /** The hint for a player who has finished a race before the others. */
  get doneHint() {
    const { result } = this.state;
    return result?.winners?.includes(this.client.me?.seat) ? text.wonAlready : text.waitForOthers;
  }

  /** Sets the line below the board. An empty line keeps its space, so that nothing moves. */
  setHint(sentence) {
    byId('hint').classList.toggle('silent', !sentence);
    if (sentence) setText(byId('hint'), sentence);
  }

  showTools(...names) {
    const isShown = ({ id }) => id === 'share' || (id === 'keyboard' ? coarsePointer.matches : names.includes(id));
    for (const tool of byId('tools').children) setVisible(tool, isShown(tool));
  }
}
