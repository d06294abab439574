/** A code to write down, with which the player comes back when every device is lost; and entering one, or another code. */
import { failureText, reportFailure } from '../page/announce.js';
import { ask, askForm } from '../page/ask.js';
import { copyText } from '../page/copy.js';
import { el, loadStyle, setText } from '../page/dom.js';
import { text } from '../strings.js';
import { request } from '../wire/api.js';
import { base } from '../wire/base.js';
import { savePlayer, storedPlayer } from '../wire/player.js';
import { read, write } from '../wire/storage.js';
import { say } from './words.js';

const style = loadStyle(new URL('./player.css', import.meta.url).href).catch(() => {});

/**
 * Offers a code below a result, once in this browser.
 * @param {{streak: {days: number}}} player as in `GET /players/me` @param {string} game which has just ended
 * @returns {HTMLElement|null}
 */
export function offerRecovery({ streak }, game) {
  const offered = read('recovery') ?? game;
  if (offered !== game) return null;
  write('recovery', game);
  const onclick = async () => reportFailure(await showRecovery());
  return el('p', { id: 'recovery', class: 'note' }, say.recoveryOffer(streak.days), ' ',
    el('button', { type: 'button', class: 'quiet', onclick }, say.recovery));
}

/** Makes a code, which ends the one before, and shows it. @returns {Promise<import('../types.js').Reply>} */
export async function showRecovery() {
  const reply = await request('POST', '/players/me/recovery', { body: {}, token: storedPlayer()?.key });
  if (!reply.ok) return reply;
  await style;
  const { code } = reply.data;
  const groups = code.split('-').map((each) => el('span', {}, each));
  // Copied after the dialog is closed: an open one hides toasts and prevents selections outside.
  const button = await ask({
    title: say.recoveryTitle, message: say.recoveryMessage, buttons: [text.done, say.copy],
    body: [el('p', { class: 'recovery' }, el('span', { class: 'unseen' }, `${say.code}: `), ...groups.flatMap(
      (group, index) => (index ? [el('span', { class: 'unseen' }, '-'), group] : [group]))), el('p', { class: 'note' }, say.recoveryAgain)],
  });
  if (button === 1) await copyText(code, say.copied);
  return reply;
}

/** Asks for a code of another device or one that was written down, and becomes its player. */
export async function enterCode() {
  await style;
  const error = el('p', { class: 'wrong', role: 'alert' });
  const field = el('input', {
    name: 'code', required: true, maxlength: 40, autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false',
  });
  let linked = null;
  const accept = async (form) => {
    const reply = await request('POST', '/players/link', { body: { code: form.get('code').trim() } });
    linked = reply.ok ? reply.data : null;
    const isWrong = reply.data?.code === 'no-such-code';
    setText(error, reply.ok ? '' : isWrong ? say.wrongCode : failureText(reply));
    return reply.ok;
  };
  await askForm({
    title: say.haveCode, message: [say.haveCodeMessage, storedPlayer() && say.replaced].filter(Boolean).join(' '),
    body: [el('label', {}, say.code, field), error], buttons: [text.cancel, say.go], focus: field, accept,
  });
  if (!linked) return;
  savePlayer(linked);
  location.assign(`${base}/#linked`);
  if (location.pathname === `${base}/`) location.reload(); // another hash alone loads nothing
}
