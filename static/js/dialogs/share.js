/** The dialog that shares a link: as text, as a QR code or through the system's share sheet. */
import { ask } from '../page/ask.js';
import { copyText } from '../page/copy.js';
import { el } from '../page/dom.js';
import { dailyName, dailyPath } from '../page/day.js';
import { linkTo, place } from '../page/invite.js';
import { lazy } from '../page/lazy.js';
import { qrPicture } from '../page/qr.js';
import { text } from '../strings.js';
import { base } from '../wire/base.js';
import { say } from './words.js';

const makeRoom = lazy(() => import('../room/make.js'), { preload: false });

/** The link to send to others: a game of a day or a challenge is its player's alone, so the link opens the reader's own. */
export function linkFor({ game, state: { day, challenge, rules, options: { lexicon } } }) {
  if (challenge) return `${location.origin}${base}/c/${encodeURIComponent(challenge)}`;
  return day ? location.origin + dailyPath(dailyName(rules, lexicon)) : linkTo(game);
}

/** @param {import('../state/game-client.js').GameClient} client @param {string} title */
export function share(client, title) {
  const { identity, state } = client;
  const groupRoom = identity.hostToken && !state.day && !place.link
    && el('button', { type: 'button', class: 'quiet', onclick: () => makeRoom('makeRoom') }, say.groupRoom);
  return shareLink(linkFor(client), title, { more: [groupRoom] });
}

/** @param {string} url @param {string} title @param {{heading?: string, message?: string, label?: string, more?: (Node|false)[]}} [options] */
export async function shareLink(url, title, { heading = say.shareTitle, message, label = say.linkLabel, more = [] } = {}) {
  const field = el('input', { id: 'ask-link', readonly: true, value: url, 'aria-label': label });
  field.addEventListener('focus', () => field.select());
  const send = () => navigator.share({ title, url }).catch(() => {}); // closed without sharing
  const sheet = navigator.share && el('button', { type: 'button', onclick: send }, say.shareBy);
  const body = [qrPicture(url, say.qr), field, sheet, ...more].filter(Boolean);
  // Copied after the dialog is closed: an open one hides toasts and prevents selections outside.
  const button = await ask({ title: heading, message, body, buttons: [text.done, say.copy] });
  if (button === 1) copyText(url, say.copied);
}
