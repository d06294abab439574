/** The dialog that shares a game's link: as text, as a QR code or through the system's share sheet. */
import { text } from '../strings.js';
import { ask } from './ask.js';
import { el } from './dom.js';
import { copyText, linkTo } from './invite.js';
import { qrPicture } from './qr.js';

/** The game's link as a QR code, or null if it is too long. */
export const qrOf = (game) => qrPicture(linkTo(game), text.qr);

/** @param {string} game @param {string} title */
export async function share(game, title) {
  const url = linkTo(game);
  const field = el('input', { id: 'ask-link', readonly: true, value: url, 'aria-label': text.linkLabel });
  field.addEventListener('focus', () => field.select());
  const send = () => navigator.share({ title, url }).catch(() => {}); // closed without sharing
  const sheet = navigator.share && el('button', { type: 'button', onclick: send }, text.shareBy);
  const body = [qrOf(game), field, sheet].filter(Boolean);
  // Copied after the dialog is closed: an open one hides toasts and prevents selections outside.
  const button = await ask({ title: text.shareTitle, body, buttons: [text.done, text.copy] });
  if (button === 1) copyText(url, text.copied);
}
