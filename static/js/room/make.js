/** Making a room: from the home page, or for the people of a game. */
import { text } from '../strings.js';
import { request } from '../wire/api.js';
import { base } from '../wire/base.js';
import { Identity } from '../wire/identity.js';
import { sendAsPlayer } from '../wire/player.js';
import { askForm } from '../page/ask.js';
import { el } from '../page/dom.js';
import { seatProfile } from '../page/new-game.js';
import { nameField } from '../dialogs/profile.js';
import { succeeded } from './outcome.js';
import { say } from './words.js';

/** A checkbox with a hint. */
export const box = (name, label, hint, checked = false) => el('label', { class: 'check' },
  el('input', { type: 'checkbox', name, checked }), el('span', {}, label, el('small', {}, hint)));

/** Radio buttons for the most members. */
const sizes = () => el('fieldset', {}, el('legend', {}, say.size), ...Object.entries(say.sizes).map(([size, label], index) =>
  el('label', { class: 'check' }, el('input', { type: 'radio', name: 'size', value: size, checked: index === 0 }),
    el('span', {}, label))));

/** Asks for a title, makes the room and goes there. @returns {Promise<boolean>} whether the page is being left */
export async function makeRoom() {
  const { name, colour } = Identity.profile;
  const title = el('input', { name: 'title', maxlength: 80, value: name && say.roomOf(name), autocomplete: 'off' });
  const form = await askForm({
    title: say.make, message: say.makeMessage, buttons: [text.cancel, say.makeIt],
    body: [...(name ? [] : [nameField('')]), el('label', {}, say.title, title), sizes(),
      box('public', say.isPublic, say.isPublicHint), box('open', say.isOpen, say.isOpenHint)],
  });
  if (!form) return false;
  if (!name) Identity.profile = { name: form.get('name').trim(), colour };
  const profile = seatProfile();
  const body = {
    title: form.get('title').trim() || say.roomOf(profile.name), size: Number(form.get('size')),
    public: form.has('public'), open: form.has('open'),
  };
  const reply = await sendAsPlayer(profile, (token) => request('POST', '/rooms', { body, token }));
  if (!succeeded(reply)) return false;
  location.assign(`${base}/r/${reply.data.room}`);
  return true;
}
