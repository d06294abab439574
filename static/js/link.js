/** `/link/{code}`, which leads to `link.html`: makes this browser the player of another device. */
import { failureText } from './page/announce.js';
import { byId, setText, setVisible } from './page/dom.js';
import { say } from './player/words.js';
import { text } from './strings.js';
import { request } from './wire/api.js';
import { base } from './wire/base.js';
import { Identity } from './wire/identity.js';
import { storedPlayer } from './wire/player.js';
import { write } from './wire/storage.js';

const code = location.hash.slice(1);

/** @param {string} title @param {string} state @param {{go?: boolean, again?: () => void}} buttons */
function draw(title, state, { go = false, again } = {}) {
  setText(byId('title'), title);
  setText(byId('state'), state);
  setVisible(byId('go'), go);
  setVisible(byId('again'), Boolean(again));
  byId('again').onclick = again;
  setText(byId('home'), go ? say.notNow : text.home);
  document.title = `${title} · ${text.brand}`;
  setVisible(document.querySelector('main'), true);
}

/** @param {import('./types.js').Reply} reply @param {() => void} again */
function drawFailure(reply, again) {
  const isWrong = reply.data?.code === 'no-such-code';
  const why = isWrong ? say.expiredWhy : failureText(reply);
  draw(isWrong ? say.expired : say.question, why, isWrong ? {} : { again });
}

async function check() {
  const reply = await request('GET', `/link/${code || '-'}`);
  if (!reply.ok) return drawFailure(reply, check);
  draw(say.question, [say.explanation, storedPlayer() && say.replaced].filter(Boolean).join(' '), { go: true });
}

async function link() {
  byId('go').disabled = true;
  const reply = await request('POST', '/players/link', { body: { code } });
  byId('go').disabled = false;
  if (!reply.ok) return drawFailure(reply, link);
  const { player, key, name, colour = Identity.profile.colour } = reply.data;
  write('player', { player, key, name, colour });
  Identity.profile = { name, colour };
  location.replace(`${base}/#linked`);
}

setText(byId('go'), say.go);
setText(byId('again'), say.again);
byId('go').addEventListener('click', link);
addEventListener('hashchange', () => location.reload());
check();
