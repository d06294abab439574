/** A game of called letters: its card, waiting room and end. */
import { text, translated } from '../../strings.js';
import { Game, withStyle } from '../game.js';

export const { words } = await translated({ en: () => import('./en.js'), de: () => import('./de.js'), ko: () => import('./ko.js') });

export default class Square extends Game {
  hue = ['#7a3f9d', '#d3a4f0'];
  minutes = 6;
  words = words;
  stepTables = { en: () => import('./rules/en.js'), de: () => import('./rules/de.js'), ko: () => import('./rules/ko.js') };
  example = ['HEARTEMBERABUSERESINTREND', '11111....................'];
  startButtons = [{ label: words.friends }, { label: words.bots, bot: 'medium' }];
  fields = ['preset', 'lexicon', 'clock', 'public'];
  defaults = { preset: 'family', clock: true };
  schemas = { clock: { type: 'boolean' } };
  hasShareText = true;

  loadPlay() {
    return withStyle(import('./play.js'), new URL('./square.css', import.meta.url));
  }

  optionsFor({ clock, ...options }) {
    return clock ? options : { ...options, clock: null };
  }

  describeOptions({ preset, clock }) {
    return [words.choices.preset[preset]?.[0], clock ? words.withClock : words.withoutClock];
  }

  about({ scoring: { preset, minimumLength = 3 }, pace }) {
    const [name, line] = words.choices.preset[preset] ?? [this.title, words.ownRules(minimumLength)];
    return { name, line, pace: pace ? words.clockHint(pace.call, pace.place) : words.noClock, alone: words.startAlone };
  }

  dailyProgress(game, cells) {
    return words.toGo(cells.filter(({ value }) => !value).length);
  }

  dailyResult({ scores }) {
    return scores ? text.points(Object.values(scores)[0]) : words.over;
  }

  /** By how many of the ten lines score; a square that was ended has no points. */
  ending({ result, words: found }) {
    if (!Object.keys(result?.scores ?? {}).length) return null;
    const [board] = found.values();
    const lines = board?.words.filter(({ counts }) => counts).length ?? 0;
    return lines > 7 ? 'rich' : lines > 3 ? 'fine' : lines ? 'few' : 'none';
  }

  get leaderColumn() {
    return text.end.points;
  }

  leaderValue({ score }) {
    return score;
  }
}
