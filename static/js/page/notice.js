/** The notice over the heading, which shows the most urgent message, and the connection's state. */
import { square } from '../state/game-state.js';
import { announce, keepClear, reportFailure, toast } from './announce.js';
import { byId, setText, setVisible } from './dom.js';
import { goToRematch, place } from './invite.js';
import { openDialog } from './lazy.js';
import { secondsUntil } from '../wire/api.js';
import { text } from '../strings.js';
import { base } from '../wire/base.js';

/** The sentence that the reader has dismissed, until another one takes its place. */
let dismissed = '';
let placed = ''; // the sentence, and how far the window was scrolled

/** Whether neither the server nor this browser has shown the game yet. */
const isUnseen = ({ state }) => state.sequence === null;

/** The most urgent {@link Notice}, or null. `prompt`: the open one to show, with `wish`, its sentence. */
function currentNotice(client, prompt, gone) {
  const { state, identity, outbox, me } = client;
  const join = () => openDialog('join', client);
  const goHome = () => location.assign(`${base}/`);
  if (gone && client.squares) {
    const { challenge, rules, options: { lexicon } = {} } = client.squares;
    const act = async () => {
      const { dailyName, dailyPath } = await import('./day.js');
      location.assign(challenge ? `${base}/c/${challenge}` : dailyPath(dailyName(rules, lexicon)));
    };
    return { sentence: text.playFirst, label: text.playIt, act };
  }
  if (gone === 403) return { sentence: text.personal, label: text.playOwn, act: goHome };
  if (gone) return { sentence: text.gone, label: text.home, act: goHome };
  if (isUnseen(client)) return client.status === 'offline' ? { sentence: text.opensLater } : null;
  const { former } = identity;
  if (former && !client.token && !me && state.isOpenToJoin) {
    const act = async () => reportFailure(await client.join(former.name, former.colour));
    return { sentence: text.forgotten, label: text.rejoin(former.name), act, dismiss: () => identity.forgetFormer() };
  }
  if (client.refusal) return { sentence: client.refusal, dismiss: () => { client.refusal = null; } };
  if (outbox.held) return { sentence: text.held(outbox.size), label: text.join, act: join };
  if (prompt) {
    const mine = me && prompt.asker === me.seat;
    return { sentence: mine ? text.waiting : prompt.wish, until: prompt.expires };
  }
  if (state.next) return { sentence: text.nextRound, label: text.goOn, act: () => goToRematch(client) };
  if (!state.open && !state.isPrivate && !me && state.isOpenToJoin && !client.prefersWatching) {
    return { sentence: text.hintJoin, label: text.join, act: join, dismiss: () => { client.prefersWatching = true; } };
  }
  if (state.phase !== 'playing') return null;
  if (state.locked) return { sentence: text.locked, dismiss: () => { dismissed = text.locked; } };
  if (state.isPrivate && !me && !place.room) {
    return { sentence: text.watches, label: text.playOwn, act: goHome, dismiss: () => { dismissed = text.watches; } };
  }
  if (!me?.away) return null;
  // A bot plays in the seat; a player who was not removed can take it back.
  if (me.kicked) return { sentence: text.sentAway, dismiss: () => { dismissed = text.sentAway; } };
  const act = async () => reportFailure(await client.act('return'));
  return { sentence: text.botPlaysForYou, label: text.takeOver, act };
}

export function drawNotice(client, prompt, gone) {
  const notice = currentNotice(client, prompt, gone);
  if (notice?.sentence !== dismissed) dismissed = '';
  setVisible(byId('notice'), Boolean(notice) && !dismissed);
  if (!notice) return;
  setText(byId('notice-text'), notice.sentence);
  setText(byId('notice-left'), notice.until ? text.secondsLeft(secondsUntil(notice.until)) : '');
  const button = byId('notice-act');
  setVisible(button, Boolean(notice.label));
  setText(button, notice.label ?? '');
  button.onclick = notice.act;
  setVisible(byId('notice-no'), Boolean(notice.dismiss));
  byId('notice-no').onclick = () => {
    notice.dismiss();
    drawNotice(client, prompt, gone);
  };
  const at = `${notice.sentence} ${scrollY} ${innerHeight}`;
  if (at !== placed) keepClear(byId('notice'));
  placed = at;
}

/** Milliseconds before unsaved letters are counted, so that the count does not flicker. */
const UNSAVED_DELAY = 800;

export function connectionIndicator(client) {
  let unsavedSince = 0;
  let wasOffline = false;
  byId('connection').addEventListener('click', () => openDialog('connectionDetails', client));
  client.addEventListener('connection', ({ detail }) => {
    if (detail === 'offline' && !wasOffline && !isUnseen(client)) announce(text.offlineSaid);
    if (detail === 'live' && wasOffline) announce(text.liveSaid);
    if (detail !== 'connecting') wasOffline = detail === 'offline';
  });
  client.addEventListener('conflict', ({ detail: { edit, value } }) => {
    toast(text.conflict(square(edit.cell), value, edit.value));
  });
  return () => {
    const { status, outbox: { size } } = client;
    unsavedSince = size ? unsavedSince || Date.now() : 0;
    const unsaved = size && (status !== 'live' || Date.now() - unsavedSince > UNSAVED_DELAY);
    const shown = unsaved && status === 'live' ? 'unsaved' : status;
    const { dataset } = byId('connection');
    if (dataset.state !== shown) dataset.state = shown;
    setText(byId('connection-text'), unsaved ? `${text[status]} · ${text.unsaved(size)}` : text[status]);
  };
}
