/** A game, apart from its board. These are the defaults; each game's folder overrides them. */
import { loadStyle } from '../page/dom.js';
import { locale, text, translated } from '../strings.js';
import { asClock } from '../wire/api.js';

const EMPTY = '.'.repeat(25);

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
  /** An example board: letters (`#` a block, `.` empty), then marks (`h`, `n`, `m`) or players' numbers. */
  example = [EMPTY, EMPTY];
  /** The buttons that create a game. @type {{label?: string, options?: Object, bot?: string}[]} */
  startButtons = [{}];
  defaults = {};
  /** Schemas used in place of the server's: JSON Schema, or `{type: 'file', accept}`. */
  schemas = {};
  showsAuthors = true;
  hasShareText = false;
  showsTime = false;

  constructor(rules) {
    this.rules = rules;
  }

  get name() {
    return this.rules.name;
  }

  get title() {
    return this.words.title ?? this.rules.title ?? this.name;
  }

  get summary() {
    return this.words.summary ?? this.rules.summary ?? '';
  }

  async loadPlay() {
    return (await import('./play.js')).Play;
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
    const options = { day: 'numeric', month: 'long', timeZone: 'UTC' };
    return text.dotted([this.title, new Date(day).toLocaleDateString(locale, options)]);
  }

  dailyResult({ scores, solves }) {
    if (scores) return text.points(Object.values(scores)[0]);
    return solves?.length ? asClock(solves[0].seconds) : text.end.unsolved;
  }

  get leaderColumn() {
    return text.end.time;
  }

  leaderValue({ seconds }) {
    return asClock(seconds);
  }

  /** The verdict on a shared board; null: points or time. */
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

  /** The cells of the solved board, if nobody solved it. */
  solution() {
    return null;
  }
}

export default Game;
