/** Creates games, with the options used last. */
import { text } from '../strings.js';
import { request } from '../wire/api.js';
import { Identity } from '../wire/identity.js';
import { read, write } from '../wire/storage.js';
import { reportFailure } from './announce.js';
import { askForm } from './ask.js';
import { PALETTE } from './colours.js';
import { OptionsForm } from './form.js';
import { linkTo } from './invite.js';

/** Options for the next game only, by game: a title, a puzzle. */
const nextGameOnly = {};

const savedOptions = ({ name, defaults }) => ({ ...defaults, ...read('options')?.[name], ...nextGameOnly[name] });

/** @param {import('../games/game.js').Game} game @returns {string} the saved options in a line */
export function optionsSummary(game) {
  const { public: listed, lexicon, ...chosen } = savedOptions(game);
  return text.dotted([...game.describeOptions(chosen), listed && text.listed]);
}

/** The name and colour for a new seat. */
export function seatProfile() {
  const { name, colour } = Identity.profile;
  return { name: name || text.guest, colour: colour || PALETTE[0] };
}

export const pathOf = (game) => `/games/${encodeURIComponent(game)}`;

/** Saves a seat without changing the profile, since the name may be the guest's default. */
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

/** Asks for the options of the next games. @param {import('../games/game.js').Game} game */
export async function editOptions(game) {
  const { data } = await request('GET', '/lexicons');
  const options = new OptionsForm(game, data?.lexicons?.map(({ id }) => id) ?? []);
  const form = await askForm({ title: text.optionsOf(game.title), body: options.fields(savedOptions(game)) });
  if (!form) return;
  const { title, puzzle, ...lasting } = options.read(form);
  write('options', { ...read('options'), [game.name]: lasting });
  nextGameOnly[game.name] = { title, puzzle: puzzle && await uploadPuzzle(puzzle) };
}

async function uploadPuzzle(file) {
  const type = /\.puz$/i.test(file.name) ? 'application/x-crossword' : 'application/x-ipuz';
  const reply = await request('POST', '/puzzles', { body: file.slice(0, file.size, type) });
  reportFailure(reply);
  return reply.ok ? reply.data : undefined;
}
