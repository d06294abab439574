/** The game page's dialogs: joining, colour, confirmations, details of the connection. */
import { text } from '../strings.js';
import { Identity } from '../wire/identity.js';
import { reportFailure } from './announce.js';
import { ask, askForm } from './ask.js';
import { PALETTE } from './colours.js';
import { el } from './dom.js';
import { askProfile, colourField } from './profile.js';

/** The preferred colour if it is free, else the first free one. */
function freeColour(client, preferred) {
  const taken = [...client.state.seats.values()].map(({ colour }) => colour.toLowerCase());
  return [preferred, ...PALETTE].find((colour) => colour && !taken.includes(colour)) ?? PALETTE[0];
}

export async function join(client) {
  const { name, colour } = Identity.profile;
  const profile = await askProfile(text.joinTitle, text.join, { name, colour: freeColour(client, colour) });
  if (profile) reportFailure(await client.join(profile.name, profile.colour));
}

export async function recolour(client) {
  const form = await askForm({ title: text.recolourTitle, body: [colourField(client.me.colour)] });
  if (form) reportFailure(await client.act('recolour', { colour: form.get('colour') }));
}

const askConfirmation = async ({ title, message, buttons }) => (await ask({ title, message, buttons })) === 1;

/** On a shared board with other players the server asks them for consent; else the page asks the player. */
async function actWithConsent(client, name, parameters) {
  const { seats, isPrivate } = client.state;
  const others = !isPrivate && seats.size > 1;
  if (others || (await askConfirmation(text.prompts[name]))) reportFailure(await client.act(name, parameters));
}

export const clear = (client) => actWithConsent(client, 'clear');
export const resign = (client) => actWithConsent(client, 'resign');
export const reveal = (client) => actWithConsent(client, 'reveal', { scope: 'board' });

export async function close(client) {
  const message = client.state.isPrivate ? text.closeRace : text.closeMessage;
  const sure = await askConfirmation({ title: text.closeTitle, message, buttons: [text.cancel, text.close] });
  if (sure) reportFailure(await client.act('close', {}, { asHost: true }));
}

/** Leaving a running race is final, so the page asks first; elsewhere a player can come back. */
export async function leave(client) {
  const { isPrivate, round, phase } = client.state;
  const final = isPrivate && !round && phase === 'playing'; // with called letters a bot plays on
  const question = { title: text.leaveTitle, message: text.leaveMessage, buttons: [text.cancel, text.leave] };
  if (!final || (await askConfirmation(question))) reportFailure(await client.leave());
}

export async function remove(client, { seat, name }) {
  const question = { title: text.remove(name), message: text.removeMessage, buttons: [text.cancel, text.removeIt] };
  if (client.state.phase === 'playing' && !(await askConfirmation(question))) return;
  const { hostToken } = client.identity;
  reportFailure(await client.send('DELETE', `seats/${seat}`, undefined, hostToken ?? client.token));
}

export function connectionDetails({ status, stream, outbox, state, resyncs }) {
  const reasons = Object.entries(resyncs).filter(([, count]) => count);
  const facts = [
    [text.heard, stream.lastHeard ? text.ago(Math.round((Date.now() - stream.lastHeard) / 1000)) : text.never],
    [text.unsavedLabel, outbox.size],
    [text.moves, state.sequence ?? text.never],
    [text.resyncs, reasons.map(([reason, count]) => text.resyncReasons[reason](count)).join(', ') || text.never],
  ];
  const list = el('dl', {}, ...facts.flatMap(([name, fact]) => [el('dt', {}, name), el('dd', {}, String(fact))]));
  ask({ title: text.connection, message: text.statusSaid[status], body: [list] });
}
