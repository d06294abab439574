/** A game, apart from its board. These are the defaults; each game's folder overrides them. */
import { loadStyle } from '../page/dom.js';
import { locale, text, translated } from '../strings.js';
import { asClock } from '../wire/api.js';

const EMPTY = '.'.repeat(25);
export const NO_FIGURE = '–';

/** Loads the controller of a game's board with its style sheet. @param {Promise<any>} module @param {URL} sheet */
export async function withStyle(module, sheet) {
  const [{ default: Play }] = await Promise.all([module, loadStyle(sheet.href)]);
  return Play;
}

export class Game {
  /** `title`, `summary`, `fields`, `hints`, `choices`, `codes` (of refused moves) and more. */
  words = {};
  /** The rules in a few steps, and keys with what they do; see {@link loadSteps}. */
  steps = [];
  shortcuts = [];
  /** The steps of a game of the day in place of {@link steps}, and those that a race has besides. */
  daily = null;
  race = [];
  /** Modules with both, by language. */
  stepTables = null;
  /**
   * An example board: letters (`#` a block, `.` empty), then marks (`h`, `n`, `m`) or players' numbers. In the language of
   * a pack it is that of `words`.
   */
  example = [EMPTY, EMPTY];
  /** The buttons that create a game. @type {{label?: string, options?: Object, bot?: string}[]} */
  startButtons = [{}];
  defaults = {};
  /** Schemas used in place of the server's: JSON Schema, or `{type: 'file', accept}`. */
  schemas = {};
  showsAuthors = true;
  hasShareText = false;
  showsTime = false;
  /** Whether a cell holds one letter of the task, so that its maker may want to know how long it took. */
  measuresCells = false;
  /** The game's colour on paper and on a dark page. */
  hue = ['#1f6468', '#7cc7c4'];
  /** About how long a game of the day takes. */
  minutes = 5;
  /**
   * For games that can be made from own words: how few and how many letters a word has, and whether one word can be the
   * whole task. @type {{lengths: [number, number], single?: boolean}|null}
   */
  ownWords = null;

  constructor(rules) {
    this.rules = rules;
  }

  get name() {
    return this.rules.name;
  }

  get title() {
    return this.words.title ?? this.rules.title ?? this.name;
  }

  /** The task in the sentence of a challenge, such as "a hidden word". */
  get task() {
    return this.words.task ?? this.title;
  }

  get summary() {
    return this.words.summary ?? this.rules.summary ?? '';
  }

  /** Gives a part of the page the game's hue, as `--hue`. @param {HTMLElement} node */
  paintHue(node) {
    node.classList.add('hue');
    node.style.setProperty('--hue-light', this.hue[0]);
    node.style.setProperty('--hue-dark', this.hue[1]);
  }

  async loadPlay() {
    return (await import('./play.js')).Play;
  }

  get hasSteps() {
    return Boolean(this.stepTables) || this.steps.length > 0;
  }

  async loadSteps() {
    if (this.stepTables) Object.assign(this, (await translated(this.stepTables)).words);
  }

  /** @param {string} [kind] `daily`, or the game's mode @returns {string[]} */
  stepsOf(kind) {
    if (kind === 'daily') return this.daily ?? this.steps;
    return kind === 'race' ? [...this.steps, ...this.race] : this.steps;
  }

  get fields() {
    return [...Object.keys(this.rules.options?.properties ?? {}), 'public'];
  }

  schemaOf(field) {
    return this.schemas[field] ?? this.rules.options?.properties?.[field];
  }

  optionsFor(chosen) {
    return chosen;
  }

  describeOptions(chosen) {
    return Object.entries(chosen).map(([field, value]) => {
      const label = this.words.fields?.[field] ?? this.schemaOf(field)?.title ?? field;
      return value === true ? label : value && `${label}: ${value}`;
    });
  }

  about() {
    return { name: this.title, line: this.summary };
  }

  /** Null: filled cells or marked rows. @param {any} seat */
  progress() {
    return null;
  }

  seatNotes() {
    return [];
  }

  dailyProgress({ seats: [seat] }, cells) {
    const letters = cells.filter(({ kind }) => kind !== 'block');
    return text.outOf(seat?.filled ?? letters.filter(({ value }) => value).length, letters.length);
  }

  dayTitle(day) {
    const options = { day: 'numeric', month: 'short', timeZone: 'UTC' };
    const date = new Date(day).toLocaleDateString(locale, options).replaceAll(' ', '\u00A0'); // no break inside it
    return text.dotted([this.title, date]);
  }

  dailyResult({ scores, solves }) {
    if (scores) return text.points(Object.values(scores)[0]);
    return solves?.length ? asClock(solves[0].seconds) : text.end.unsolved;
  }

  /** The results of a distribution, the best one first. @type {string[]} */
  bars = [];

  /** Which of {@link bars} a result is. @param {any} result */
  bar({ solves: [best] = [] }) {
    return best?.score;
  }

  /** A result as a number: points or seconds. @param {any} result */
  amount({ scores, solves: [best] = [], assisted }) {
    return scores ? Object.values(scores)[0] : assisted ? undefined : best?.seconds;
  }

  /** A result, the reader's average and the best one. @returns {string[]} */
  figures(result, { distribution, times, scores }) {
    const { average, best } = distribution ? this.#spread(distribution) : (result.scores ? scores : times) ?? {};
    const own = distribution ? this.bar(result) : this.amount(result);
    const show = distribution || result.scores ? String : asClock;
    return [own, average, best].map((each) => (each === undefined ? NO_FIGURE : show(each)));
  }

  #spread(distribution) {
    const sumOf = (value) => Object.entries(distribution).reduce((sum, [name, count]) => sum + value(name, count), 0);
    const average = sumOf((name, count) => name * count) / sumOf((_, count) => count);
    return { average: Math.round(average * 10) / 10, best: this.bars.find((name) => distribution[name]) };
  }

  /** How a game without rivals ended: a key of `words.ends`. @returns {string|null} */
  ending({ result }) {
    return result?.solves?.length ? 'solved' : result?.answer ? 'lost' : null;
  }

  /** A sentence with feeling, the same one whenever the end is drawn. @returns {string|undefined} */
  feeling(state) {
    const sentences = this.words.ends?.[this.ending(state)];
    const sentence = sentences?.[state.sequence % sentences.length];
    return typeof sentence === 'function' ? sentence(state.result) : sentence;
  }

  get leaderColumn() {
    return text.end.time;
  }

  leaderValue({ seconds }) {
    return asClock(seconds);
  }

  /** The verdict on a shared board; null: points or time. @param {any} result @param {any} state */
  outcome() {
    return null;
  }

  /** The result on one of several boards. @param {number|undefined} score @param {any} solve */
  total(score, solve) {
    if (score !== undefined) return text.points(score);
    return solve ? text.end.solve(asClock(solve.seconds), solve) : text.end.unsolved;
  }

  /** Notes below the verdict. @returns {(string|false|undefined)[]} */
  endNotes() {
    return [];
  }

  /** What stands beside the rows of a board at the end. @param {any[]} cells @param {any} state @returns {string[]} */
  besides() {
    return [];
  }

  /** The words of the solved board as they are written, where that is not how they stand on it. @returns {string[]} */
  writtenWords() {
    return [];
  }

  /** The cells of the solved board, if nobody solved it. */
  solution() {
    return null;
  }
}

export default Game;
