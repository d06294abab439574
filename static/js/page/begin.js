/** New games: begun with one press, by the options that were used last. */
import { text } from '../strings.js';
import { request } from '../wire/api.js';
import { Identity } from '../wire/identity.js';
import { read, write } from '../wire/storage.js';
import { explain } from './announce.js';
import { fillIn } from './ask.js';
import { PALETTE } from './colours.js';
import { OptionsForm } from './form.js';
import { linkTo } from './invite.js';

/** Chosen for the next game only: a title, a puzzle. */
const once = {};

const chosenFor = ({ name, defaults }) => ({ ...defaults, ...read('options')?.[name], ...once[name] });

/** @param {import('../games/game.js').Game} game @returns {string} what it would be begun with, in a line */
export function summary(game) {
  const { public: listed, lexicon, ...chosen } = chosenFor(game);
  return text.dotted([...game.line(chosen), listed && text.listed]);
}

/** The name and colour to sit down with. */
export function whoAmI() {
  const { name, colour } = Identity.profile;
  return { name: name || text.guest, colour: colour || PALETTE[0] };
}

export const pathOf = (game) => `/games/${encodeURIComponent(game)}`;

/** Remembers a seat, though not as who one is from now on: a guest's name is nobody's own. */
export function keep(game, seat) {
  const { profile } = Identity;
  new Identity(game, () => {}).take(seat);
  Identity.profile = profile;
}

/** Takes a seat before the game is shown. @returns {Promise<import('../wire/identity.js').Seat|null>} */
export async function sit(game) {
  const reply = await request('POST', `${pathOf(game)}/seats`, { body: whoAmI() });
  explain(reply);
  if (!reply.ok) return null;
  keep(game, reply.data);
  return reply.data;
}

export const start = (game, token) => request('POST', `${pathOf(game)}/actions/start`, { body: {}, token });

/** @returns {true} */
export function go(game) {
  location.assign(linkTo(game));
  return true;
}

/**
 * Makes a game and goes there. Should a seat, a bot or the start fail, the game itself offers them.
 * @param {import('../games/game.js').Game} game @param {{options?: Object, bot?: string}} way
 */
export async function begin(game, { options, bot }) {
  const { title, public: listed, ...chosen } = chosenFor(game);
  const body = {
    rules: game.name, options: { ...game.optionsFor(chosen), ...options }, title: title || null, public: listed,
  };
  const reply = await request('POST', '/games', { body });
  if (!reply.ok) return explain(reply);
  const { id, host } = reply.data;
  Identity.rememberHost(id, host.token);
  const seat = await sit(id);
  if (seat && bot) {
    await request('POST', `${pathOf(id)}/bots`, { body: { level: bot }, token: seat.token });
    await start(id, seat.token);
  }
  return go(id);
}

/** Asks how the next games are to be. @param {import('../games/game.js').Game} game */
export async function askOptions(game) {
  const { data } = await request('GET', '/lexicons');
  const options = new OptionsForm(game, data?.lexicons?.map(({ id }) => id) ?? []);
  const form = await fillIn({ title: text.optionsOf(game.title), body: options.fields(chosenFor(game)) });
  if (!form) return;
  const { title, puzzle, ...lasting } = options.read(form);
  write('options', { ...read('options'), [game.name]: lasting });
  once[game.name] = { title, puzzle: puzzle && await upload(puzzle) };
}

async function upload(file) {
  const type = /\.puz$/i.test(file.name) ? 'application/x-crossword' : 'application/x-ipuz';
  const reply = await request('POST', '/puzzles', { body: file.slice(0, file.size, type) });
  explain(reply);
  return reply.ok ? reply.data : undefined;
}
