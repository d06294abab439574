/** Links to games, and how they are handed over. */
import { toast } from './announce.js';
import { ask } from './ask.js';
import { el } from './dom.js';
import { text } from '../strings.js';

export const LOBBY = 'lobby';

/** @returns {string} the game that this address means */
export function gameOfAddress() {
  const [, id] = /^\/g\/([^/]+)/.exec(location.pathname) ?? [];
  return id ? decodeURIComponent(id) : LOBBY;
}

export const linkTo = (game) => `${location.origin}/g/${encodeURIComponent(game)}`;

/** On to the next round, where the same seat is kept for who sat here. */
export function goOn({ identity, state }) {
  identity.carryTo(state.next);
  location.assign(linkTo(state.next));
}

/** Hands the link over: the phone's own sheet, else the clipboard, else a field to copy from. */
export async function share(game, title) {
  const url = linkTo(game);
  // On a desktop the system sheet is slower than the clipboard; phones have fingers.
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    return navigator.share({ title, url }).catch(() => {}); // closed without sharing: nothing to say
  }
  try {
    await navigator.clipboard.writeText(url); // absent on plain http
    toast(text.copied);
  } catch {
    const field = el('input', { id: 'ask-link', readonly: true, value: url, 'aria-label': text.copyByHand });
    const answer = ask({ title: text.copyByHand, body: [field], buttons: [text.ok, text.copy], focus: field });
    if ((await answer) !== 1) return;
    if (copySelected(url)) toast(text.copied);
  }
}

/** Copies a text of several lines. */
export async function copyText(value, done) {
  const copied = await navigator.clipboard?.writeText(value).then(() => true, () => false);
  toast(copied || copySelected(value) ? done : text.notCopied);
}

/** The old way, which works without a secure context. */
function copySelected(value) {
  const field = el('textarea');
  field.value = value;
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  return copied;
}
