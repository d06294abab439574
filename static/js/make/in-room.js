/** A game of a new puzzle for everybody who is in one of the reader's rooms; the maker watches. */
import { failureText } from '../page/announce.js';
import { el, setText } from '../page/dom.js';
import { request } from '../wire/api.js';
import { base } from '../wire/base.js';
import { storedPlayer } from '../wire/player.js';
import { read } from '../wire/storage.js';
import { say } from './words.js';

const MAX_ROOMS = 3;

/** A button for each room that this browser knows, for the dialog with the link. @param {string} challenge its id */
export function roomButtons(challenge) {
  const rooms = (read('rooms') ?? []).slice(0, MAX_ROOMS);
  const refusal = el('p', { class: 'error', role: 'alert' });
  const start = (room) => async ({ currentTarget: button }) => {
    if (button.hasAttribute('aria-busy')) return;
    button.setAttribute('aria-busy', 'true');
    const address = `/rooms/${encodeURIComponent(room)}/games`;
    const reply = await request('POST', address, { body: { challenge, start: true }, token: storedPlayer()?.key });
    button.removeAttribute('aria-busy');
    if (reply.ok) location.assign(`${base}/r/${encodeURIComponent(room)}`);
    else setText(refusal, reply.data?.code === 'maker-knows' ? say.nobodyThere : failureText(reply));
  };
  const buttons = rooms.map(({ room, title }) => (
    el('button', { class: 'quiet', type: 'button', onclick: start(room) }, say.playIn(title || room))));
  return rooms.length ? [...buttons, refusal] : [];
}
