/** Actions whose outcome must be known, because doing them twice would be another move. */
import { Backoff, isTransient, randomId } from '../wire/api.js';

/**
 * Sends an action with a move id, and again with the same id while its outcome is unknown.
 * @param {import('./game-client.js').GameClient} client @param {string} name @param {any} parameters
 * @param {() => boolean} isWanted asked before each repetition
 * @returns {Promise<import('../types.js').Reply|null>} null if the action is no longer wanted
 */
export async function actSurely(client, name, parameters, isWanted) {
  const move = randomId();
  const backoff = new Backoff();
  for (;;) {
    const reply = await client.act(name, { ...parameters, move });
    // `ok` without JSON comes from a network's log-in page.
    if (!isTransient(reply) && !(reply.ok && !reply.data)) return reply;
    const delay = backoff.next(reply.retryAfter);
    await new Promise((resolve) => { setTimeout(resolve, delay); });
    if (!isWanted()) return null;
  }
}
