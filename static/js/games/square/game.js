/** A called-letters game: words for its card, its waiting room and its end. */
import { text, translated } from '../../strings.js';
import { Game } from '../game.js';

export const { words } = await translated({ en: () => import('./en.js'), ko: () => import('./ko.js') });

export default class Square extends Game {
  words = words;
  picture = ['HEARTEMBERABUSERESINTREND', '11111....................'];
  ways = [{ label: words.friends }, { label: words.bots, bot: 'medium' }];
  fields = ['preset', 'lexicon', 'clock', 'public'];
  defaults = { preset: 'family', clock: true };
  schemas = { clock: { type: 'boolean' } };
  hasShareText = true;

  async loadPlay() {
    return (await import('./play.js')).default;
  }

  optionsFor({ clock, ...options }) {
    return clock ? options : { ...options, clock: null };
  }

  line({ preset, clock }) {
    return [words.choices.preset[preset]?.[0], clock ? words.withClock : words.withoutClock];
  }

  about({ scoring: { preset, minimumLength = 3 }, pace }) {
    const [name, line] = words.choices.preset[preset] ?? [this.title, words.ownRules(minimumLength)];
    return { name, line, pace: pace ? words.clockHint(pace.call, pace.place) : words.noClock, alone: words.startAlone };
  }

  resultOf({ scores }) {
    return scores ? text.points(Object.values(scores)[0]) : words.over;
  }

  get leaderHead() {
    return text.end.points;
  }

  leaderValue({ score }) {
    return score;
  }
}
