/**
 * The hidden input over the current cell: turns keys, touch typing and input methods into letters and commands.
 *
 * Text is read from `beforeinput` and `input`, not from key codes, which are all 229 on Android. The input begins with
 * one invisible character, because phones report Backspace only if there is something to delete. After it stands the
 * word of an input method, which may replace it at any time: by composing, by correcting or by deleting.
 */
import { lettersOf } from '../state/letters.js';

const SENTINEL = '\u200b';
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** On Android typing is always a composition, and each letter must show at once. */
const COMPOSES_ALWAYS = /Android/i.test(navigator.userAgent);

export class TextEntry {
  #input;
  #handlers;
  /** What the handlers know of the word in the input. */
  #word = {};
  /** The letter of the last key by its place, which counts where an input method writes another script. */
  #key;
  /** Whether that key has counted, so that what else an input method writes for it does not. */
  #hasCounted = false;
  /** Whether a key's text has come before its event, as in Safari. */
  #isLate = false;

  /**
   * @param {HTMLInputElement} input
   * @param {Object} handlers
   * @param {(letter: string) => string|null} handlers.spell the letter as the game writes it, null if it has none
   * @param {(letters: string[]) => void} handlers.letters
   * @param {(word: Object, letters: string[]) => void} handlers.compose writes a word, in place of the last one with
   *   the same object
   * @param {(rows: number, columns: number) => void} handlers.arrow
   * @param {(by: number, whole: boolean) => void} handlers.end
   * @param {(by: number) => boolean} handlers.tab returns whether the key was used
   * @param {() => void} handlers.backspace likewise `remove`, `space`, `enter`, `escape`, `help` and `undo`
   */
  constructor(input, handlers) {
    this.#input = input;
    this.#handlers = handlers;
    this.reset();
    input.addEventListener('keydown', (event) => this.#onKeyDown(event));
    input.addEventListener('beforeinput', (event) => this.#onBeforeInput(event));
    input.addEventListener('input', ({ isComposing }) => this.#onInput(isComposing));
    input.addEventListener('compositionend', () => this.#onInput(false));
    input.addEventListener('focus', () => this.reset());
  }

  /** Whether focus opens the phone's own keyboard. */
  set usesSystemKeyboard(usesSystemKeyboard) {
    this.#input.inputMode = usesSystemKeyboard ? 'text' : 'none';
  }

  /** Ends the word, which stays as it is; also when an input method is still composing it. */
  reset() {
    this.#word = {};
    this.#input.value = SENTINEL;
    this.#input.setSelectionRange(1, 1);
  }

  #onKeyDown(event) {
    const { key, code, keyCode, isComposing, ctrlKey, metaKey, altKey, shiftKey } = event;
    this.#key = !this.#isLate && /^Key(.)$/.exec(code)?.[1];
    this.#hasCounted = false;
    // 229: the key belongs to an input method; in Safari also the Enter that ends a composition.
    if (isComposing || keyCode === 229 || altKey) return;
    const command = ctrlKey || metaKey;
    if (command && key.toLowerCase() === 'z') this.#handlers.undo();
    else if (key === 'Home') this.#handlers.end(-1, command);
    else if (key === 'End') this.#handlers.end(1, command);
    else if (command) return;
    else if (ARROWS[key]) this.#handlers.arrow(...ARROWS[key]);
    else if (key === 'Backspace') this.#handlers.backspace();
    else if (key === 'Delete') this.#handlers.remove();
    else if (key === 'Enter') this.#handlers.enter(shiftKey);
    else if (key === ' ') this.#handlers.space();
    else if (key === 'Escape') this.#handlers.escape();
    else if (key === '?') this.#handlers.help();
    else if (key !== 'Tab' || !this.#handlers.tab(shiftKey ? -1 : 1)) return;
    event.preventDefault();
    this.reset();
  }

  /** Handles edits outside a word; the browser carries out those of a word. */
  #onBeforeInput(event) {
    const { inputType, data, dataTransfer } = event;
    const isEdit = event.cancelable && !event.isComposing && this.#input.value === SENTINEL;
    if (!isEdit && inputType !== 'insertLineBreak') return;
    event.preventDefault();
    if (inputType === 'deleteContentForward') this.#handlers.remove();
    else if (inputType.startsWith('delete')) this.#handlers.backspace();
    else if (inputType === 'insertLineBreak') this.#handlers.enter();
    else this.#type(lettersOf(data ?? dataTransfer?.getData('text/plain') ?? ''));
  }

  #onInput(isComposing) {
    const { value } = this.#input;
    if (!value) this.#handlers.backspace();
    else if (isComposing && !COMPOSES_ALWAYS && lettersOf(value).every(this.#handlers.spell) && /\p{Lo}/u.test(value)) return;
    else if (this.#type(lettersOf(value), (letters) => this.#handlers.compose(this.#word, letters))) return;
    this.reset();
  }

  /**
   * In place of letters that the game does not have, the key that was pressed counts, if it is known.
   * @returns {boolean} whether the game has the letters
   */
  #type(letters, write = this.#handlers.letters) {
    const { spell } = this.#handlers;
    const isKnown = letters.every(spell);
    if (!isKnown && this.#key && spell(this.#key)) {
      this.#handlers.letters([this.#key]);
      this.#hasCounted = true;
      this.#key = '';
    } else if (isKnown || !this.#hasCounted) write(letters);
    if (!isKnown && !this.#hasCounted) {
      this.#isLate = true;
      setTimeout(() => { this.#isLate = false; });
    }
    return isKnown;
  }
}
