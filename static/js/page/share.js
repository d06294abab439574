/** A game's link, handed over: as a text to copy, as a QR code, by the phone's own sheet. */
import { text } from '../strings.js';
import { ask } from './ask.js';
import { el } from './dom.js';
import { copyText, linkTo } from './invite.js';
import { qrPicture } from './qr.js';

/** The game's link as a picture to point a camera at; null when the link is too long for one. */
export const qrOf = (game) => qrPicture(linkTo(game), text.qr);

/** @param {string} game @param {string} title */
export async function share(game, title) {
  const url = linkTo(game);
  const field = el('input', { id: 'ask-link', readonly: true, value: url, 'aria-label': text.linkLabel });
  field.addEventListener('focus', () => field.select());
  const send = () => navigator.share({ title, url }).catch(() => {}); // closed without sharing
  const sheet = navigator.share && el('button', { type: 'button', onclick: send }, text.shareBy);
  const body = [qrOf(game), field, sheet].filter(Boolean);
  // Copied when the dialog is gone: behind it, nothing else can be selected and no toast is seen.
  const button = await ask({ title: text.shareTitle, body, buttons: [text.done, text.copy] });
  if (button === 1) copyText(url, text.copied);
}
