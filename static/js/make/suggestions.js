/** The current word with the words that fit in it, and a line about the state of the board. */
import { byId, el, setText, setVisible } from '../page/dom.js';
import { failureText } from '../page/announce.js';
import { text } from '../strings.js';
import { lettersIn, wordIn } from './grid.js';
import { say } from './words.js';

/** From this level on a suggestion says that it is not common. */
const LESS_COMMON = 3;

export class Suggestions {
  /** How to begin, shown below an empty grid. */
  hint = '';
  #puzzle;
  #survey;
  #board;
  #book;
  #filler;
  #list = byId('fits');
  #drawn = '';

  /** @param {{puzzle: import('./draft.js').Draft, survey: any, board: any, book: any, filler: any}} parts */
  constructor({ puzzle, survey, board, book, filler }) {
    [this.#puzzle, this.#survey, this.#board, this.#book, this.#filler] = [puzzle, survey, board, book, filler];
    const go = (back) => () => {
      board.goOn(back);
      board.view.focus();
    };
    byId('word-before').addEventListener('click', go(true));
    byId('word-after').addEventListener('click', go(false));
    byId('word').addEventListener('click', () => {
      board.caret.toggleDirection();
      board.view.focus();
    });
    // The board keeps the focus, and a phone's keyboard stays open.
    byId('word-bar').addEventListener('mousedown', (event) => event.preventDefault());
    this.#list.addEventListener('mousedown', (event) => event.preventDefault());
    this.#list.addEventListener('click', ({ target }) => this.#take(target.closest('button')?.dataset.word));
    this.#list.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') board.view.focus();
    });
  }

  /** Moves the focus to the best word. @returns {boolean} whether there is one */
  focus() {
    const best = this.#list.querySelector('button');
    best?.focus();
    return Boolean(best);
  }

  draw() {
    const { slot } = this.#board;
    const { found } = this.#survey;
    setText(byId('word'), slot ? this.#nameOf(slot, found) : say.noWord);
    const words = slot && found ? this.#best(slot, found) : null;
    this.#list.toggleAttribute('aria-busy', Boolean(slot) && !found && this.#survey.state === 'asking');
    this.#drawList(words ?? (slot ? this.#provisional(slot) : []));
    this.#drawState(found);
  }

  #nameOf(slot, found) {
    const name = say.word(slot.number, text[slot.direction]);
    const count = found?.fillable && !wordIn(this.#puzzle.cells, slot) && this.#entry(slot, found)?.count;
    return text.dotted([name, count && (found.exhausted ? say.count : say.countAtLeast)(count)]);
  }

  #entry({ cell, direction }, found) {
    return found.slots.find((each) => each.cell === cell && each.direction === direction);
  }

  /** A word that is complete needs no suggestions. */
  #best(slot, found) {
    if (wordIn(this.#puzzle.cells, slot)) return [];
    return this.#entry(slot, found)?.best ?? [];
  }

  /** While the server is asked: those of the words shown that still match. */
  #provisional(slot) {
    const letters = lettersIn(this.#puzzle.cells, slot);
    const matches = (word) => [...word].length === letters.length
      && letters.every((letter, place) => !letter || letter === [...word][place]);
    const isSame = this.#list.dataset.slot === slot.id;
    return isSame && letters.some((each) => !each) ? this.#shown.filter(({ word }) => matches(word)) : [];
  }

  /** @type {any[]} */
  #shown = [];

  #drawList(words) {
    this.#shown = words;
    this.#list.dataset.slot = this.#board.slot?.id ?? '';
    const drawn = JSON.stringify(words.map(({ word }) => word));
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const hadFocus = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(...words.map(({ word, level }) => el('li', {}, el('button', {
      type: 'button', 'data-word': word,
    }, word, level >= LESS_COMMON && el('small', {}, say.levels[level - 1])))));
    this.#list.scrollLeft = 0;
    if (hadFocus) this.#board.view.focus();
  }

  #take(word) {
    const { slot } = this.#board;
    if (!word || !slot) return;
    this.#board.setBlocks(false);
    this.#puzzle.write([...word].map((letter, place) => [slot.cells[place], letter]));
    this.#board.goOn(false);
    this.#board.view.focus();
  }

  /** Says what is wrong with the board, or why there is no answer, with buttons that help. */
  #drawState(found) {
    const { sentence = '', help = [], isBad = false } = this.#stateOf(found);
    setText(byId('state'), sentence);
    byId('state-part').classList.toggle('bad', isBad);
    setVisible(this.#list, this.#shown.length || !sentence || !help.length);
    const labels = help.map(([label]) => label).join();
    if (byId('state-help').dataset.drawn === labels) return;
    byId('state-help').dataset.drawn = labels;
    byId('state-help').replaceChildren(...help.map(([label, act]) => {
      const onclick = async ({ currentTarget: button }) => {
        if (button.hasAttribute('aria-busy')) return;
        button.setAttribute('aria-busy', 'true');
        await act();
        button.removeAttribute('aria-busy');
        this.#board.leaveBlock();
        this.#board.view.focus();
      };
      return el('button', { type: 'button', onclick }, label);
    }));
  }

  get #wordThatIsThereTwice() {
    const { cells, slots } = this.#puzzle;
    const words = slots.map((slot) => wordIn(cells, slot)).filter(Boolean);
    return words.find((word, at) => words.indexOf(word) < at);
  }

  get #blocksHelp() {
    return [say.addBlocks, () => this.#filler.findBlocks()];
  }

  #stateOf(found) {
    const { state, refusal } = this.#survey;
    const puzzle = this.#puzzle;
    if (state === 'refused') return { sentence: failureText(refusal), isBad: true };
    const isAway = state === 'away' || state === 'busy';
    if (puzzle.isBlank && !isAway) {
      // In some languages words need blocks to cross at all, which is nothing that the maker has done.
      return { sentence: this.hint, help: found && !found.fillable ? [this.#blocksHelp] : [] };
    }
    if (!found) return { sentence: state === 'ready' ? say.asking : say[state] };
    const twice = this.#wordThatIsThereTwice;
    if (twice) return { sentence: say.twice(twice), isBad: true };
    const unknown = puzzle.words.find((word) => this.#book.get(word) === null && !puzzle.own.includes(word));
    if (unknown) {
      return { sentence: say.unknown(unknown), isBad: true, help: [[say.useAnyway, () => puzzle.keep(unknown)]] };
    }
    if (found.fillable) return { sentence: puzzle.isFull ? say.full : '' };
    const blocks = !puzzle.isFull && this.#blocksHelp;
    const rare = !puzzle.rare && [say.allowRare, () => puzzle.set({ rare: true })];
    const help = [blocks, rare].filter(Boolean);
    if (!found.exhausted) return { sentence: say.unsure, help };
    return { sentence: found.stuck.length ? say.stuck : say.stuckTogether, isBad: true, help };
  }
}
