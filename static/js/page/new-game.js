/** Creates games, with the options used last. */
import { text } from '../strings.js';
import { request } from '../wire/api.js';
import { Identity } from '../wire/identity.js';
import { read } from '../wire/storage.js';
import { packFor } from './day.js';
import { reportFailure } from './announce.js';
import { linkTo } from './invite.js';
import { nickname } from './nickname.js';

/** Options for the next game only, by game: a title, a puzzle. */
export const nextGameOnly = {};

export const savedOptions = ({ name, defaults, fields, rules }) => {
  const lexicon = fields.includes('lexicon') && packFor(rules);
  return { ...defaults, ...(lexicon && { lexicon }), ...read('options')?.[name], ...nextGameOnly[name] };
};

/** @param {import('../games/game.js').Game} game @returns {string} the saved options in a line */
export function optionsSummary(game) {
  const { public: listed, lexicon, ...chosen } = savedOptions(game);
  return text.dotted([...game.describeOptions(chosen), listed && text.listed]);
}

/** Options that a game of a room does not have: it is the room that has a title and may be listed. */
const NOT_IN_ROOMS = ['title', 'public', 'puzzle'];

/** A game with the options that it has in a room. @param {import('../games/game.js').Game} game */
export function inRoom(game) {
  const fields = game.fields.filter((name) => !NOT_IN_ROOMS.includes(name));
  const saved = () => Object.fromEntries(
    Object.entries(savedOptions(game)).filter(([name]) => !NOT_IN_ROOMS.includes(name)));
  return {
    fields,
    options: () => game.optionsFor(saved()),
    summary() {
      const { lexicon, ...chosen } = saved();
      return text.dotted(game.describeOptions(chosen));
    },
  };
}

/** The name and colour for a new seat: the reader's own, or friendly ones. */
export function seatProfile() {
  const { name, colour } = Identity.profile;
  return { name: name || nickname().name, colour: colour || nickname().colour };
}

export const pathOf = (game) => `/games/${encodeURIComponent(game)}`;

/** Saves a seat without changing the profile, since the name may be a nickname. */
export function saveSeat(game, seat) {
  const { profile } = Identity;
  new Identity(game, () => {}).saveSeat(seat);
  Identity.profile = profile;
}

/** @returns {Promise<import('../wire/identity.js').Seat|null>} */
export async function takeSeat(game) {
  const reply = await request('POST', `${pathOf(game)}/seats`, { body: seatProfile() });
  reportFailure(reply);
  if (!reply.ok) return null;
  saveSeat(game, reply.data);
  return reply.data;
}

export const startGame = (game, token) => request('POST', `${pathOf(game)}/actions/start`, { body: {}, token });

/** @returns {true} since the page is being left */
export function openGame(game) {
  location.assign(linkTo(game));
  return true;
}

/**
 * Creates a game and opens it. If the seat, the bot or the start fails, the game's page offers it again.
 * @param {import('../games/game.js').Game} game @param {{options?: Object, bot?: string}} button
 */
export async function createGame(game, { options, bot }) {
  const { title, public: listed, ...chosen } = savedOptions(game);
  const body = {
    rules: game.name, options: { ...game.optionsFor(chosen), ...options }, title: title || null, public: listed,
  };
  const reply = await request('POST', '/games', { body, token: chosen.puzzle?.token });
  if (!reply.ok) return reportFailure(reply);
  const { id, host } = reply.data;
  Identity.saveHostToken(id, host.token);
  const seat = await takeSeat(id);
  if (seat && bot) {
    await request('POST', `${pathOf(id)}/bots`, { body: { level: bot }, token: seat.token });
    await startGame(id, seat.token);
  }
  return openGame(id);
}
