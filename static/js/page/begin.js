/** What can be begun from here: a word square with friends, or alone with the letters of the day. */
import { explain } from '../page/announce.js';
import { request } from '../wire/api.js';
import { fillIn } from '../page/ask.js';
import { PALETTE } from '../page/colours.js';
import { byId, el, say } from '../page/dom.js';
import { Identity } from '../wire/identity.js';
import { linkTo } from '../page/invite.js';
import { PACE } from '../state/round.js';
import { read, write } from '../wire/storage.js';
import { text } from '../strings.js';

/** Fills the list of presets, and explains the chosen one. */
export function preparePlay() {
  const choice = byId('preset');
  choice.replaceChildren(...Object.entries(text.presets).map(([id, [name]]) => el('option', { value: id }, name)));
  const explainChoice = () => say(byId('preset-line'), text.presets[choice.value][1]);
  choice.addEventListener('change', explainChoice);
  explainChoice();
  say(byId('pace-line'), text.clockHint(PACE.call, PACE.place));
}

export async function createSquare() {
  byId('host-name').value = Identity.profile.name;
  const form = await fillIn(byId('create-square'));
  if (!form) return;
  const options = { preset: form.get('preset'), clock: form.get('clock') === null ? null : PACE };
  const reply = await request('POST', '/games', { body: { rules: 'square', options } });
  if (!reply.ok) return explain(reply);
  const game = reply.data.id;
  Identity.rememberHost(game, reply.data.host.token);
  await sit(game, form.get('name').trim());
  location.assign(linkTo(game));
}

/** Takes a seat before the game is shown; should that fail, the game itself offers one. */
async function sit(game, name) {
  const colour = Identity.profile.colour || PALETTE[0];
  const reply = await request('POST', `/games/${encodeURIComponent(game)}/seats`, { body: { name, colour } });
  if (reply.ok) new Identity(game, () => {}).take(reply.data);
  return reply;
}

/** Today's square: the one that was begun in this browser, else a new one with the same letters as everybody's. */
export async function playToday() {
  const today = new Date().toISOString().slice(0, 10);
  const known = read('daily');
  if (known?.date === today && (await request('GET', `/games/${encodeURIComponent(known.game)}`)).ok) {
    return location.assign(linkTo(known.game));
  }
  const reply = await request('GET', '/daily/square');
  if (!reply.ok) return explain(reply);
  const game = reply.data.id;
  write('daily', { date: today, game });
  if (reply.data.state === 'waiting') await begin(game);
  location.assign(linkTo(game));
}

async function begin(game) {
  const { profile } = Identity;
  const seat = await sit(game, profile.name || text.guest);
  if (!profile.name) write('profile', profile); // a guest's name is nobody's own
  if (!seat.ok) return;
  await request('POST', `/games/${encodeURIComponent(game)}/actions/start`, { body: {}, token: seat.data.token });
}
