/** Links to games. */
import { base } from '../wire/base.js';

export const LOBBY = 'lobby';

/**
 * The pages of a room and of a day set this before they show a game.
 * @type {{game?: string, link?: string, client?: any, room?: {mayChoose: boolean, startsItself: boolean, again: () => void}}}
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
  if (place.room) return;
  identity.copyTokensTo(state.next);
  location.assign(linkTo(state.next));
}
