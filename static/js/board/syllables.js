/**
 * Syllables of Hangul under composition, in games whose letters are syllables: by an input method, by the on-screen keys
 * of the two-set keyboard, or by the places of keys that are left in Latin. A syllable is shown where it will stand, and
 * written once it is finished, left or not changed for a moment.
 */
import { lettersOfKey } from '../state/letters.js';
import { withShift } from '../state/hangul.js';
import { composed } from '../state/two-set.js';
import { compose } from './compose.js';

/** Milliseconds without a key after which a syllable is written; the keys after it may still change it. */
const PAUSE = 600;
const isWhole = (text) => /^[가-힣]$/.test(text);

export class Syllables {
  #play;
  /** The word of the keys, see compose.js, and the jamo of its last syllable. */
  #word = {};
  #keys = '';
  /** What is shown and not written: `{cell, text}`. */
  #shown = null;
  /** Where the caret was left; somewhere else it was moved by the reader. */
  #cell = -1;
  #timer = 0;
  #isShifted = false;

  /** @param {import('../games/play.js').Play} play */
  constructor(play) {
    this.#play = play;
  }

  /** Whether syllables are written into cells; a game with keys for all of its syllables has them called. */
  get #isOnBoard() {
    return !this.#play.letters.length;
  }

  /** What is shown in a cell in place of its letter. */
  at(cell) {
    return this.#isOnBoard && this.#shown?.cell === cell ? { value: this.#shown.text, mark: undefined } : undefined;
  }

  /** What the keys compose. */
  get text() {
    return this.#shown?.text ?? '';
  }

  get #rows() {
    const { keyboard } = this.#play.state.lexicon;
    return this.#isShifted ? keyboard.map((row) => [...row].map(withShift).join('')) : keyboard;
  }

  /** The on-screen keys of a game whose syllables are too many for keys. */
  get keys() {
    if (!this.#isOnBoard) return {};
    const rows = this.#rows;
    const picked = this.#isShifted ? 'Shift' : null;
    return { keyboard: rows, letters: [...rows.join('')], commands: ['Shift', 'Backspace'], picked };
  }

  /** @param {string} key on the screen @returns {boolean} whether it was used */
  press(key) {
    if (key !== 'Shift' && (!this.#isOnBoard || !/^[ㄱ-ㅣ]$/.test(key))) return false;
    this.#isShifted = key === 'Shift' && !this.#isShifted;
    if (key !== 'Shift') this.#add(key);
    this.#play.draw();
    return true;
  }

  /**
   * A typed text without an input method: its jamo, or that of the key by its place.
   * @param {string} text @param {string} [key] @param {boolean} [isShifted] @returns {boolean} whether it was used
   */
  type(text, key, isShifted) {
    const isJamo = /^[ㄱ-ㅣ]$/.test(text);
    if (!isJamo && (!key || !/^[^가-힣]$/u.test(text))) return false;
    const [jamo] = isJamo ? text : lettersOfKey(key, false, { keyboard: this.#play.state.lexicon.keyboard });
    if (!isJamo) this.#play.sayByPlace();
    this.#add(isShifted ? withShift(jamo) : jamo);
    return true;
  }

  #add(jamo) {
    this.#leaveIfMoved();
    const { letters, rest } = composed(this.#keys + jamo);
    const [last] = letters.splice(-1);
    this.#keys = rest;
    if (letters.length) {
      if (letters.every(isWhole)) this.#write(this.#word, letters);
      else this.#play.refuse(this.#play.caret.cell);
      this.#word = {};
    }
    this.#show(this.#word, [], last);
  }

  /** Takes the last key back. @returns {boolean} whether there was one */
  backspace() {
    this.#leaveIfMoved();
    if (!this.#keys) return false;
    this.#keys = this.#keys.slice(0, -1);
    this.#show(this.#word, [], composed(this.#keys).letters.at(-1) ?? '');
    return true;
  }

  /**
   * Shows what an input method composes.
   * @param {Object} word @param {string[]} letters of the whole word @param {string[]} under those under composition
   */
  compose(word, letters, under) {
    if (this.#isOnBoard) this.#show(word, under.length ? letters.slice(0, -1) : letters, under.at(-1) ?? '');
  }

  #show(word, before, last) {
    const play = this.#play;
    const letters = [...before, last];
    // A syllable that is written already changes where it stands.
    const isWritten = isWhole(last) && word.steps?.length > before.length;
    this.#write(word, isWritten ? letters : before);
    if (last && !isWritten) this.#shown = { cell: play.caret.cell, text: last };
    if (isWhole(last) && !isWritten && this.#isOnBoard) {
      this.#timer = setTimeout(() => { this.#write(word, letters); play.draw(); }, PAUSE);
    }
    play.draw();
  }

  #write(word, letters) {
    this.#hide();
    this.#cell = -1;
    compose(this.#play, word, letters);
    this.#cell = this.#play.caret.cell;
  }

  #hide() {
    clearTimeout(this.#timer);
    this.#shown = null;
  }

  /** Forgets what is under composition. */
  clear() {
    this.#hide();
    [this.#keys, this.#word, this.#cell] = ['', {}, -1];
  }

  /** Writes the shown syllable into its cell. @returns {boolean} whether there was a whole one */
  finish() {
    const { cell, text } = this.#shown ?? {};
    this.clear();
    if (!isWhole(text ?? '')) return false;
    if (this.#isOnBoard) this.#play.writeCell(text, cell);
    else this.#play.type([text]);
    return true;
  }

  /** Ends the composition if the caret has moved to another cell. */
  leave() {
    if (this.#cell >= 0) this.#leaveIfMoved();
  }

  #leaveIfMoved() {
    if (this.#cell !== this.#play.caret.cell) this.finish();
  }
}
