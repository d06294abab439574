/** A game without a folder in `games`: its card, form, fields and result follow from the server's JSON alone. */
import { loadStyle } from '../page/dom.js';
import { readable } from '../dialogs/form.js';
import { Game } from '../games/game.js';
import { gameFacts, seatFacts, words } from './facts.js';

const style = loadStyle(new URL('./generic.css', import.meta.url).href);

export default class GenericGame extends Game {
  words = words;

  constructor(rules) {
    super(rules);
    this.steps = rules.howToPlay ?? [];
  }

  async loadPlay() {
    const { rules } = this;
    const [{ default: Play }] = await Promise.all([import('./play.js'), style]);
    return class extends Play {
      get rules() {
        return rules;
      }
    };
  }

  get fields() {
    return ['title', ...super.fields];
  }

  /** Leaves out options that were saved before the author removed them. */
  optionsFor(chosen) {
    return Object.fromEntries(Object.entries(chosen).filter(([name]) => this.schemaOf(name)));
  }

  /** The title, and the options that differ from their defaults. */
  describeOptions({ title, ...chosen }) {
    const parts = Object.entries(this.optionsFor(chosen)).map(([name, value]) => {
      const schema = this.schemaOf(name);
      const label = schema.title ?? readable(name);
      if (value === undefined || value === '' || value === (schema.default ?? false)) return false;
      if (typeof value === 'object' && value !== null) return false;
      const shown = value === null ? words.none : value === false ? words.no : value;
      return value === true ? label : words.fact(label, shown);
    });
    return [title, ...parts];
  }

  seatNotes(seat) {
    return seatFacts(seat);
  }

  outcome({ winners = [], scores = {}, solves = [] }) {
    const points = Object.keys(scores).length;
    return points > 1 && !winners.length && !solves.length ? words.nobodyWins : null;
  }

  total(score, solve, result) {
    return score !== undefined || solve || result?.answer ? super.total(score, solve) : '';
  }

  endNotes(result, { fields }) {
    return gameFacts(fields).map(([name, value]) => words.fact(name, value));
  }
}
