/** The player of this browser: the server counts streaks and ranks by their key. */
import { request } from './api.js';
import { Identity } from './identity.js';
import { read, remove, write } from './storage.js';

/** @typedef {{player: string, key: string, name: string, colour: string}} Player */

/** @returns {Player|null} */
export const storedPlayer = () => read('player');

/** Forgets a key that the server does not know, unless another tab has stored a new one. @param {string} key */
export function forgetPlayer(key) {
  if (storedPlayer()?.key === key) remove('player');
}

/**
 * Makes the player if there is none, and changes their name and colour if the profile has changed.
 * @param {{name: string, colour: string}} profile
 * @returns {Promise<import('../types.js').Reply>} its data is the {@link Player} if `ok`
 */
export async function signIn(profile) {
  const known = storedPlayer();
  if (!known) return makePlayer(profile);
  if (known.name === profile.name && known.colour === profile.colour) return playerReply(known);
  const { ok, status } = await request('PATCH', '/players/me', { body: profile, token: known.key });
  if (status === 401) return makePlayer(profile);
  // After another failure the name is changed the next time.
  return ok ? save({ ...known, ...profile }) : playerReply(known);
}

/**
 * Sends a request with the key of the player, who is made if there is none; once more, as a new player, if the server
 * does not know the key.
 * @param {{name: string, colour: string}} profile @param {(key: string) => Promise<import('../types.js').Reply>} send
 */
export async function sendAsPlayer(profile, send) {
  for (let attempts = 2; ; attempts -= 1) {
    const player = await signIn(profile);
    if (!player.ok) return player;
    const { key } = player.data;
    const reply = await send(key);
    if (reply.status !== 401 || attempts === 1) return reply;
    forgetPlayer(key); // the server has other data
  }
}

async function makePlayer(profile) {
  const reply = await request('POST', '/players', { body: profile });
  if (!reply.ok) return reply;
  const { player, key } = reply.data;
  return save({ player, key, ...profile });
}

/** Becomes the player of an answer of the server. @param {any} reply with a new key */
export function savePlayer({ player, key, name, colour = Identity.profile.colour }) {
  write('player', { player, key, name, colour });
  Identity.profile = { name, colour };
}

function save(player) {
  write('player', player);
  return playerReply(player);
}

const playerReply = (player) => ({ ok: true, status: 200, data: player, retryAfter: 0 });

/** @returns {Promise<{statistics: Record<string, any>, rooms?: any[]}>} empty without a player or an answer */
export async function fetchPlayer() {
  const token = storedPlayer()?.key;
  const { ok, data } = token ? await request('GET', '/players/me', { token }) : {};
  return ok ? data : { statistics: {} };
}
