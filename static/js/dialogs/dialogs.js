/** The game page's dialogs: joining, colour, confirmations, details of the connection. */
import { reportFailure } from '../page/announce.js';
import { ask, askForm } from '../page/ask.js';
import { PALETTE } from '../page/colours.js';
import { el } from '../page/dom.js';
import { place } from '../page/invite.js';
import { text } from '../strings.js';
import { Identity } from '../wire/identity.js';
import { askProfile, colourField } from './profile.js';
import { say } from './words.js';

/** The preferred colour if it is free, else the first free one. */
function freeColour(client, preferred) {
  const taken = [...client.state.seats.values()].map(({ colour }) => colour.toLowerCase());
  return [preferred, ...PALETTE].find((colour) => colour && !taken.includes(colour)) ?? PALETTE[0];
}

export async function join(client) {
  if (place.client) return client.join(); // with the name of the reader's player
  const { name, colour } = Identity.profile;
  const profile = await askProfile(say.joinTitle, text.join, { name, colour: freeColour(client, colour) });
  if (profile) reportFailure(await client.join(profile.name, profile.colour));
}

export async function recolour(client) {
  const form = await askForm({ title: say.recolourTitle, body: [colourField(client.me.colour)] });
  if (form) reportFailure(await client.act('recolour', { colour: form.get('colour') }));
}

/** The filled button confirms. */
const askConfirmation = async ({ title, message, buttons }) => (await ask({ title, message, buttons, grave: true })) === 1;

/** On a shared board with other players the server asks them for consent; else the page asks the player. */
async function actWithConsent(client, name, parameters) {
  const { seats, isPrivate } = client.state;
  const others = !isPrivate && seats.size > 1;
  if (others || (await askConfirmation(say.prompts[name]))) reportFailure(await client.act(name, parameters));
}

export const clear = (client) => actWithConsent(client, 'clear');
export const resign = (client) => actWithConsent(client, 'resign');
export const reveal = (client) => actWithConsent(client, 'reveal', { scope: 'board' });

export async function close(client) {
  const message = client.state.isPrivate ? say.closeRace : say.closeMessage;
  const sure = await askConfirmation({ title: say.closeTitle, message, buttons: [text.cancel, text.close] });
  if (sure) reportFailure(await client.act('close', {}, { asHost: true }));
}

/** Says what leaving does: a running race is over for the player, and with called letters a bot plays on. */
export async function leave(client) {
  const { isPrivate, round, phase } = client.state;
  const kind = phase === 'waiting' ? 'waiting' : !isPrivate ? 'shared' : round ? 'calls' : 'race';
  const question = { title: say.leaveTitle, message: say.leaveMessages[kind], buttons: [text.cancel, text.leave] };
  if (await askConfirmation(question)) reportFailure(await client.leave());
}

export async function remove(client, { seat, name }) {
  const question = { title: text.remove(name), message: say.removeMessage, buttons: [text.cancel, text.removeIt] };
  if (client.state.phase === 'playing' && !(await askConfirmation(question))) return;
  const { hostToken } = client.identity;
  reportFailure(await client.send('DELETE', `seats/${seat}`, undefined, hostToken ?? client.token));
}

export function connectionDetails({ status, stream, outbox, state, resyncs }) {
  const reasons = Object.entries(resyncs).filter(([, count]) => count);
  const facts = [
    [say.heard, stream.lastHeard ? say.ago(Math.round((Date.now() - stream.lastHeard) / 1000)) : say.never],
    [say.unsavedLabel, outbox.size],
    [say.moves, state.sequence ?? say.never],
    [say.resyncs, reasons.map(([reason, count]) => say.resyncReasons[reason](count)).join(', ') || say.never],
  ];
  const list = el('dl', {}, ...facts.flatMap(([name, fact]) => [el('dt', {}, name), el('dd', {}, String(fact))]));
  // Nothing can be written in a game that has not been drawn.
  const isUnseen = status === 'offline' && state.sequence === null;
  ask({ title: text.connection, message: isUnseen ? text.opensLater : say.statusSaid[status], body: [list] });
}
