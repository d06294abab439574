/** Saving a file of the server that only the reader's player may fetch: a link cannot send the key. */
import { text } from '../strings.js';
import { headersFor } from '../wire/api.js';
import { base } from '../wire/base.js';
import { storedPlayer } from '../wire/player.js';
import { toast } from './announce.js';
import { el } from './dom.js';

/** @param {string} path of the server @param {string} name of the file @param {string} [token] that may fetch it */
export async function saveFile(path, name, token = storedPlayer()?.key) {
  const headers = headersFor(token);
  const response = await fetch(base + path, { headers, cache: 'no-store' }).catch(() => null);
  if (!response?.ok) return toast(response ? text.refused : text.noConnection);
  const href = URL.createObjectURL(await response.blob());
  el('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
