/** The results of a challenge in a table, and the buttons of the challenge. */
import { copyText } from '../page/copy.js';
import { reportFailure } from '../page/announce.js';
import { ask } from '../page/ask.js';
import { el, loadStyle, setText, setVisible } from '../page/dom.js';
import { lazy } from '../page/lazy.js';
import { saveFile } from '../page/save-file.js';
import { text } from '../strings.js';
import { asClock, request } from '../wire/api.js';
import { base } from '../wire/base.js';
import { storedPlayer } from '../wire/player.js';
import { challengeLink, challengePath, fetchChallenge, forgetChallenge } from './known.js';
import { say } from './words.js';

/** Milliseconds between requests for the results while the page is visible. */
const INTERVAL = 20_000;
/** How many results are shown at first, besides the reader's own. */
const FIRST = 8;
const callShare = lazy(() => import('../dialogs/share.js'), { preload: false });

/** Waits for the style sheet of everything in this folder. */
export const loadChallengeStyle = () => loadStyle(new URL('./challenges.css', import.meta.url).href).catch(() => {});

const isOwn = ({ player }) => player === storedPlayer()?.player;

/** The table of a challenge's results, which follows the server while it is in the document and seen. */
export class Results {
  #id;
  #game;
  #onGone;
  #challenge = null;
  #drawn = '';
  #showsAll = false;
  #rows = el('tbody');
  #status = el('p', { class: 'note', role: 'status' });
  #more = el('button', { type: 'button', class: 'quiet', hidden: true, onclick: () => this.#showAll() });
  node = el('section', { class: 'standings' },
    el('table', { tabindex: -1 }, el('caption', {}, say.results),
      el('thead', { class: 'unseen' }, el('tr', {}, ...say.heads.map((head) => el('th', {}, head)))), this.#rows),
    this.#more, this.#status);

  /**
   * @param {string} id the challenge's @param {import('../games/game.js').Game} game its kind of game
   * @param {() => void} onGone called when the challenge has been deleted
   */
  constructor(id, game, onGone) {
    this.#id = id;
    this.#game = game;
    this.#onGone = onGone;
  }

  /** @param {any} challenge as in `GET /challenges/{id}` */
  draw(challenge) {
    const { results, played, mine } = challenge;
    const key = JSON.stringify([results, played, this.#showsAll]);
    if (key === this.#drawn) return;
    this.#challenge = challenge;
    this.#drawn = key;
    const shown = this.#showsAll ? results : results.filter((each, index) => index < FIRST || isOwn(each));
    this.node.classList.toggle('empty', !results.length);
    this.#rows.replaceChildren(...shown.map((each) => this.#row(each)));
    setText(this.#more, say.showAll(results.length));
    setVisible(this.#more, shown.length < results.length);
    const left = played - results.length;
    setText(this.#status, left > 0 ? say.stillPlaying(left) : played ? '' : mine ? say.nobodyYet : say.beFirst);
  }

  #showAll() {
    this.#showsAll = true;
    this.draw(this.#challenge);
    this.node.querySelector('table').focus();
  }

  #row({ rank, player, name, result }) {
    const isMine = isOwn({ player });
    const { solved, score, seconds, guesses, assisted } = result;
    const solve = solved && { score, seconds, guesses, assisted };
    const place = el('span', { class: rank === 1 && solved && 'first' }, solved ? String(rank) : '–');
    return el('tr', { class: isMine && 'mine' }, el('td', {}, place),
      el('td', {}, name, isMine && el('span', { class: 'note' }, text.you)),
      el('td', {}, this.#game.total(score, solve, result) || (solve ? asClock(seconds) : text.end.unsolved)));
  }

  /** Draws the results again whenever the page is seen, until the node is taken out of the document. */
  follow() {
    const look = () => {
      if (!this.node.isConnected) stop();
      else if (!document.hidden) this.#refresh();
    };
    const timer = setInterval(look, INTERVAL);
    const stop = () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('pageshow', look);
    };
    document.addEventListener('visibilitychange', look);
    addEventListener('pageshow', look);
  }

  async #refresh() {
    const { ok, status, data } = await fetchChallenge(this.#id);
    if (ok) this.draw(data);
    else if (status === 404) this.#onGone();
  }
}

/**
 * The buttons that copy and share the link.
 * @param {{id: string, title: string}} challenge @param {{primary?: boolean}} [options] `primary`: the first is filled
 */
export function linkButtons({ id, title }, { primary = true } = {}) {
  const link = challengeLink(id);
  const copy = () => copyText(link, say.copied);
  const share = () => callShare('shareLink', link, title, { heading: say.shareTitle, label: say.linkLabel });
  return [
    el('button', { type: 'button', class: primary && 'primary', onclick: copy }, say.copy),
    el('button', { type: 'button', onclick: share }, say.share),
  ];
}

/** The buttons for the maker alone. @param {string} id @returns {HTMLElement} */
export function makerTools(id) {
  return el('div', { class: 'buttons maker' },
    el('button', { type: 'button', class: 'quiet', onclick: () => saveFile(`${challengePath(id)}/results.csv`, `challenge-${id}.csv`) }, say.download),
    el('button', { type: 'button', class: 'quiet grave', onclick: () => remove(id) }, say.remove));
}

async function remove(id) {
  const buttons = [text.cancel, say.removeIt];
  if (await ask({ title: say.removeTitle, message: say.removeMessage, buttons, grave: true }) !== 1) return;
  const reply = await request('DELETE', challengePath(id), { token: storedPlayer()?.key });
  if (!reply.ok && reply.status !== 404) return reportFailure(reply);
  forgetChallenge(id);
  location.assign(`${base}/`);
}
