/** The clues of the words that are complete, with what the check has found about them. */
import { toast } from '../page/announce.js';
import { byId, el, setText, setVisible } from '../page/dom.js';
import { text } from '../strings.js';
import { wordIn } from './grid.js';
import { say } from './words.js';

export class Clues {
  #puzzle;
  #book;
  #board;
  #survey;
  /** Rows by the id of their slot: `{node, input, notes, other, slot, word}`. */
  #rows = new Map();

  /** @param {{puzzle: import('./draft.js').Draft, book: any, board: any, survey: any}} parts */
  constructor({ puzzle, book, board, survey }) {
    [this.#puzzle, this.#book, this.#board, this.#survey] = [puzzle, book, board, survey];
    byId('drafts').addEventListener('click', () => this.#addDrafts());
  }

  draw() {
    const { cells, slots } = this.#puzzle;
    const complete = slots.map((slot) => ({ slot, word: wordIn(cells, slot) })).filter(({ word }) => word);
    setVisible(byId('clues'), complete.length);
    setVisible(byId('drafts'), complete.some(({ word }) => !this.#puzzle.clues[word]?.trim()));
    for (const direction of ['across', 'down']) {
      const own = complete.filter(({ slot }) => slot.direction === direction);
      setVisible(byId(`${direction}-part`), own.length);
      const rows = own.map((each) => this.#rowOf(each));
      const list = byId(`clues-${direction}`);
      // Nodes that stay keep the focus.
      if (rows.some(({ node }, at) => list.children[at] !== node) || rows.length !== list.children.length) {
        list.replaceChildren(...rows.map(({ node }) => node));
      }
    }
    const ids = complete.map(({ slot }) => slot.id);
    for (const id of this.#rows.keys()) if (!ids.includes(id)) this.#rows.delete(id);
    // The survey tells most words with their clues.
    if (this.#survey.found) this.#book.look([...new Set(complete.map(({ word }) => word))]);
  }

  /** Shows findings at their clues. @param {Map<string, {sentence: string, isError: boolean}[]>} byClue */
  mark(byClue) {
    for (const [id, { input, notes }] of this.#rows) {
      const found = byClue.get(id) ?? [];
      notes.replaceChildren(...found.map(({ sentence, isError }) => el('p', { class: isError && 'error' }, sentence)));
      input.setAttribute('aria-invalid', String(found.some(({ isError }) => isError)));
    }
  }

  /** Moves to a clue. @param {string} id of its slot */
  focus(id) {
    this.#rows.get(id)?.input.focus();
  }

  #rowOf({ slot, word }) {
    let row = this.#rows.get(slot.id);
    if (!row) this.#rows.set(slot.id, row = this.#makeRow(slot));
    const isNew = row.word !== word;
    Object.assign(row, { slot, word });
    const name = say.word(slot.number, text[slot.direction]);
    setText(row.word2, word);
    row.input.setAttribute('aria-label', say.clueFor(name, word));
    row.other.setAttribute('aria-label', say.anotherClue(name));
    const clue = this.#puzzle.clues[word] ?? '';
    if (row.input.value !== clue && (isNew || document.activeElement !== row.input)) row.input.value = clue;
    if (isNew) row.notes.replaceChildren();
    setVisible(row.other, this.#offersOther(word, clue));
    return row;
  }

  /** Whether the pack has a clue beside the one that stands there. */
  #offersOther(word, clue) {
    const clues = this.#book.get(word)?.clues ?? [];
    return clues.includes(clue) ? clues.length > 1 : !clue && clues.length > 0;
  }

  #makeRow(slot) {
    const notes = el('div', { class: 'notes', id: `notes-${slot.id}` });
    const input = el('input', {
      id: `clue-${slot.id}`, maxlength: 200, autocomplete: 'off', placeholder: say.cluePlaceholder,
      'aria-describedby': notes.id, enterkeyhint: 'next',
    });
    const word2 = el('b', {});
    const other = el('button', { class: 'quiet', type: 'button' }, '↻');
    const row = {
      input, notes, other, word2,
      node: el('li', {}, el('span', { class: 'number' }, String(slot.number)), word2, input, other, notes),
    };
    input.addEventListener('input', () => this.#puzzle.setClue(row.word, input.value));
    input.addEventListener('focus', () => this.#board.caret.select(row.slot.cells[0], row.slot.direction));
    input.addEventListener('keydown', ({ key, isComposing }) => {
      if (key === 'Enter' && !isComposing) this.#next(input);
    });
    other.addEventListener('click', () => this.#nextClue(row));
    return row;
  }

  #next(input) {
    const all = [...document.querySelectorAll('#clues input')];
    (all[all.indexOf(input) + 1] ?? byId('puzzle-title')).focus();
  }

  #nextClue({ word }) {
    const clues = this.#book.get(word)?.clues ?? [];
    this.#puzzle.setClue(word, clues[(clues.indexOf(this.#puzzle.clues[word]) + 1) % clues.length]);
  }

  /** Takes the pack's clues as drafts for words that have none. */
  async #addDrafts() {
    const button = byId('drafts');
    button.setAttribute('aria-busy', 'true');
    await this.#book.look(this.#puzzle.words);
    button.removeAttribute('aria-busy');
    const { words, clues } = this.#puzzle;
    const open = words.filter((word) => !clues[word]?.trim() && this.#book.get(word)?.clues?.length);
    for (const word of open) this.#puzzle.setClue(word, this.#book.get(word).clues[0]);
    toast(open.length ? say.drafted(open.length) : say.noDrafts);
  }
}
