/** A game, apart from its board. These are the defaults; each game's folder overrides them. */
import { loadStyle } from '../page/dom.js';
import { locale, text, translated } from '../strings.js';
import { asClock } from '../wire/api.js';

const EMPTY = '.'.repeat(25);

/**
 * Loads the controller of a game's board together with its style sheet.
 * @param {Promise<{default: typeof import('./play.js').Play}>} module @param {URL} sheet
 */
export async function withStyle(module, sheet) {
  const [{ default: Play }] = await Promise.all([module, loadStyle(sheet.href)]);
  return Play;
}

export class Game {
  /** The game's texts: `title`, `summary`, `fields`, `hints`, `choices`, `codes` (of refused moves) and more. */
  words = {};
  /** The rules in a few steps; see {@link loadSteps}. @type {string[]} */
  steps = [];
  /** Keys with what they do. @type {[string, string][]} */
  shortcuts = [];
  /** Modules with the steps, by language. */
  stepTables = null;
  /** An example board: letters (`#` a block, `.` empty), then marks (`h`, `n`, `m`) or players' numbers. */
  example = [EMPTY, EMPTY];
  /** @type {{label?: string, options?: Object, bot?: string}[]} the buttons that create a game */
  startButtons = [{}];
  /** The form's initial values. */
  defaults = {};
  /** Schemas used in place of the server's: JSON Schema, or `{type: 'file', accept}`. */
  schemas = {};
  /** Whether letters on a shared board have their authors' colours. */
  showsAuthors = true;
  /** Whether the server has a text of the result to share. */
  hasShareText = false;
  /** Whether the time played is shown. */
  showsTime = false;

  /** @param {any} rules as in `GET /rules`; only the name if that request failed */
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

  /** @returns {Promise<typeof import('./play.js').Play>} */
  async loadPlay() {
    return (await import('./play.js')).Play;
  }

  /** Loads {@link steps} and {@link shortcuts}, which few visits show. */
  async loadSteps() {
    if (this.stepTables) Object.assign(this, (await translated(this.stepTables)).words);
  }

  // The options form

  /** The fields of the form, in order. */
  get fields() {
    return [...Object.keys(this.rules.options?.properties ?? {}), 'public'];
  }

  schemaOf(field) {
    return this.schemas[field] ?? this.rules.options?.properties?.[field];
  }

  /** The `options` of `POST /games` for the values of the form. */
  optionsFor(chosen) {
    return chosen;
  }

  /** The options as the card shows them. @returns {(string|false|undefined)[]} */
  describeOptions(chosen) {
    return Object.entries(chosen).map(([field, value]) => {
      const label = this.words.fields?.[field] ?? this.schemaOf(field)?.title ?? field;
      return value === true ? label : value && `${label}: ${value}`;
    });
  }

  // The waiting room

  /** @returns {{name: string, line: string, pace?: string, alone?: string}} texts about a waiting game */
  about() {
    return { name: this.title, line: this.summary };
  }

  // A race

  /** A player's progress, or null for the default: filled cells or marked rows. @param {any} seat */
  progress() {
    return null;
  }

  /** Notes on a player's card. @param {any} seat @returns {string[]} */
  seatNotes() {
    return [];
  }

  // The daily game

  /** @param {any} game `GET /games/{id}` of a daily game @param {any[]} cells the reader's board */
  dailyProgress({ seats: [seat] }, cells) {
    const letters = cells.filter(({ kind }) => kind !== 'block');
    return text.outOf(seat?.filled ?? letters.filter(({ value }) => value).length, letters.length);
  }

  /** @param {string} day */
  dayTitle(day) {
    const options = { day: 'numeric', month: 'long', timeZone: 'UTC' };
    return text.dotted([this.title, new Date(day).toLocaleDateString(locale, options)]);
  }

  /** The result, short. */
  dailyResult({ scores, solves }) {
    if (scores) return text.points(Object.values(scores)[0]);
    return solves?.length ? asClock(solves[0].seconds) : text.end.unsolved;
  }

  /** The heading of the leaderboard's last column, with {@link leaderValue} for each row. */
  get leaderColumn() {
    return text.end.time;
  }

  leaderValue({ seconds }) {
    return asClock(seconds);
  }

  // The end

  /** The verdict on a shared board; null: points or time. @param {any} result */
  outcome() {
    return null;
  }

  /** The result on one of several boards; the third parameter is the game's. @param {number|undefined} score
   *  @param {any} solve of the result */
  total(score, solve) {
    if (score !== undefined) return text.points(score);
    return solve ? text.end.solve(asClock(solve.seconds), solve) : text.end.unsolved;
  }

  /** Notes below the verdict; the second parameter is the state.
   *  @param {any} result @returns {(string|false|undefined)[]} */
  endNotes() {
    return [];
  }

  /** The solved board, if nobody solved it. @returns {import('../state/game-state.js').Cell[]|null} */
  solution() {
    return null;
  }
}

export default Game;
