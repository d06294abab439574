/** The challenges that were made or played in this browser, and their addresses. */
import { request } from '../wire/api.js';
import { base } from '../wire/base.js';
import { forgetPlayer, storedPlayer } from '../wire/player.js';
import { read, write } from '../wire/storage.js';

const MOST = 30;

/** @typedef {{id: string, rules: string, title: string, from: string, mine: boolean, game?: string}} Known */

/** @returns {Known[]} the newest first */
export const knownChallenges = () => read('challenges') ?? [];

/** @param {any} challenge as in `GET /challenges/{id}` @param {string} [game] the reader's own game of it */
export function rememberChallenge({ id, rules, title, from, mine }, game) {
  const others = knownChallenges().filter((each) => each.id !== id);
  const known = { id, rules, title, from: from?.name ?? '', mine: Boolean(mine), game };
  write('challenges', [known, ...others].slice(0, MOST));
}

export const forgetChallenge = (id) => write('challenges', knownChallenges().filter((each) => each.id !== id));

/** @param {string} id @returns {string} the link to send */
export const challengeLink = (id) => `${location.origin}${base}/c/${encodeURIComponent(id)}`;

export const challengePath = (id) => `/challenges/${encodeURIComponent(id)}`;

/** Fetches a challenge as the browser's player sees it. @returns {Promise<import('../types.js').Reply>} */
export async function fetchChallenge(id) {
  const token = storedPlayer()?.key;
  const reply = await request('GET', challengePath(id), { token });
  if (reply.status === 404) forgetChallenge(id);
  if (reply.status !== 401) return reply;
  forgetPlayer(token); // the server has other data
  return request('GET', challengePath(id));
}
