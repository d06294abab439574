/** The board of a puzzle that is being made: keys and presses as in the mini crossword, and blocks. */
import { BoardView } from '../board/board-view.js';
import { Caret } from '../board/caret.js';
import { compose } from '../board/compose.js';
import { TextEntry } from '../board/text-entry.js';
import { announce, toast } from '../page/announce.js';
import { byId, el, setText } from '../page/dom.js';
import { lettersOfKey, spelled, typedLetters } from '../state/letters.js';
import { SIZE, square } from '../state/game-state.js';
import { text } from '../strings.js';
import { read, write } from '../wire/storage.js';
import { BLOCK, wordIn } from './grid.js';
import { say } from './words.js';

const coarsePointer = matchMedia('(pointer: coarse)');
const { Keyboard } = coarsePointer.matches ? await import('../board/keyboard.js') : {};
/** The key of the page's own keyboard that makes a block. */
const BLOCK_KEY = '■';
/** From how many letters on a cell counts as free. */
const SOME = 4;
const MANY = 9;

export class MakerBoard {
  /** What a word of an input method writes, by cell; see board/compose.js. */
  draft = null;
  /** Whether a press makes a block. */
  makesBlocks = false;
  #lexicon;
  #puzzle;
  #survey;
  #onMove;
  #fits = [];
  /** The words that an input method has written into. */
  #composed = new Set();

