/** Links to games, and how texts are copied. */
import { toast } from './announce.js';
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

/** Copies a text, and says so. */
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
