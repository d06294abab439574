/** How things stand: one line over the heading, most urgent first, and how the line to the server is. */
import { square } from '../state/game-state.js';
import { announce, explain, toast } from './announce.js';
import { byId, say, show } from './dom.js';
import { goOn } from './invite.js';
import { put } from './later.js';
import { secondsUntil } from '../wire/api.js';
import { text } from '../strings.js';

/**
 * @param {import('../state/game-client.js').GameClient} client
 * @param {any} prompt the open prompt to tell of
 * @param {boolean} gone
 * @returns {{sentence: string, until?: string, label?: string, act?: () => void, dismiss?: () => void}|null}
 */
function pick(client, prompt, gone) {
  const { state, identity, outbox, me } = client;
  const join = () => put('join', client);
  if (gone) return { sentence: text.gone, label: text.home, act: () => location.assign('/') };
  const { former } = identity;
  if (former && !client.token && !me && state.isOpenToJoin) {
    const act = async () => explain(await client.join(former.name, former.colour));
    return { sentence: text.forgotten, label: text.rejoin(former.name), act, dismiss: () => identity.forgetFormer() };
  }
  if (client.trouble) return { sentence: client.trouble, dismiss: () => { client.trouble = null; } };
  if (outbox.held) return { sentence: text.held(outbox.size), label: text.join, act: join };
  if (prompt) {
    const asker = state.seats.get(prompt.asker)?.name ?? text.someone;
    const mine = me && prompt.asker === me.seat;
    const wish = text.prompts[prompt.purpose]?.wish ?? text.prompts.clear.wish;
    return { sentence: mine ? text.waiting : wish(asker), until: prompt.expires };
  }
  if (state.next) return { sentence: text.nextRound, label: text.goOn, act: () => goOn(client) };
  if (!state.open && !state.isPrivate && !me && state.isOpenToJoin && !client.watches) {
    return { sentence: text.hintJoin, label: text.join, act: join, dismiss: () => { client.watches = true; } };
  }
  if (state.phase !== 'playing') return null;
  if (state.locked) return { sentence: text.locked };
  if (!me?.away) return null;
  // A bot plays for who has left, and gives the seat back.
  if (me.kicked) return { sentence: text.sentAway };
  return { sentence: text.botPlaysForYou, label: text.takeOver, act: async () => explain(await client.act('return')) };
}

export function drawNotice(client, prompt, gone) {
  const notice = pick(client, prompt, gone);
  show(byId('notice'), Boolean(notice));
  if (!notice) return;
  say(byId('notice-text'), notice.sentence);
  say(byId('notice-left'), notice.until ? text.secondsLeft(secondsUntil(notice.until)) : '');
  const button = byId('notice-act');
  show(button, Boolean(notice.label));
  say(button, notice.label ?? '');
  button.onclick = notice.act;
  show(byId('notice-no'), Boolean(notice.dismiss));
  byId('notice-no').onclick = () => {
    notice.dismiss();
    drawNotice(client, prompt, gone);
  };
}

/** A letter on its way for less than this is no news; the count of unsaved letters would only flicker. */
const PATIENCE = 800;

/** @returns {() => void} draws what changes with time */
export function showConnection(client) {
  let unsavedSince = 0;
  let wasOffline = false;
  byId('connection').addEventListener('click', () => put('tellMore', client));
  client.addEventListener('connection', ({ detail }) => {
    if (detail === 'offline' && !wasOffline) announce(text.offlineSaid);
    if (detail === 'live' && wasOffline) announce(text.liveSaid);
    if (detail !== 'connecting') wasOffline = detail === 'offline';
  });
  client.addEventListener('conflict', ({ detail: { edit, value } }) => {
    toast(text.conflict(square(edit.cell), value, edit.value));
  });
  return () => {
    const { status, outbox: { size } } = client;
    unsavedSince = size ? unsavedSince || Date.now() : 0;
    const unsaved = size && (status !== 'live' || Date.now() - unsavedSince > PATIENCE);
    byId('connection').dataset.state = unsaved && status === 'live' ? 'unsaved' : status;
    say(byId('connection-text'), unsaved ? `${text[status]} · ${text.unsaved(size)}` : text[status]);
  };
}
