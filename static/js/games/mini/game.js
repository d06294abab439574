/** The mini crossword: its card, waiting room and end. */
import { text, translated } from '../../strings.js';
import { Game, withStyle } from '../game.js';

export const { words } = await translated({ en: () => import('./en.js'), ko: () => import('./ko.js') });

export default class Mini extends Game {
  words = { ...words, choices: { difficulty: text.levels } };
  stepTables = { en: () => import('./rules/en.js'), ko: () => import('./rules/ko.js') };
  example = ['#FEW#EUROSGR...GO...#R..#', '.........................'];
  startButtons = [
    { label: text.play, options: { mode: 'together' } }, { label: words.race, options: { mode: 'race' } },
  ];
  fields = ['difficulty', 'lexicon', 'puzzle', 'autocheck', 'public'];
  defaults = { difficulty: 'medium' };
  schemas = { puzzle: { type: 'file', accept: '.ipuz,.puz' } };
  hasShareText = true;
  showsTime = true;

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

  endNotes({ solves: [best] = [], assisted }) {
    return [best && (assisted ? words.assisted : words.unassisted)];
  }

  solution({ boards, result }) {
    if (result?.solves?.length !== 0) return null;
    const letters = [...result.answer.replaceAll('/', '')];
    return [...boards.values()][0].map(({ kind, value, number, label }, index) =>
      ({ kind, number, label, value: kind === 'letter' ? letters[index] : value }));
  }
}
