/** `/link/{code}`, which leads to `link.html`: makes this browser the player of another device. */
import { failureText } from './page/announce.js';
import { byId, setText, setVisible } from './page/dom.js';
import { say } from './player/words.js';
import { text } from './strings.js';
import { request } from './wire/api.js';
import { base } from './wire/base.js';
import { savePlayer, storedPlayer } from './wire/player.js';

let code = location.hash.slice(1);

/** @param {string} title @param {string} state @param {{go?: boolean, again?: () => void}} buttons */
function draw(title, state, { go = false, again } = {}) {
  setText(byId('title'), title);
  setText(byId('state'), state);
  setVisible(byId('go'), go);
  setVisible(byId('again'), Boolean(again));
  setVisible(byId('enter'), !go && !again);
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
  savePlayer(reply.data);
  location.replace(`${base}/#linked`);
}

/** The field takes another code, or a recovery code. */
byId('enter').addEventListener('submit', (event) => {
  event.preventDefault(); // form-action is 'none': forms are never sent
  code = byId('link').value.trim();
  link();
});
setText(byId('enter').firstElementChild, say.haveCode);
setText(byId('enter-go'), say.go);
setText(byId('go'), say.go);
setText(byId('again'), say.again);
byId('go').addEventListener('click', link);
addEventListener('hashchange', () => location.reload());
check();
