/** Six words out of order: the card, the rivals of a race, the end. */
import { el } from '../../page/dom.js';
import { text, translated } from '../../strings.js';
import { asClock } from '../../wire/api.js';
import { Game, withStyle } from '../game.js';

/** The most stars that can be won. */
export const STARS = 5;
const SHAPES = { hit: '●', near: '○', miss: '–' };

export const { words } = await translated({ en: () => import('./en.js'), de: () => import('./de.js'), ko: () => import('./ko.js') });

/** @param {number} count @returns {string} such as ★★★☆☆ */
export const starRow = (count) => '★'.repeat(count) + '☆'.repeat(STARS - count);

export default class Lattice extends Game {
  hue = ['#1d6b54', '#74cfae'];
  minutes = 4;
  ownWords = { lengths: [5, 5] };
  words = words;
  stepTables = { en: () => import('./rules/en.js'), de: () => import('./rules/de.js'), ko: () => import('./rules/ko.js') };
  example = ['ABBOTO#R#WLREGEE#G#ELDTAT', 'hhhhhm#n#nhnhhhn#h#hmmhnh'];
  startButtons = ['solo', 'together', 'race'].map((mode) => ({ label: words[mode], options: { mode } }));
  fields = ['lexicon', 'public'];
  showsAuthors = false;
  hasShareText = true;
  showsTime = true;

  loadPlay() {
    return withStyle(import('./play.js'), new URL('./lattice.css', import.meta.url));
  }

  describeOptions() {
    return [];
  }

  about({ options: { limit = this.schemaOf('limit')?.default } }) {
    return { name: this.title, line: words.raceLine, pace: limit ? words.limitHint(asClock(limit)) : '' };
  }

  progress({ swapsLeft, marks }) {
    if (swapsLeft === undefined) return [];
    const { hit = 0, near = 0, miss = 0 } = marks ?? {};
    const parts = Object.entries({ hit, near, miss }).filter(([, count]) => count).map(([mark, count]) => {
      const part = el('i', { 'data-mark': mark }, `${SHAPES[mark]} ${count}`);
      part.style.setProperty('--count', count);
      return part;
    });
    return [el('span', { class: 'swaps' }, words.swapsLeft(swapsLeft)),
      marks && el('span', { class: 'tally', role: 'img', 'aria-label': words.tally(hit, near, miss) }, ...parts)]
      .filter(Boolean);
  }

  dailyProgress({ swapsLeft }) {
    return swapsLeft === undefined ? '' : words.swapsLeft(swapsLeft);
  }

  dailyResult({ solves: [best] = [] }) {
    return best ? words.stars(best.score) : text.end.unsolved;
  }

  bars = ['5', '4', '3', '2', '1', '0'];

  ending(state) {
    const { solves: [best] = [] } = state.result ?? {};
    if (!best) return super.ending(state);
    return best.score === STARS ? 'flawless' : best.score > 1 ? 'solved' : 'close';
  }

  get leaderColumn() {
    return text.dotted([words.starsHead, text.end.time]);
  }

  leaderValue({ score, seconds }) {
    return text.dotted([String(score ?? '–'), asClock(seconds)]);
  }

  outcome({ solves = [], answer }) {
    return solves.length ? words.solved(solves[0].score) : answer ? text.end.unsolved : text.closed;
  }

  total(score, solve) {
    return solve ? text.dotted([words.stars(score), asClock(solve.seconds)]) : text.end.unsolved;
  }

  endNotes({ solves: [best] = [] }) {
    // In a race each board has its own stars.
    return best && !best.seat ? [text.end.played(asClock(best.seconds))] : [];
  }

  writtenWords(state) {
    const { result, lexicon } = state;
    if (lexicon.unit !== 'jamo' || !result?.answer) return [];
    const rows = result.answer.split('/').map((row) => [...row]);
    const columns = rows.map((_, column) => rows.map((row) => row[column]));
    return [rows, columns].flatMap((lines) => [0, 2, 4].map((line) => state.written(lines[line].join(''))));
  }

  solution({ boards, result }) {
    const [cells] = boards.values();
    if (!cells || !result?.answer || result.solves?.length) return null;
    const letters = [...result.answer.replaceAll('/', '')];
    return cells.map(({ kind }, cell) =>
      (kind === 'block' ? { kind, value: '' } : { kind, value: letters[cell], mark: 'hit' }));
  }
}
