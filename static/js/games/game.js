/** What the page knows of a game, apart from its board. These are the defaults; a game's own file overrides them. */
import { text } from '../strings.js';
import { asClock } from '../wire/api.js';

const EMPTY = '.'.repeat(25);

export class Game {
  /** Its sentences in the reader's language: `title`, `summary`, `fields`, `hints`, `choices` and more. */
  words = {};
  /** A small board: letters (`#` a block, `.` nothing), and marks (`h`, `n`, `m`) or players' numbers. */
  picture = [EMPTY, EMPTY];
  /** @type {{label?: string, options?: Object, bot?: string}[]} the buttons that begin a game */
  ways = [{}];
  /** What is chosen before anybody has chosen. */
  defaults = {};
  /** Where a field is not what the server's schema says: a JSON Schema, or `{type: 'file', accept}`. */
  schemas = {};
  /** Whether letters have the colours of their authors, on a board that several write on. */
  showsAuthors = true;
  /** Whether the server writes a text of the result to copy. */
  hasShareText = false;

  /** @param {any} rules as `GET /rules` describes it; only its name when the server did not answer */
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

  // The form of its options

  /** The fields of the form, in order. */
  get fields() {
    return [...Object.keys(this.rules.options?.properties ?? {}), 'public'];
  }

  schemaOf(field) {
    return this.schemas[field] ?? this.rules.options?.properties?.[field];
  }

  /** The `options` of `POST /games` for what was chosen in the form. */
  optionsFor(chosen) {
    return chosen;
  }

  /** What the card says of the choices. @returns {(string|false|undefined)[]} */
  line(chosen) {
    return Object.entries(chosen).map(([field, value]) => {
      const label = this.words.fields?.[field] ?? this.schemaOf(field)?.title ?? field;
      return value === true ? label : value && `${label}: ${value}`;
    });
  }

  // The waiting room

  /** @returns {{name: string, line: string, pace?: string, alone?: string}} what is said of a game that waits */
  about() {
    return { name: this.title, line: this.summary };
  }

  // The game of the day

  /** How far a game of the day is. @param {any} game `GET /games/{id}` @param {any[]} cells of the reader's board */
  progress({ seats: [seat] }, cells) {
    const letters = cells.filter(({ kind }) => kind !== 'block');
    return text.outOf(seat?.filled ?? letters.filter(({ value }) => value).length, letters.length);
  }

  /** The result of a game of the day, short. */
  resultOf({ scores, solves }) {
    if (scores) return text.points(Object.values(scores)[0]);
    return solves?.length ? asClock(solves[0].seconds) : text.end.unsolved;
  }

  /** The last column of the best of a day: its head, and what stands in it. */
  get leaderHead() {
    return text.end.time;
  }

  leaderValue({ seconds }) {
    return asClock(seconds);
  }

  // The end

  /** What is said beneath the verdict. @param {any} result @returns {(string|false|undefined)[]} */
  endNotes() {
    return [];
  }

  /** The solved board, where nobody solved it. @returns {import('../state/game-state.js').Cell[]|null} */
  solution() {
    return null;
  }
}

export default Game;
