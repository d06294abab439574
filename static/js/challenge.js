/** `/c/{id}`: who challenges the reader to what, then the reader's own game of it; for the maker, the results. */
import {
  challengePath, fetchChallenge, forgetChallenge, knownChallenges, rememberChallenge,
} from './challenges/known.js';
import { Results, linkButtons, makerTools } from './challenges/results.js';
import { say } from './challenges/words.js';
import { loadGame, preload } from './games/games.js';
import { failureText, toast } from './page/announce.js';
import { byId, el, pressWhenOnline } from './page/dom.js';
import { gameOfEntry } from './page/address.js';
import { loadGamePage, showGamePage } from './page/game-page.js';
import { place } from './page/invite.js';
import { saveSeat, seatProfile, startGame } from './page/new-game.js';
import { registerServiceWorker } from './page/offline.js';
import { drawPicture, exampleCells } from './page/picture.js';
import { language, text } from './strings.js';
import { request } from './wire/api.js';
import { base } from './wire/base.js';
import { GameCache } from './wire/game-cache.js';
import { sendAsPlayer, storedPlayer } from './wire/player.js';
import { read, write } from './wire/storage.js';

/** @typedef {import('./games/game.js').Game} Game */

const [, encoded = ''] = /^\/c\/([^/]+)/.exec(location.pathname.slice(base.length)) ?? [];
const id = decodeURIComponent(encoded);
const main = document.querySelector('main');
let isShown = false;

const loadPage = (game) => loadGamePage(game).catch(() => null);

/** Shows the reader's game in this page. @param {string} game @param {Promise<Document|null>} page */
async function show(game, page = loadPage()) {
  const loaded = await page;
  if (!loaded) return fail(text.noConnection);
  isShown = true;
  place.game = game;
  history.replaceState({ ...history.state, game, challenge: id }, '');
  showGamePage(loaded);
  return import('./game.js').catch(() => toast(text.noConnection));
}

/** Shows nodes in place of everything else. @param {string} title the document's */
function draw(title, ...nodes) {
  document.title = text.dotted([title, text.brand]);
  main.replaceChildren(...nodes.filter(Boolean));
}

const heading = (title) => el('h1', { tabindex: -1 }, title);
const wayHome = () => el('p', {}, el('a', { href: `${base}/` }, text.home));

function fail(sentence) {
  const again = el('button', { class: 'primary', type: 'button', onclick: open }, say.tryAgain);
  pressWhenOnline(again);
  draw(say.notOpened, el('div', { class: 'refusal' },
    heading(say.notOpened), el('p', { role: 'status' }, sentence), el('p', {}, again), wayHome()));
}

function drawGone() {
  forgetChallenge(id);
  const title = heading(say.goneTitle);
  draw(say.goneTitle, el('div', { class: 'refusal' }, title, el('p', { role: 'status' }, say.gone), wayHome()));
}

async function open() {
  const shown = gameOfEntry();
  if (shown) return show(shown);
  const reply = await fetchChallenge(id);
  if (reply.status === 404) return drawGone();
  // Without a connection the game goes on with what this browser has kept.
  const kept = knownChallenges().find((each) => each.id === id)?.game;
  if (reply.status === 0 && kept) return show(kept);
  if (!reply.ok) return fail(failureText(reply));
  const { own, rules } = reply.data;
  if (own && read(`seat:${own}`)) return show(own);
  if (own) return play(reply.data);
  const isKnown = read('known')?.includes(rules);
  if (!isKnown) preload(rules, `rules/${language}.js`);
  const game = await loadGame(rules).catch(() => null);
  if (!game) return fail(text.noConnection);
  if (!isKnown) await game.loadSteps();
  return drawChallenge(reply.data, game, !isKnown && game.hasSteps);
}

/** Opens the reader's own game, and makes it if there is none. @param {any} challenge as in `GET /challenges/{id}` */
async function play(challenge) {
  const page = loadPage(loadGame(challenge.rules));
  const reply = await sendAsPlayer(seatProfile(), (token) => request('POST', challengePath(id), { body: {}, token }));
  if (reply.status === 404) return drawGone();
  if (!reply.ok) return fail(failureText(reply));
  const { id: game, state, privateBoards, seats: [seated] } = reply.data;
  const { key } = storedPlayer();
  saveSeat(game, { ...seated, token: key });
  GameCache.saveBegun(reply.data);
  rememberChallenge(challenge, game);
  if (privateBoards && state === 'waiting') await startGame(game, key);
  return show(game, page);
}

/** Adds the maker's statistics after the results. @param {Game} game @param {HTMLElement} results */
async function drawNumbers(game, results) {
  const module = await import('./challenges/statistics.js').catch(() => null);
  const numbers = await module?.statisticsOf(id, game);
  if (numbers && results.isConnected) results.after(numbers);
}

/** The invitation, or the maker's own challenge. @param {any} challenge @param {Game} game @param {boolean} isNew */
function drawChallenge(challenge, game, isNew) {
  const { from, title, played, mine, makerKnows } = challenge;
  if (mine) rememberChallenge(challenge);
  const sentence = mine ? say.yours(game.task) : say.from(from?.name ?? text.someone, game.task);
  const picture = el('div', { class: 'pic' });
  drawPicture(picture, exampleCells(game));
  const results = mine ? new Results(id, game, drawGone) : null;
  const mayPlay = !mine || !makerKnows;
  const onclick = ({ currentTarget: button }) => {
    if (button.hasAttribute('aria-busy')) return;
    button.setAttribute('aria-busy', 'true');
    if (isNew) write('known', [...read('known') ?? [], game.name]);
    play(challenge);
  };
  const card = el('section', { class: 'invitation' },
    el('div', { class: 'band', 'aria-hidden': 'true' }, picture),
    el('div', { class: 'about' }, heading(sentence),
      title !== game.rules.title && el('p', { class: 'called' }, say.called(title)),
      !mine && el('p', { class: 'note' }, game.summary),
      mayPlay && el('button', { class: 'primary play', type: 'button', onclick }, text.play),
      mine && el('div', { class: 'buttons' }, ...linkButtons(challenge, { primary: !mayPlay })),
      !mine && el('p', { class: 'note' }, played ? say.played(played) : say.beFirst)));
  game.paintHue(main);
  const steps = mayPlay && isNew && el('section', {}, el('h2', {}, text.howTitle),
    el('ol', { class: 'steps' }, ...game.stepsOf('daily').map((step) => el('li', {}, step))));
  draw(sentence, card, steps, results?.node, mine && makerTools(id));
  results?.draw(challenge);
  results?.follow();
  if (mine && challenge.results.length) drawNumbers(game, results.node);
}

byId('state').textContent = say.opening;
addEventListener('pageshow', ({ persisted }) => persisted && !isShown && open());
open();
registerServiceWorker();
