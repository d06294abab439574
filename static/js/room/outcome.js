/** Toasts for failed requests of a room, and the names of the players whom its host has removed. */
import { text } from '../strings.js';
import { failureText, toast } from '../page/announce.js';
import { read } from '../wire/storage.js';
import { say } from './words.js';

/** Shows in a toast why a request failed. @returns {boolean} whether it succeeded */
export function succeeded(reply) {
  const { ok, data } = reply;
  if (!ok) toast(say.codes[data?.code] ?? failureText(reply));
  return ok;
}

/**
 * The names of the players whom this browser has removed; the server keeps none.
 * @param {import('./room-client.js').RoomClient} client @returns {Record<string, string>}
 */
export const removedNames = ({ name }) => read(`removed:${name}`) ?? {};

export const nameOfRemoved = (client, player) => removedNames(client)[player] ?? text.someone;
