/** The free board, which is played as every shared board is: words for its card. */
import { translated } from '../../strings.js';
import { Game } from '../game.js';

export const { words } = await translated({ en: () => import('./en.js'), ko: () => import('./ko.js') });

export default class Free extends Game {
  words = words;
  picture = ['..T..WORDS..U....S....T..', '..4..11111..4....4....4..'];
  ways = [{ label: words.newBoard }];
  fields = ['title', 'open', 'public'];
  defaults = { open: true };

  line({ title }) {
    return [title];
  }
}
