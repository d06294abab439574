/** The hidden word: its card, waiting room and end. */
import { text, translated } from '../../strings.js';
import { Game, withStyle } from '../game.js';

const ROWS = 5;
export const { words } = await translated({ en: () => import('./en.js'), de: () => import('./de.js'), ko: () => import('./ko.js') });

export default class Guess extends Game {
  hue = ['#96480f', '#f0a868'];
  minutes = 3;
  ownWords = { lengths: [5, 5], single: true };
  words = words;
  stepTables = { en: () => import('./rules/en.js'), de: () => import('./rules/de.js'), ko: () => import('./rules/ko.js') };
  example = ['CRANEROASTBOARD..........', 'mnhmmnhhmmhhhhh..........'];
  startButtons = ['solo', 'together', 'race'].map((mode) => ({ label: words[mode], options: { mode } }));
  fields = ['lexicon', 'hard', 'public'];
  showsAuthors = false;
  hasShareText = true;

  async loadPlay() {
    return withStyle(import('./play.js'), new URL('./guess.css', import.meta.url));
  }

  describeOptions({ hard }) {
    return [hard && words.isHard];
  }

  about({ options: { hard } }) {
    return { name: this.title, line: words.raceLine, pace: hard ? words.hardHint : '' };
  }

  dailyProgress(game, cells) {
    return game.row === undefined ? super.dailyProgress(game, cells) : words.guessesLeft(ROWS - game.row);
  }

  dailyResult({ solves: [best] = [] }) {
    return best ? text.outOf(best.guesses, ROWS) : text.end.unsolved;
  }

  bars = ['1', '2', '3', '4', '5'];

  bar({ solves: [best] = [] }) {
    return best?.guesses;
  }

  ending(state) {
    const { solves: [best] = [] } = state.result ?? {};
    return best ? `in${best.guesses}` : super.ending(state);
  }

  get leaderColumn() {
    return words.guesses;
  }

  leaderValue({ guesses = '–' }) {
    return guesses;
  }

  outcome({ answer, solves = [], winners = [] }, state) {
    return answer && !solves.length && !winners.length ? words.lost(state.written(answer)) : null;
  }

  endNotes({ answer, solves = [] }, state) {
    return [answer && solves.length > 0 && words.answer(state.written(answer))];
  }

  /** Each row in syllables, where the letters are jamo. */
  besides(cells, state) {
    if (state.lexicon.unit !== 'jamo') return [];
    return Array.from({ length: ROWS }, (_, row) => (
      state.written(cells.slice(row * ROWS, (row + 1) * ROWS).map(({ value }) => value).join(''))));
  }
}
