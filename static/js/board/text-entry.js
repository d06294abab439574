/**
 * The hidden input over the current cell: turns what keyboards, phones and input methods do into letters and commands.
 *
 * Text comes by `beforeinput` and `input`, never by key codes (Android reports 229 for all). The input always holds one
 * invisible character, because phones report Backspace only when there is something to delete.
 */
import { lettersOf } from '../state/letters.js';

const SENTINEL = '\u200b';
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** On Android plain Latin typing is a composition too, and each letter must show at once. */
const COMPOSES_ALWAYS = /Android/i.test(navigator.userAgent);

export class TextEntry {
  #input;
  #on;
  #composing = false;
  /** What of the present composition has already become letters. */
  #taken = '';

  /**
   * @param {HTMLInputElement} input
   * @param {Object} on
   * @param {(letters: string[]) => void} on.letters
   * @param {(gone: number, letters: string[]) => void} on.retype the last `gone` letters have become others
   * @param {(rows: number, columns: number) => void} on.arrow @param {(by: number, whole: boolean) => void} on.end
   * @param {(by: number) => boolean} on.tab whether it was used @param {() => void} on.backspace and `remove`,
   *   `space`, `enter`, `escape`, `help`, `undo` alike
   */
  constructor(input, on) {
    this.#input = input;
    this.#on = on;
    this.reset();
    input.addEventListener('keydown', (event) => this.#key(event));
    input.addEventListener('beforeinput', (event) => this.#before(event));
    input.addEventListener('input', (event) => this.#after(event));
    input.addEventListener('compositionstart', () => {
      this.#composing = true;
      this.#taken = '';
    });
    input.addEventListener('compositionend', (event) => {
      this.#composing = false;
      this.#compose(event.data ?? '');
      this.reset();
    });
    input.addEventListener('focus', () => this.reset());
  }

  /** Whether the system's keyboard comes up on a phone. */
  set native(native) {
    this.#input.inputMode = native ? 'text' : 'none';
  }

  /** Back to the sentinel; also ends what an input method had begun, when the writer goes elsewhere. */
  reset() {
    if (!this.#composing) this.#taken = '';
    this.#input.value = SENTINEL;
    this.#input.setSelectionRange(1, 1);
  }

  #key(event) {
    const { key, keyCode, isComposing, ctrlKey, metaKey, altKey, shiftKey } = event;
    // 229: the key belongs to an input method, in Safari even the Enter that ends a composition.
    if (isComposing || keyCode === 229 || altKey) return;
    const command = ctrlKey || metaKey;
    if (command && key.toLowerCase() === 'z') this.#on.undo();
    else if (key === 'Home') this.#on.end(-1, command);
    else if (key === 'End') this.#on.end(1, command);
    else if (command) return;
    else if (ARROWS[key]) this.#on.arrow(...ARROWS[key]);
    else if (key === 'Backspace') this.#on.backspace();
    else if (key === 'Delete') this.#on.remove();
    else if (key === 'Enter') this.#on.enter(shiftKey);
    else if (key === ' ') this.#on.space();
    else if (key === 'Escape') this.#on.escape();
    else if (key === '?') this.#on.help();
    else if (key !== 'Tab' || !this.#on.tab(shiftKey ? -1 : 1)) return;
    event.preventDefault();
  }

  #before(event) {
    if (!event.cancelable || event.isComposing || event.inputType.includes('omposition')) return;
    event.preventDefault();
    this.#edit(event.inputType, event.data ?? event.dataTransfer?.getData('text/plain') ?? '');
  }

  /** What could not be prevented has changed the input: the difference to the sentinel is what was typed. */
  #after(event) {
    if (this.#composing) {
      if (COMPOSES_ALWAYS) this.#compose(event.data ?? '');
      return;
    }
    const { value } = this.#input;
    if (!value.includes(SENTINEL)) this.#on.backspace();
    this.#edit('insertText', value.replaceAll(SENTINEL, ''));
    this.reset();
  }

  #edit(type, data) {
    if (type === 'deleteContentForward') this.#on.remove();
    else if (type.startsWith('delete')) this.#on.backspace();
    else if (type === 'insertLineBreak') this.#on.enter();
    else if (data === ' ') this.#on.space();
    else if (data) this.#on.letters(lettersOf(data));
  }

  /** A composition brings its whole text each time; what has become other letters is written anew. */
  #compose(composed) {
    const [before, now] = [lettersOf(this.#taken), lettersOf(composed)];
    this.#taken = composed;
    const same = before.findIndex((letter, place) => letter !== now[place]);
    const kept = same < 0 ? before.length : same;
    if (kept < before.length) this.#on.retype(before.length - kept, now.slice(kept));
    else if (now.length > kept) this.#on.letters(now.slice(kept));
  }
}
