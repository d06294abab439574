/** The sheet behind the reader's name: name and colour, statistics, devices, and erasing the player. */
import { language, text } from '../strings.js';
import { asClock, request } from '../wire/api.js';
import { Identity } from '../wire/identity.js';
import { forgetPlayer, signIn, storedPlayer } from '../wire/player.js';
import { failureText } from '../page/announce.js';
import { ask, askForm } from '../page/ask.js';
import { el, loadStyle, setText } from '../page/dom.js';
import { seatProfile } from '../page/new-game.js';
import { colourField, nameField } from '../page/profile.js';
import { showCode } from './devices.js';
import { say } from './words.js';

const style = loadStyle(new URL('./player.css', import.meta.url).href);

/** @typedef {Map<string, import('../games/game.js').Game>} Games by name */

/** Shows the sheet. @param {Games} games @returns {Promise<void>} when it is closed and everything is saved */
export async function openSheet(games) {
  await style;
  const { name, colour } = Identity.profile;
  const account = new Account(games);
  account.draw();
  const body = [nameField(name), colourField(colour), account.node];
  const form = await askForm({ title: text.profileTitle, body, signal: account.closed });
  if (!form) return;
  Identity.profile = { name: form.get('name').trim(), colour: form.get('colour') };
  if (storedPlayer()) await signIn(Identity.profile);
}

/** What the server keeps for the reader's player. */
class Account {
  #games;
  #end = new AbortController();
  #status = el('p', { class: 'note', role: 'status' });
  #parts = el('div');
  node = el('div', { class: 'account' }, this.#parts, this.#status);
  /** Closes the sheet: there is no such player any more. */
  closed = this.#end.signal;

  /** @param {Games} games */
  constructor(games) {
    this.#games = games;
  }

  async draw() {
    const key = storedPlayer()?.key;
    const reply = key ? await request('GET', '/players/me', { token: key }) : {};
    if (reply.status === 401) forgetPlayer(key);
    else if (key && !reply.ok) return this.#report(reply);
    this.#parts.replaceChildren(...(reply.ok ? this.#sections(reply.data) : this.#offer()));
  }

  #report(reply) {
    const sentence = reply.ok ? '' : reply.status === 0 ? text.noConnection : failureText(reply);
    setText(this.#status, sentence);
    return reply.ok;
  }

  #offer() {
    const onclick = async () => this.#report(await signIn(seatProfile())) && this.draw();
    return [el('p', { class: 'note' }, say.none), el('button', { type: 'button', onclick }, say.make)];
  }

  #sections({ statistics, keys }) {
    const daily = [...this.#games.values()].filter(({ name }) => statistics[name]?.played);
    const results = daily.map((game) => resultsOf(game, statistics[game.name]));
    const link = async () => this.#report(await showCode()) && this.draw();
    return [
      el('section', {}, el('h3', {}, say.statistics),
        ...(results.length ? results : [el('p', { class: 'note' }, say.noStatistics)])),
      el('section', {}, el('h3', {}, say.devices),
        el('ul', { class: 'devices' }, ...keys.map((each) => this.#device(each, keys.length > 1))),
        el('button', { type: 'button', onclick: link }, say.link)),
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
    Identity.profile = { name: '', colour: '' };
    this.#end.abort();
  }
}

const moment = (time, more = {}) =>
  new Date(time).toLocaleString(language === 'en' ? 'en-GB' : language, { dateStyle: 'medium', ...more });

/** The results of one daily game: figures, then how often each number of guesses or stars came up. */
function resultsOf(game, { played, won, streak, best, distribution = {}, times, scores }) {
  const facts = [
    [say.played, played], [say.won, won], [say.streak, streak], [say.longest, best],
    ...(times ? [[say.bestTime, asClock(times.best)], [say.averageTime, asClock(times.average)]] : []),
    ...(scores ? [[say.bestScore, scores.best], [say.averageScore, scores.average]] : []),
  ];
  const most = Math.max(...Object.values(distribution));
  const bars = Object.entries(distribution).map(([result, count]) => {
    const bar = el('span', { class: 'bar', 'aria-hidden': 'true' });
    bar.style.setProperty('--part', count / most);
    return el('li', {}, el('b', {}, result), bar, el('span', {}, `× ${count}`));
  });
  return el('div', { class: 'results' }, el('h4', {}, game.title),
    el('dl', {}, ...facts.map(([name, fact]) => el('div', {}, el('dt', {}, name), el('dd', {}, String(fact))))),
    bars.length && el('ul', { class: 'bars', 'aria-label': say.distribution(game.title) }, ...bars));
}
