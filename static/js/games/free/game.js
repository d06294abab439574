/** The free board: its card. It is played with the default `Play`. */
import { translated } from '../../strings.js';
import { Game } from '../game.js';

export const { words } = await translated({ en: () => import('./en.js'), de: () => import('./de.js'), ko: () => import('./ko.js') });

export default class Free extends Game {
  words = words;
  stepTables = { en: () => import('./rules/en.js'), de: () => import('./rules/de.js'), ko: () => import('./rules/ko.js') };
  example = ['..T..WORDS..U....S....T..', '..4..11111..4....4....4..'];
  startButtons = [{ label: words.newBoard }];
  fields = ['title', 'open', 'public'];
  defaults = { open: true };

  describeOptions({ title }) {
    return [title];
  }
}
