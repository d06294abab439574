/** The mini crossword: its card, waiting room and end. */
import { text, translated } from '../../strings.js';
import { asClock } from '../../wire/api.js';
import { Game, withStyle } from '../game.js';

const SIZE = 5;
/** Seconds within which a mini is solved fast. */
const QUICK = 60;
export const { words } = await translated({ en: () => import('./en.js'), de: () => import('./de.js'), ko: () => import('./ko.js') });

export default class Mini extends Game {
  hue = ['#2f62b5', '#8fb4f5'];
  minutes = 2;
  ownWords = { lengths: [3, 5] };
  words = { ...words, choices: { difficulty: text.levels } };
  stepTables = { en: () => import('./rules/en.js'), de: () => import('./rules/de.js'), ko: () => import('./rules/ko.js') };
  example = ['#FEW#EUROSGR...GO...#R..#', '.........................'];
  startButtons = [
    { label: text.play, options: { mode: 'together' } }, { label: words.race, options: { mode: 'race' } },
  ];
  fields = ['difficulty', 'lexicon', 'puzzle', 'autocheck', 'public'];
  defaults = { difficulty: 'medium' };
  schemas = { puzzle: { type: 'file', accept: '.ipuz,.puz' } };
  hasShareText = true;
  showsTime = true;
  measuresCells = true;

  loadPlay() {
    return withStyle(import('./play.js'), new URL('./mini.css', import.meta.url));
  }

  optionsFor({ puzzle, difficulty, lexicon, ...options }) {
    return { ...options, ...(puzzle ? { puzzle: puzzle.id } : { difficulty, lexicon }) };
  }

  describeOptions({ puzzle, difficulty, autocheck }) {
    const task = puzzle ? puzzle.title || words.fields.puzzle : text.levels[difficulty];
    return [task, autocheck && words.checked];
  }

  about() {
    return { name: this.title, line: words.raceLine };
  }

  /** How many words are not filled. */
  dailyProgress({ clues = {} }, cells) {
    const slots = ['across', 'down'].flatMap((direction) => (clues[direction] ?? []).map(({ cell, length }) =>
      Array.from({ length }, (_, place) => cell + place * (direction === 'down' ? SIZE : 1))));
    return words.toGo(slots.filter((slot) => slot.some((cell) => !cells[cell].value)).length);
  }

  /** Nobody has solved a board of which every letter was revealed. */
  ending(state) {
    const { result, boards } = state;
    const [best] = result?.solves ?? [];
    if (!best) return super.ending(state);
    const letters = [...boards.values()][0]?.filter(({ kind }) => kind === 'letter') ?? [];
    if (letters.length && letters.every(({ mark }) => mark === 'revealed')) return 'revealed';
    return result.assisted ? 'helped' : best.seconds < QUICK ? 'quick' : 'solved';
  }

  outcome({ solves: [best] = [] }, state) {
    return { revealed: words.revealed, helped: best && words.finished(asClock(best.seconds)) }[this.ending(state)] ?? null;
  }

  dailyResult(result) {
    return result.assisted && result.solves?.length ? words.assisted : super.dailyResult(result);
  }

  endNotes({ solves: [best] = [], assisted }, state) {
    return [best && this.ending(state) !== 'revealed' && (assisted ? words.assisted : words.unassisted)];
  }

  solution({ boards, result }) {
    if (result?.solves?.length !== 0) return null;
    const letters = [...result.answer.replaceAll('/', '')];
    return [...boards.values()][0].map(({ kind, value, number, label }, index) =>
      ({ kind, number, label, value: kind === 'letter' ? letters[index] : value }));
  }
}
