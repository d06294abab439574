/** Joining a room, leaving it, and what its host does with members. */
import { text } from '../strings.js';
import { request } from '../wire/api.js';
import { Identity } from '../wire/identity.js';
import { sendAsPlayer } from '../wire/player.js';
import { write } from '../wire/storage.js';
import { toast } from '../page/announce.js';
import { ask } from '../page/ask.js';
import { PALETTE } from '../page/colours.js';
import { seatProfile } from '../page/new-game.js';
import { nameOfRemoved, removedNames, succeeded } from './outcome.js';
import { say } from './words.js';

/** @typedef {import('./room-client.js').RoomClient} RoomClient */

/**
 * Asks for a name if the reader has not given one. @param {string[]} [taken] colours of others
 * @returns {Promise<boolean>} whether there is a name
 */
export async function haveName(taken = []) {
  const { name, colour } = Identity.profile;
  if (name) return true;
  const free = [colour, ...PALETTE].find((each) => each && !taken.includes(each));
  const dialog = await import('../dialogs/profile.js').catch(() => toast(text.noConnection));
  const profile = await dialog?.askProfile(say.joinTitle, text.join, { name, colour: free ?? PALETTE[0] });
  if (profile) Identity.profile = profile;
  return Boolean(profile);
}

/** Joins with the browser's player, who is made if there is none. @param {RoomClient} client */
export async function join(client) {
  if (client.me) return true;
  if (!await haveName(client.room.members.map(({ colour }) => colour))) return false;
  if (!succeeded(await sendAsPlayer(seatProfile(), () => client.send('POST', 'members', {})))) return false;
  await client.refresh();
  client.start();
  return true;
}

/** @param {RoomClient} client */
export async function leave(client) {
  const question = { title: say.leaveTitle, message: say.leaveMessage, buttons: [text.cancel, text.leave] };
  if (await ask(question) !== 1) return;
  const reply = await client.send('DELETE', `members/${client.me.player}`);
  if (succeeded(reply)) await client.refresh();
}

/** Lets nobody new join, or everybody again; for the host. @param {RoomClient} client @param {boolean} locked */
export async function setLocked(client, locked) {
  const reply = await request('PATCH', client.path, { body: { locked }, token: client.key });
  if (succeeded(reply)) await client.refresh();
}

/** @param {RoomClient} client @param {{player: string, name: string}} member */
export async function remove(client, { player, name }) {
  const question = { title: text.remove(name), message: say.removeMessage, buttons: [text.cancel, text.removeIt] };
  if (await ask(question) !== 1) return;
  if (!succeeded(await client.send('DELETE', `members/${player}`))) return;
  write(`removed:${client.name}`, { ...removedNames(client), [player]: name });
  await client.refresh();
}

/** Lets a removed player come back. @param {RoomClient} client @param {string} player */
export async function readmit(client, player) {
  if (!succeeded(await client.send('POST', 'members', { player }))) return;
  toast(say.readmitted(nameOfRemoved(client, player)));
  await client.refresh();
}
