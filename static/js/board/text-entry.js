/**
 * The hidden input over the current cell: turns keys and text into letters and commands. Key codes are all 229 on
 * Android. The input begins with an invisible character, because phones report Backspace only if there is something to
 * delete. After it stands the word of an input method, which may replace it at any time.
 */
const SENTINEL = '\u200b';
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** On Android typing is always a composition, and each letter must show at once. */
const COMPOSES_ALWAYS = /Android/i.test(navigator.userAgent);

export class TextEntry {
  #input;
  #handlers;
  #word = {};
  /** The last key by its place, which counts where the keyboard writes another script. */
  #key;
  #isShifted = false;
  /** The value after the last input. */
  #before = '';
  /** Whether the last key has counted by its place; text that an input method still writes for it is ignored. */
  #hasCounted = false;

  /**
   * @param {HTMLInputElement} input
   * @param {Object} handlers
   * @param {(text: string) => string[]} handlers.read the letters of a text
   * @param {(letter: string) => string|null} handlers.spell null: the game has no such letter
   * @param {(key: string, isShifted: boolean) => string[]} handlers.lettersOfKey by its place
   * @param {() => void} handlers.countedByPlace after such a key
   * @param {() => string|undefined} handlers.unit of the letters: a syllable counts when it is finished, jamo at once
   * @param {(letters: string[]) => void} handlers.letters
   * @param {(word: Object, letters: string[]) => void} handlers.compose in place of the letters before of the same word
   * @param {import('./syllables.js').Syllables} [handlers.syllables] where they are composed
   * @param {(by: number) => boolean} handlers.tab returns whether the key was used
   * @param {() => void} handlers.backspace likewise `arrow`, `end`, `remove`, `space`, `enter`, `escape`, `help`, `undo`
   */
  constructor(input, handlers) {
    this.#input = input;
    this.#handlers = handlers;
    this.reset();
    input.addEventListener('keydown', (event) => this.#onKeyDown(event));
    // In Safari the text comes before the event: the key must not count for the next text.
    input.addEventListener('keyup', () => { this.#key = ''; });
    input.addEventListener('beforeinput', (event) => this.#onBeforeInput(event));
    input.addEventListener('input', ({ isComposing, inputType, data }) => (
      this.#onInput(isComposing, inputType, data ?? '')));
    input.addEventListener('compositionend', () => this.#onInput(false));
    input.addEventListener('focus', () => this.reset());
  }

  set usesSystemKeyboard(usesSystemKeyboard) {
    this.#input.inputMode = usesSystemKeyboard ? 'text' : 'none';
  }

  /** Ends the word, which stays as it is; also when an input method is still composing it. */
  reset() {
    this.#word = {};
    this.#input.value = this.#before = SENTINEL;
    this.#input.setSelectionRange(1, 1);
  }

  /** Takes the focus and the key that was pressed while nothing had it. @param {KeyboardEvent} event */
  takeKey(event) {
    this.#input.focus({ preventScroll: true });
    if (document.activeElement === this.#input) this.#onKeyDown(event); // a dialog keeps the focus
  }

  #onKeyDown(event) {
    const { key, code, keyCode, isComposing, ctrlKey, metaKey, altKey, shiftKey } = event;
    this.#key = /^Key(.)$/.exec(code)?.[1];
    this.#isShifted = shiftKey;
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

  /** The browser itself edits a word. */
  #onBeforeInput(event) {
    const { inputType, data, dataTransfer } = event;
    const { read, syllables } = this.#handlers;
    const isEdit = event.cancelable && !event.isComposing && this.#input.value === SENTINEL;
    if (!isEdit && inputType !== 'insertLineBreak') return;
    event.preventDefault();
    if (inputType === 'deleteContentForward') this.#handlers.remove();
    else if (inputType.startsWith('delete')) this.#handlers.backspace();
    else if (inputType === 'insertLineBreak') this.#handlers.enter();
    else if (!syllables?.type(data ?? '', this.#key, this.#isShifted)) {
      this.#type(read(data ?? dataTransfer?.getData('text/plain') ?? ''));
    }
  }

  #onInput(isComposing, inputType = '', data = '') {
    const { value } = this.#input;
    const { read, compose, syllables } = this.#handlers;
    const [deleted, ...more] = inputType === 'deleteContentBackward' ? this.#before.slice(value.length) : '';
    this.#before = value;
    if (!isComposing) syllables?.clear();
    // Backspace removes one letter, even if the browser has deleted a committed syllable of several letters.
    const isPart = !isComposing && deleted && !more.length && read(deleted).length > 1;
    if (!value || isPart) this.#handlers.backspace();
    else if (isComposing && this.#waitsFor(value)) return void syllables?.compose(this.#word, read(value), read(data));
    else if (this.#type(read(value), (letters) => compose(this.#word, letters))) return;
    this.reset();
  }

  /** Whether a text under composition is shown only once it is committed. */
  #waitsFor(value) {
    const { unit, read, spell } = this.#handlers;
    if (unit() === 'syllable') return true;
    return unit() !== 'jamo' && !COMPOSES_ALWAYS && /\p{Lo}/u.test(value) && read(value).every(spell);
  }

  /** Writes the letters; if the game lacks one, it writes those of the pressed key. @returns whether it has them all */
  #type(letters, write = this.#handlers.letters) {
    const { spell, lettersOfKey } = this.#handlers;
    const isKnown = letters.every(spell);
    const placed = !isKnown && this.#key ? lettersOfKey(this.#key, this.#isShifted) : [];
    if (placed.length && placed.every(spell)) {
      this.#handlers.letters(placed);
      this.#handlers.countedByPlace();
      this.#hasCounted = true;
      this.#key = '';
    } else if (isKnown || !this.#hasCounted) write(letters);
    return isKnown;
  }
}
