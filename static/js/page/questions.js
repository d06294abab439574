/** What the page asks and tells in dialogs: a seat, a colour, whether one is sure, how the line stands. */
import { text } from '../strings.js';
import { Identity } from '../wire/identity.js';
import { explain } from './announce.js';
import { ask, fillIn } from './ask.js';
import { PALETTE } from './colours.js';
import { el } from './dom.js';
import { askWho, colourField } from './profile.js';

/** A colour nobody has, the reader's own last one first. */
function freeColour(client, preferred) {
  const taken = [...client.state.seats.values()].map(({ colour }) => colour.toLowerCase());
  return [preferred, ...PALETTE].find((colour) => colour && !taken.includes(colour)) ?? PALETTE[0];
}

export async function join(client) {
  const { name, colour } = Identity.profile;
  const who = await askWho(text.joinTitle, text.join, { name, colour: freeColour(client, colour) });
  if (who) explain(await client.join(who.name, who.colour));
}

export async function recolour(client) {
  const form = await fillIn({ title: text.recolourTitle, body: [colourField(client.me.colour)] });
  if (form) explain(await client.act('recolour', { colour: form.get('colour') }));
}

const isSure = async ({ title, message, buttons }) => (await ask({ title, message, buttons })) === 1;

/** On a shared board with company the server asks the others; else the page asks the writer. */
async function agreed(client, name, parameters) {
  const { seats, isPrivate } = client.state;
  const others = !isPrivate && seats.size > 1;
  if (others || (await isSure(text.prompts[name]))) explain(await client.act(name, parameters));
}

export const clear = (client) => agreed(client, 'clear');
export const resign = (client) => agreed(client, 'resign');
export const reveal = (client) => agreed(client, 'reveal', { scope: 'board' });

export async function close(client) {
  const message = client.state.isPrivate ? text.closeRace : text.closeMessage;
  const sure = await isSure({ title: text.closeTitle, message, buttons: [text.cancel, text.close] });
  if (sure) explain(await client.act('close', {}, { asHost: true }));
}

/** Who leaves a race has left it; elsewhere one may come back. */
export async function leave(client) {
  const { isPrivate, round, phase } = client.state;
  const final = isPrivate && !round && phase === 'playing'; // while letters are called a bot plays on
  const question = { title: text.leaveTitle, message: text.leaveMessage, buttons: [text.cancel, text.leave] };
  if (!final || (await isSure(question))) explain(await client.leave());
}

export async function remove(client, { seat, name }) {
  const question = { title: text.remove(name), message: text.removeMessage, buttons: [text.cancel, text.removeIt] };
  if (client.state.phase === 'playing' && !(await isSure(question))) return;
  const { hostToken } = client.identity;
  explain(await client.send('DELETE', `seats/${seat}`, undefined, hostToken ?? client.token));
}

/** How the line to the server stands. */
export function tellMore({ status, stream, outbox, state, resyncs }) {
  const reasons = Object.entries(resyncs).filter(([, count]) => count);
  const facts = [
    [text.heard, stream.heard ? text.ago(Math.round((Date.now() - stream.heard) / 1000)) : text.never],
    [text.unsavedLabel, outbox.size],
    [text.moves, state.sequence ?? text.never],
    [text.resyncs, reasons.map(([reason, count]) => text.resyncReasons[reason](count)).join(', ') || text.never],
  ];
  const list = el('dl', {}, ...facts.flatMap(([name, fact]) => [el('dt', {}, name), el('dd', {}, String(fact))]));
  ask({ title: text.connection, message: text.statusSaid[status], body: [list] });
}
