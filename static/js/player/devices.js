/** One player on several devices: a one-time code for another device, as text, as a link and as a QR code. */
import { request } from '../wire/api.js';
import { base } from '../wire/base.js';
import { storedPlayer } from '../wire/player.js';
import { reportFailure, toast } from '../page/announce.js';
import { ask } from '../page/ask.js';
import { el } from '../page/dom.js';
import { qrPicture } from '../page/qr.js';
import { say } from './words.js';

/** Adds a button to `note` that shows a code. @param {HTMLElement} note */
export function offerCode(note) {
  const onclick = async () => reportFailure(await showCode());
  note.append(' ', el('button', { type: 'button', class: 'quiet', onclick }, say.offer));
}

/** Shows a new code until it is dismissed. @returns {Promise<import('../types.js').Reply>} */
export async function showCode() {
  const reply = await request('POST', '/players/me/codes', { body: {}, token: storedPlayer()?.key });
  if (!reply.ok) return reply;
  const { code, url: path, expires } = reply.data;
  const url = `${location.origin}${base}${path}`;
  const field = el('input', { id: 'ask-link', readonly: true, value: url, 'aria-label': say.address });
  field.addEventListener('focus', () => field.select());
  const letters = el('p', { class: 'code' }, el('span', { class: 'unseen' }, `${say.code}: `), el('b', {}, code));
  await ask({
    title: say.codeTitle, message: say.codeMessage, expires,
    body: [qrPicture(url, say.picture), letters, field].filter(Boolean),
  });
  return reply;
}

/** Greets the player if the page of a code has just led here. */
export function greet() {
  if (location.hash !== '#linked') return;
  history.replaceState(null, '', location.pathname);
  toast(say.linked(storedPlayer().name));
}
