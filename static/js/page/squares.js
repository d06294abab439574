/** A finished game of the day as squares. Its letters stay hidden until the reader finishes the same game. */
import { loadGame } from '../games/games.js';
import { text } from '../strings.js';
import { base } from '../wire/base.js';
import { byId, el } from './dom.js';

/**
 * @param {{id: string, rules: string, seats: {name: string}[]}} squares the game without its letters
 * @returns {Promise<import('../games/game.js').Game>}
 */
export async function drawSquares({ id, rules, seats: [player] }) {
  const [game, reply] = await Promise.all([loadGame(rules), fetch(`${base}/games/${encodeURIComponent(id)}/share`)]);
  // Not every game has squares to share.
  const [, ...rows] = reply.ok ? (await reply.text()).trim().split('\n') : [];
  if (rows.length) {
    byId('notice').after(el('p', { id: 'squares', role: 'img', 'aria-label': text.squaresOf(player?.name ?? text.someone) },
      ...rows.flatMap((row) => [row, el('br')])));
  }
  return game;
}
