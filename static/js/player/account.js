/** The part of the settings about the reader's player: devices, and erasing the player. */
import { locale, text } from '../strings.js';
import { request } from '../wire/api.js';
import { Identity } from '../wire/identity.js';
import { forgetPlayer, signIn, storedPlayer } from '../wire/player.js';
import { failureText } from '../page/announce.js';
import { ask } from '../page/ask.js';
import { el, loadStyle, setText } from '../page/dom.js';
import { seatProfile } from '../page/new-game.js';
import { showCode } from './devices.js';
import { enterCode, showRecovery } from './recovery.js';
import { remove } from '../wire/storage.js';
import { say } from './words.js';

const style = loadStyle(new URL('./player.css', import.meta.url).href);

/** What the server keeps for the reader's player. */
export class Account {
  #end = new AbortController();
  #status = el('p', { class: 'note', role: 'status' });
  #parts = el('div');
  node = el('div', { class: 'account' }, this.#parts, this.#status);
  /** Closes the sheet: there is no such player any more. */
  closed = this.#end.signal;

  async draw() {
    await style;
    const key = storedPlayer()?.key;
    const reply = key ? await request('GET', '/players/me', { token: key }) : {};
    if (reply.status === 401) forgetPlayer(key);
    else if (key && !reply.ok) return this.#report(reply);
    this.#parts.replaceChildren(...(reply.ok ? this.#sections(reply.data) : this.#offer()));
  }

  #report(reply) {
    const sentence = reply.ok ? '' : failureText(reply);
    setText(this.#status, sentence);
    return reply.ok;
  }

  #offer() {
    const onclick = async () => this.#report(await signIn(seatProfile())) && this.draw();
    return [el('p', { class: 'note' }, say.none), el('div', { class: 'buttons' },
      el('button', { type: 'button', onclick }, say.make), el('button', { type: 'button', class: 'quiet', onclick: enterCode }, say.haveCode))];
  }

  #sections({ keys }) {
    const link = async () => this.#report(await showCode()) && this.draw();
    const recover = async () => this.#report(await showRecovery());
    return [
      el('section', {}, el('h3', {}, say.devices),
        el('ul', { class: 'devices' }, ...keys.map((each) => this.#device(each, keys.length > 1))),
        el('div', { class: 'buttons' }, el('button', { type: 'button', onclick: link }, say.link),
          el('button', { type: 'button', class: 'quiet', onclick: enterCode }, say.haveCode))),
      el('section', {}, el('p', { class: 'note' }, say.recoveryNote),
        el('button', { type: 'button', class: 'quiet spare', onclick: recover }, say.recovery)),
      el('button', { type: 'button', class: 'quiet erase', onclick: () => this.#erase() }, say.erase),
    ];
  }

  #device({ n, created, lastUsed }, removable) {
    const used = moment(lastUsed, { timeStyle: 'short' });
    const onclick = () => this.#removeDevice(n);
    return el('li', {}, el('span', {}, say.used(used), el('small', {}, say.since(moment(created)))),
      removable && el('button', { type: 'button', class: 'quiet', 'aria-label': say.remove(used), onclick }, '×'));
  }

  async #removeDevice(number) {
    const question = { title: say.removeTitle, message: say.removeMessage, buttons: [say.keepIt, say.removeIt] };
    if (await ask(question) !== 1) return;
    const { key } = storedPlayer();
    if (!this.#report(await request('DELETE', `/players/me/keys/${number}`, { token: key }))) return;
    await this.draw();
    if (!storedPlayer()) setText(this.#status, say.removedHere);
  }

  async #erase() {
    const question = { title: say.eraseTitle, message: say.eraseMessage, buttons: [text.cancel, say.eraseIt] };
    if (await ask(question) !== 1) return;
    const { key } = storedPlayer();
    const reply = await request('DELETE', '/players/me', { token: key });
    if (reply.status !== 401 && !this.#report(reply)) return;
    forgetPlayer(key);
    remove('challenges');
    Identity.profile = { name: '', colour: '' };
    this.#end.abort();
  }
}

const moment = (time, more = {}) =>
  new Date(time).toLocaleString(locale, { dateStyle: 'medium', ...more });
