/** One line above the board for what the reader should know now, most urgent first. */
import { explain } from './announce.js';
import { byId, say, show } from './dom.js';
import { goOn } from './invite.js';
import { join, take } from './join.js';
import { asClock, secondsUntil } from '../wire/server-clock.js';
import { text } from '../strings.js';

/**
 * @param {import('../state/game-client.js').GameClient} client
 * @param {any} prompt the open prompt to tell of
 * @param {boolean} gone
 * @returns {{sentence: string, label?: string, act?: () => void, dismiss?: () => void}|null}
 */
function pick(client, prompt, gone) {
  const { state, identity, outbox, me } = client;
  if (gone) return { sentence: text.gone, label: text.home, act: () => location.assign('/') };
  if (!['free', 'square'].includes(state.rules)) return { sentence: text.elsewhere };
  const { former } = identity;
  const seatsAreOpen = state.isSquare ? state.phase === 'waiting' : state.playing;
  if (former && !client.token && seatsAreOpen) {
    const act = () => take(client, former.name, former.colour);
    return { sentence: text.forgotten, label: text.rejoin(former.name), act, dismiss: () => identity.forgetFormer() };
  }
  if (client.trouble) return { sentence: client.trouble, dismiss: () => { client.trouble = null; } };
  if (outbox.held) return { sentence: text.held(outbox.size), label: text.join, act: () => join(client) };
  if (prompt) {
    const asker = state.seats.get(prompt.asker)?.name ?? text.someone;
    const mine = me && prompt.asker === me.seat;
    const others = prompt.purpose === 'rematch' ? text.othersRematch(asker) : text.othersDecide(asker);
    return { sentence: mine ? text.waiting(secondsUntil(prompt.expires)) : others };
  }
  if (state.next) return { sentence: text.nextRound, label: text.goOn, act: () => goOn(client) };
  if (state.isSquare) return squareNotice(client);
  if (!state.playing) {
    const again = me && { label: text.again, act: async () => explain(await client.act('rematch')) };
    return { sentence: text.finished(asClock(state.elapsed())), ...again };
  }
  return state.locked ? { sentence: text.locked } : null;
}

/** Who is away is played for, and may come back; the end has a part of the page to itself. */
function squareNotice(client) {
  const { state, me } = client;
  if (state.phase !== 'playing' || !me?.away) return null;
  if (me.kicked) return { sentence: text.sentAway };
  return { sentence: text.botPlaysForYou, label: text.takeOver, act: async () => explain(await client.act('return')) };
}

/** @param {import('../state/game-client.js').GameClient} client @param {any} prompt @param {boolean} gone */
export function drawNotice(client, prompt, gone) {
  const notice = pick(client, prompt, gone);
  show(byId('notice'), Boolean(notice));
  if (!notice) return;
  say(byId('notice-text'), notice.sentence);
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
