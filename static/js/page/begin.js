/** New games: begun with one press, by the options that were used last. */
import { text } from '../strings.js';
import { request } from '../wire/api.js';
import { Identity } from '../wire/identity.js';
import { read, write } from '../wire/storage.js';
import { explain } from './announce.js';
import { fillIn } from './ask.js';
import { PALETTE } from './colours.js';
import { el, say } from './dom.js';
import { linkTo } from './invite.js';

/** How each game can be begun; that which is a mode is called as the server calls it. */
export const WAYS = {
  square: ['friends', 'bots'], mini: ['together', 'race'], guess: ['solo', 'together', 'race'],
  free: ['board'],
};
const FIELDS = {
  square: ['preset', 'lexicon', 'clock', 'public'],
  mini: ['difficulty', 'lexicon', 'puzzle', 'autocheck', 'public'],
  guess: ['lexicon', 'hard', 'public'],
  free: ['title', 'open', 'public'],
};
const DEFAULTS = {
  square: { preset: 'family', clock: true }, mini: { difficulty: 'medium' }, free: { open: true },
};
const CHECKS = ['clock', 'autocheck', 'hard', 'open', 'public'];
const INPUTS = { title: { maxlength: 80 }, puzzle: { type: 'file', accept: '.ipuz,.puz' } };
/** For the next game only: a title, a puzzle. */
const once = {};

const chosen = (rules) => ({ ...DEFAULTS[rules], ...read('options')?.[rules], ...once[rules] });

/** @returns {string} what a game would be begun with, in a line */
export function summary(rules) {
  const { preset, clock, difficulty, puzzle, title, ...flags } = chosen(rules);
  const first = {
    square: () => [text.presets[preset][0], text.flags[clock ? 'clock' : 'noClock']],
    mini: () => [puzzle ? puzzle.title || text.fields.puzzle : text.levels[difficulty]],
  }[rules]?.() ?? [title];
  return text.dotted([...first, ...Object.keys(flags).map((flag) => flags[flag] && text.flags[flag])]);
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

/** Makes a game and goes there. Should a seat, a bot or the start fail, the game itself offers them. */
export async function begin(rules, way) {
  const { title, public: listed, clock, puzzle, difficulty, lexicon, ...options } = chosen(rules);
  Object.assign(options, puzzle ? { puzzle: puzzle.id } : { difficulty, lexicon });
  if (rules === 'square' && !clock) options.clock = null;
  if (rules === 'mini' || rules === 'guess') options.mode = way;
  const body = { rules, options, title: title || null, public: listed };
  const reply = await request('POST', '/games', { body });
  if (!reply.ok) return explain(reply);
  const { id, host } = reply.data;
  Identity.rememberHost(id, host.token);
  const seat = await sit(id);
  if (seat && way === 'bots') {
    await request('POST', `${pathOf(id)}/bots`, { body: { level: 'medium' }, token: seat.token });
    await start(id, seat.token);
  }
  return go(id);
}

/** Asks how the next games are to be. */
export async function askOptions(rules) {
  const { data } = await request('GET', '/lexicons');
  const lexicons = data?.lexicons?.map(({ id }) => [id, id]) ?? [];
  const names = FIELDS[rules].filter((name) => name !== 'lexicon' || lexicons.length > 1);
  const now = chosen(rules);
  const body = names.map((name) => field(name, now[name], lexicons));
  const form = await fillIn({ title: text.optionsOf(text.kinds[rules]), body });
  if (!form) return;
  const given = names.map((name) => [name, CHECKS.includes(name) ? form.has(name) : form.get(name)]);
  const { title, puzzle, ...lasting } = Object.fromEntries(given);
  write('options', { ...read('options'), [rules]: lasting });
  once[rules] = { title: title?.trim(), puzzle: puzzle?.size ? await upload(puzzle) : null };
}

function field(name, value, lexicons) {
  const label = text.fields[name];
  const hint = el('small', {}, text.hints[name]);
  if (CHECKS.includes(name)) {
    const box = el('input', { type: 'checkbox', name, checked: value });
    return el('label', { class: 'check' }, box, el('span', {}, label, hint));
  }
  if (INPUTS[name]) return el('label', {}, label, el('input', { name, ...INPUTS[name] }), hint);
  const presets = Object.entries(text.presets).map(([id, [preset]]) => [id, preset]);
  const names = { preset: presets, difficulty: Object.entries(text.levels), lexicon: lexicons }[name];
  const options = names.map(([id, shown]) => el('option', { value: id, selected: id === value }, shown));
  const list = el('select', { name }, ...options);
  const tell = () => name === 'preset' && say(hint, text.presets[list.value][1]);
  list.addEventListener('change', tell);
  tell();
  return el('div', {}, el('label', {}, label, list), hint);
}

async function upload(file) {
  const type = /\.puz$/i.test(file.name) ? 'application/x-crossword' : 'application/x-ipuz';
  const reply = await request('POST', '/puzzles', { body: file.slice(0, file.size, type) });
  explain(reply);
  return reply.ok ? reply.data : null;
}
