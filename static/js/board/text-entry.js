/**
 * The hidden input over the current cell: turns keys, touch typing and input methods into letters and commands.
 *
 * Text is read from `beforeinput` and `input`, not from key codes, which are all 229 on Android. The input always holds
 * one invisible character, because phones report Backspace only if there is something to delete.
 */
import { lettersOf } from '../state/letters.js';

const SENTINEL = '\u200b';
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** On Android typing Latin letters is a composition too, and each letter must show at once. */
const COMPOSES_ALWAYS = /Android/i.test(navigator.userAgent);

export class TextEntry {
  #input;
  #handlers;
  #composing = false;
  /** The part of the present composition that was already passed on as letters. */
  #consumed = '';

  /**
   * @param {HTMLInputElement} input
   * @param {Object} handlers
   * @param {(letters: string[]) => void} handlers.letters
   * @param {(count: number, letters: string[]) => void} handlers.replaceLast replaces the last `count` letters
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
    input.addEventListener('input', (event) => this.#onInput(event));
    input.addEventListener('compositionstart', () => {
      this.#composing = true;
      this.#consumed = '';
    });
    input.addEventListener('compositionend', (event) => {
      this.#composing = false;
      this.#updateComposition(event.data ?? '');
      this.reset();
    });
    input.addEventListener('focus', () => this.reset());
  }

  /** Whether focus opens the phone's own keyboard. */
  set usesSystemKeyboard(usesSystemKeyboard) {
    this.#input.inputMode = usesSystemKeyboard ? 'text' : 'none';
  }

  /** Restores the sentinel, which also ends a composition when the caret moves elsewhere. */
  reset() {
    if (!this.#composing) this.#consumed = '';
    this.#input.value = SENTINEL;
    this.#input.setSelectionRange(1, 1);
  }

  #onKeyDown(event) {
    const { key, keyCode, isComposing, ctrlKey, metaKey, altKey, shiftKey } = event;
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
  }

  #onBeforeInput(event) {
    if (!event.cancelable || event.isComposing || event.inputType.includes('omposition')) return;
    event.preventDefault();
    this.#applyEdit(event.inputType, event.data ?? event.dataTransfer?.getData('text/plain') ?? '');
  }

  /** Handles input that could not be prevented: the difference to the sentinel was typed. */
  #onInput(event) {
    if (this.#composing) {
      if (COMPOSES_ALWAYS) this.#updateComposition(event.data ?? '');
      return;
    }
    const { value } = this.#input;
    if (!value.includes(SENTINEL)) this.#handlers.backspace();
    this.#applyEdit('insertText', value.replaceAll(SENTINEL, ''));
    this.reset();
  }

  #applyEdit(type, data) {
    if (type === 'deleteContentForward') this.#handlers.remove();
    else if (type.startsWith('delete')) this.#handlers.backspace();
    else if (type === 'insertLineBreak') this.#handlers.enter();
    else if (data === ' ') this.#handlers.space();
    else if (data) this.#handlers.letters(lettersOf(data));
  }

  /** Each event carries the whole composition: passes on its new letters and replaces those that changed. */
  #updateComposition(composed) {
    const [before, after] = [lettersOf(this.#consumed), lettersOf(composed)];
    this.#consumed = composed;
    const changedAt = before.findIndex((letter, place) => letter !== after[place]);
    const kept = changedAt < 0 ? before.length : changedAt;
    if (kept < before.length) this.#handlers.replaceLast(before.length - kept, after.slice(kept));
    else if (after.length > kept) this.#handlers.letters(after.slice(kept));
  }
}