  /**
   * @param {{puzzle: import('./draft.js').Draft, survey: import('./survey.js').Survey, lexicon: any}} parts `lexicon`:
   *   the letters, and how they are written
   * @param {() => void} onMove called when the caret or the way of pressing has changed
   */
  constructor({ puzzle, survey, lexicon }, onMove) {
    this.#puzzle = puzzle;
    this.#survey = survey;
    this.#lexicon = lexicon;
    this.#onMove = onMove;
    /** For board/compose.js: letters that an input method takes back. */
    this.client = { write: (cell, value) => puzzle.write([[cell, value]]) };
    this.view = new BoardView((cell) => this.#press(cell));
    for (let cell = 0; cell < puzzle.cells.length; cell += 1) {
      this.#fits.push(el('span', { class: 'fit', 'aria-hidden': 'true' }));
      byId(`cell-${cell}`).append(this.#fits[cell]);
    }
    this.caret = new Caret(() => true, () => this.#caretMoved());
    this.caret.wraps = false;
    this.keys = Keyboard && new Keyboard((key) => this.#key(key), () => this.draw());
    this.entry = new TextEntry(byId('letters'), {
      read: (typed) => typedLetters(typed, lexicon), spell: (letter) => this.#spell(letter),
      letters: (letters) => this.type(letters), unit: () => lexicon.unit, countedByPlace: () => toast(text.byPlace),
      lettersOfKey: (key, isShifted) => lettersOfKey(key, isShifted, lexicon),
      compose: (word, letters) => compose(this, word, letters),
      backspace: () => this.backspace(), remove: () => this.#write(''),
      arrow: (rows, columns) => this.caret.moveBy(rows, columns), end: (by, whole) => this.caret.moveToEnd(by, whole),
      space: () => this.toggleBlock(), enter: (back) => this.goOn(back), tab: (by) => this.#tab(by),
      escape: () => this.leave(), help: () => {}, undo: () => puzzle.undo(),
    });
    this.entry.usesSystemKeyboard = this.usesSystemKeyboard;
  }

  /** Called for Escape. */
  leave() {}

  get usesSystemKeyboard() {
    return Boolean(read('native')) || !this.#lexicon.letters.length || !coarsePointer.matches;
  }

  /** Whether there is a choice between the page's keyboard and the phone's. */
  get hasKeyboards() {
    return coarsePointer.matches && this.#lexicon.letters.length > 0;
  }

  switchKeyboard() {
    write('native', !read('native'));
    this.entry.usesSystemKeyboard = this.usesSystemKeyboard;
    this.draw();
    this.view.focus();
  }

  /** For board/compose.js: letters are never written ahead of a game. */
  get isAhead() { return false; }
  entryAt(cell) { return this.draft?.get(cell) ?? { value: this.valueAt(cell) }; }
  valueAt(cell) { return this.#puzzle.cells[cell] === BLOCK ? '' : this.#puzzle.cells[cell]; }
  isEmpty = (cell) => !this.entryAt(cell).value && this.#puzzle.cells[cell] !== BLOCK;

  /** The word of the caret; undefined on a block and on a single square. */
  get slot() {
    return this.caret.slot;
  }

  #spell(letter) {
    return spelled(letter, this.#lexicon.letters);
  }

  type(letters) {
    this.setBlocks(false);
    this.leaveBlock();
    for (const typed of letters) {
      const [{ cell, slot }, letter] = [this.caret, this.#spell(typed)];
      if (!letter) {
        this.view.flash(cell, 'refused');
        return announce(text.codes['not-a-letter']);
      }
      const wasEmpty = this.isEmpty(cell);
      this.#write(letter);
      if (this.draft) this.#composed.add(slot);
      else this.#keepWord(slot);
      this.caret.advance(this.isEmpty, this.isEmpty, wasEmpty);
    }
    if (this.draft) queueMicrotask(() => this.#keepComposed());
  }

  /** A word that is written letter by letter is the maker's own; one that others cross by chance is not. */
  #keepWord(slot) {
    const word = slot && wordIn(this.#puzzle.cells, slot);
    if (word) this.#puzzle.keep(word);
  }

  #keepComposed() {
    this.#composed.forEach((slot) => this.#keepWord(slot));
    this.#composed.clear();
  }

  #write(value, cell = this.caret.cell) {
    if (this.draft) this.draft.set(cell, { value });
    else if (this.#puzzle.cells[cell] !== BLOCK) this.#puzzle.write([[cell, value]]);
  }

  backspace() {
    const { cell } = this.caret;
    if (!this.entryAt(cell).value && this.#puzzle.cells[cell] !== BLOCK) this.caret.retreat();
    if (this.#puzzle.cells[this.caret.cell] === BLOCK) this.toggleBlock();
    else this.#write('');
  }

  toggleBlock(cell = this.caret.cell) {
    this.#puzzle.toggleBlock(cell);
    const isBlock = this.#puzzle.cells[cell] === BLOCK;
    const last = cell - (this.caret.direction === 'across' ? 1 : SIZE);
    // A block after a word ends it.
    const ended = (slot) => slot.direction === this.caret.direction && slot.cells.at(-1) === last;
    if (isBlock) this.#keepWord(this.caret.slots.find(ended));
    announce(isBlock ? text.cellBlock(square(cell)) : text.cellEmpty(square(cell)));
  }

  /** From a block the caret goes on to the next word with an empty square. @returns {boolean} whether it does */
  leaveBlock() {
    const { cell, slots } = this.caret;
    if (this.#puzzle.cells[cell] !== BLOCK) return false;
    const open = slots.filter(({ cells }) => cells.some(this.isEmpty));
    const next = open.find((slot) => slot.cell > cell) ?? open[0];
    if (next) this.choose(next);
    return Boolean(next);
  }

  /** Goes to the next word, and from the last to the first. */
  goOn(back) {
    if (!this.slot && this.leaveBlock()) return;
    if (this.caret.moveToWord(back ? -1 : 1, this.isEmpty)) return;
    const slot = this.caret.slots?.at(back ? -1 : 0);
    if (slot) this.choose(slot);
  }

  /** @param {import('./grid.js').Slot} slot */
  choose({ cells, direction }) {
    this.caret.select(cells.find(this.isEmpty) ?? cells[0], direction);
  }

  /** After the last word Tab leaves the board. */
  #tab(by) {
    return this.caret.moveToWord(by, this.isEmpty);
  }

  setBlocks(makesBlocks) {
    if (this.makesBlocks === makesBlocks) return;
    this.makesBlocks = makesBlocks;
    this.#onMove();
  }

  #press(cell) {
    const again = cell === this.caret.cell && document.activeElement === byId('letters');
    this.entry.reset();
    if (!this.makesBlocks || !coarsePointer.matches) this.view.focus();
    if (this.makesBlocks) this.toggleBlock(cell);
    else if (again && this.slot) this.caret.toggleDirection();
    if (this.makesBlocks || !again) this.caret.select(cell);
  }

  #key(key) {
    if (key === 'Backspace') this.backspace();
    else if (key === BLOCK_KEY) this.toggleBlock();
    else this.type(typedLetters(key, this.#lexicon));
  }

  #caretMoved() {
    if (!this.view) return;
    this.view.showCaret(this.caret);
    this.#onMove();
  }

  /** Draws the grid, with how many letters are left for each cell. */
  draw() {
    const { cells, slots } = this.#puzzle;
    this.caret.slots = slots;
    const numbers = new Map(slots.map(({ cell, number }) => [cell, String(number)]));
    const left = this.#lettersLeft();
    this.view.draw((cell) => ({
      kind: cells[cell] === BLOCK ? 'block' : 'letter', value: this.valueAt(cell), number: numbers.get(cell),
      place: this.#said(cell, left[cell]),
    }));
    left.forEach((count, cell) => {
      const isShut = count === 0 && !this.#survey.found.stuck.length;
      byId(`cell-${cell}`).dataset.left = isShut ? 'shut' : leftClass(count);
      setText(this.#fits[cell], count !== undefined && count < SOME ? (count ? String(count) : '×') : '');
    });
    this.caret.select(this.caret.cell, this.caret.direction);
    const { letters, id, keyboard } = this.#lexicon;
    this.keys?.draw({
      shown: this.hasKeyboards && !this.usesSystemKeyboard, letters, lexicon: id, keyboard,
      commands: [BLOCK_KEY, 'Backspace'],
    });
    byId('keys').querySelector(`[data-key="${BLOCK_KEY}"]`)?.setAttribute('aria-label', say.block);
  }

  /** For each cell the number of letters that are left; undefined where there is a letter, or no answer. */
  #lettersLeft() {
    const { found } = this.#survey;
    const { cells, isBlank } = this.#puzzle;
    return cells.map((value, cell) => {
      if (value || !found || isBlank) return undefined;
      if (!found.fillable && !found.exhausted) return undefined;
      if (!found.fillable && found.stuck.length) return found.stuck.includes(cell) ? 0 : undefined;
      const count = [...found.cells[cell] ?? ''].length;
      // A search that was cut short proves no letter wrong.
      return found.exhausted || count >= SOME ? count : undefined;
    });
  }

  #said(cell, count) {
    if (count === undefined || this.#puzzle.cells[cell]) return undefined;
    if (!count) return say.nothingFits;
    return this.#survey.found.exhausted ? say.lettersFit(count) : say.atLeastFit(count);
  }
}

function leftClass(count) {
  if (count === undefined) return '';
  if (!count) return 'none';
  return count < SOME ? 'few' : count < MANY ? 'some' : '';
}
