/** Asks for the reader's name, once: below the first result. */
import { el, setText } from '../page/dom.js';
import { seatProfile } from '../page/new-game.js';
import { text } from '../strings.js';
import { Identity } from '../wire/identity.js';
import { signIn, storedPlayer } from '../wire/player.js';
import { read, write } from '../wire/storage.js';
import { say } from './words.js';

/** @param {import('../state/game-client.js').GameClient} client @returns {Node|string} empty if not to be asked */
export function nameForm({ me, game }) {
  const asked = read('asked-name') ?? game;
  if (!me || Identity.profile.name || asked !== game) return '';
  write('asked-name', game);
  const { name: placeholder, colour } = seatProfile();
  const field = el('input', {
    name: 'name', required: true, maxlength: 32, placeholder, autocomplete: 'nickname', autocapitalize: 'words',
  });
  const form = el('form', { id: 'ask-name' }, el('label', {}, say.askName, field), el('button', {}, say.saveName));
  form.addEventListener('submit', async (event) => {
    event.preventDefault(); // form-action is 'none': forms are never sent
    const name = field.value.trim();
    if (!name) return;
    Identity.profile = { name, colour };
    if (storedPlayer()) await signIn(Identity.profile);
    document.querySelectorAll('.mine td:nth-child(2)').forEach((cell) => setText(cell, name));
    form.replaceChildren(el('p', { class: 'note', role: 'status' }, say.savedName(name)));
  });
  return form;
}
