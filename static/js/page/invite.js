/** Links to games, and copying to the clipboard. */
import { toast } from './announce.js';
import { el } from './dom.js';
import { text } from '../strings.js';
import { base } from '../wire/base.js';

export const LOBBY = 'lobby';

/**
 * A room's page sets this before it shows a game.
 * @type {{game?: string, link?: string, client?: any, room?: {mayChoose: boolean, chooseNext: () => void}}}
 */
export const place = {};

/** @returns {string} the id of the game at this address */
export function gameFromLocation() {
  if (place.game) return place.game;
  const [, id] = /^\/g\/([^/]+)/.exec(location.pathname.slice(base.length)) ?? [];
  return id ? decodeURIComponent(id) : LOBBY;
}

export const linkTo = (game) => (game === place.game && place.link)
  || `${location.origin}${base}/g/${encodeURIComponent(game)}`;

/** Opens the rematch, in which this game's tokens are valid; a room's page shows it without that. */
export function goToRematch({ identity, state }) {
  if (place.game) return;
  identity.copyTokensTo(state.next);
  location.assign(linkTo(state.next));
}

/** Copies a text and shows a toast. */
export async function copyText(value, done) {
  const copied = await navigator.clipboard?.writeText(value).then(() => true, () => false);
  toast(copied || copyBySelection(value) ? done : text.notCopied);
}

/** Works without a secure context, unlike the Clipboard API. */
function copyBySelection(value) {
  const field = el('textarea');
  field.value = value;
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  return copied;
}
