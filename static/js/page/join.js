/** Taking a seat, and changing its colour. */
import { text } from '../strings.js';
import { Identity } from '../wire/identity.js';
import { explain } from './announce.js';
import { fillIn } from './ask.js';
import { PALETTE } from './colours.js';
import { askWho, colourField } from './profile.js';

/** A colour nobody has, the reader's own last one first. */
function freeColour(client, preferred) {
  const taken = [...client.state.seats.values()].map(({ colour }) => colour.toLowerCase());
  return [preferred, ...PALETTE].find((colour) => colour && !taken.includes(colour)) ?? PALETTE[0];
}

/** Whether a seat can be taken now: before a race begins, at any time on a shared board, once in a game for one. */
export function mayJoin({ me, state }) {
  const { mode = 'solo' } = state.options;
  const alone = state.rules === 'guess' && ['solo', 'daily'].includes(mode) && state.seats.size > 0;
  return !me && !alone && (state.isPrivate ? state.phase === 'waiting' : state.playing);
}

/** @param {import('../state/game-client.js').GameClient} client @returns {Promise<boolean>} joined */
export async function join(client) {
  const { name, colour } = Identity.profile;
  const who = await askWho(text.joinTitle, text.join, { name, colour: freeColour(client, colour) });
  return who ? take(client, who.name, who.colour) : false;
}

export async function take(client, name, colour) {
  const reply = await client.join(name, colour);
  explain(reply);
  return reply.ok;
}

/** @param {import('../state/game-client.js').GameClient} client */
export async function recolour(client) {
  const form = await fillIn({ title: text.recolourTitle, body: [colourField(client.me.colour)] });
  if (form) explain(await client.act('recolour', { colour: form.get('colour') }));
}
