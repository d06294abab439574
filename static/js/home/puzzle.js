/** `/?puzzle=ID`: a puzzle that somebody has shared, for the next game. */
import { reportFailure, toast } from '../page/announce.js';
import { nextGameOnly } from '../page/new-game.js';
import { request } from '../wire/api.js';
import { say } from './words.js';

/**
 * Takes the puzzle for the next game of the kind that is played with puzzles.
 * @param {import('../games/game.js').Game[]} games @param {string} id
 * @returns {Promise<string|undefined>} the game's name; undefined without a puzzle, which is then said
 */
export async function takePuzzle(games, id) {
  const reply = await request('GET', `/puzzles/${encodeURIComponent(id)}`);
  const game = games.find(({ fields }) => fields.includes('puzzle'));
  if (!reply.ok || !game) return void reportFailure(reply);
  if (!reply.data.public) return void toast(say.privatePuzzle);
  nextGameOnly[game.name] = { puzzle: reply.data };
  return game.name;
}

/** Brings the card of a game into view, with the focus on the button that begins it. @param {string} name */
export function showCard(name) {
  const button = document.querySelector(`[data-game="${name}"] .buttons button`);
  button.classList.add('primary');
  requestAnimationFrame(() => { // the page is hidden until its cards are drawn
    button.scrollIntoView({ block: 'center' });
    button.focus({ preventScroll: true });
  });
}
