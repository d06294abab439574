/** The first page: what can be played here, and what is going on. */
import { loadAll, prefetch } from './games/games.js';
import { askOptions, begin, summary } from './page/begin.js';
import { paint } from './page/colours.js';
import { byId, el, fillTexts, say, show } from './page/dom.js';
import { drawOpen, drawYours, prepareYours } from './page/lists.js';
import { example, picture } from './page/picture.js';
import { keepOffline } from './page/offline.js';
import { editProfile } from './page/profile.js';
import { dayName, drawToday, playToday } from './page/today.js';
import { LANGUAGES, language, speak, text } from './strings.js';
import { Backoff, request } from './wire/api.js';
import { Identity } from './wire/identity.js';
import { askRules, keptRules } from './wire/rules.js';

/** Seconds; shorter than a request may take. */
const WAIT = 12;
const REFRESH = 30000;

/** @type {Map<string, import('./games/game.js').Game>} by name, in the order of their cards */
let games = new Map();
/** What the server said of them when the cards were drawn. */
let drawn = '';
let busy = false;
let refreshed = 0;
/** Of the seats at the house board. */
let colours = new Map();

/** One press, one game: the page stays deaf until it is known that nothing came of it. */
async function once(button, act) {
  if (busy) return;
  busy = true;
  button.setAttribute('aria-busy', 'true');
  busy = Boolean(await act());
  if (!busy) button.removeAttribute('aria-busy');
}

function kindCard(game) {
  const card = el('div', { class: 'card', role: 'group', 'data-game': game.name });
  card.append(byId('kind').content.cloneNode(true));
  const [board, { children: [name, about, chosen] }, set, buttons] = card.children;
  const tell = () => say(chosen, summary(game));
  name.id = `kind-${game.name}`;
  card.setAttribute('aria-labelledby', name.id);
  picture(board, example(game));
  say(name, game.title);
  say(about, game.summary);
  set.setAttribute('aria-label', text.optionsOf(game.title));
  set.addEventListener('click', () => askOptions(game).then(tell));
  for (const way of game.ways) {
    const onclick = ({ currentTarget }) => once(currentTarget, () => begin(game, way));
    buttons.append(el('button', { type: 'button', onclick }, way.label ?? text.play));
  }
  tell();
  return card;
}

function dayCard(game) {
  const onclick = ({ currentTarget }) => once(currentTarget, () => playToday(game));
  return el('button', { class: 'day', type: 'button', value: game.name, onclick });
}

/** Makes the cards of the server's games, unless they stand there already. @param {any[]} rules */
async function drawGames(rules) {
  const key = JSON.stringify(rules);
  if (key === drawn || !rules.length) return;
  drawn = key;
  const all = await loadAll(rules).catch(() => []);
  if (!all.length) drawn = ''; // tried again while the page follows the server
  games = new Map(all.map((game) => [game.name, game]));
  byId('kinds').replaceChildren(...all.map(kindCard));
  byId('days').replaceChildren(...all.filter((game) => game.rules.daily).map(dayCard));
  refresh();
}

function drawMe() {
  const { name, colour } = Identity.profile;
  say(byId('my-name'), name || text.guest);
  paint(byId('me'), colour);
}

function refresh() {
  refreshed = Date.now();
  say(byId('date'), dayName(undefined, { weekday: 'long' }));
  for (const card of byId('days').children) drawToday(card, games.get(card.value));
  drawYours(games);
  drawOpen(games);
}

/** Shows the games of the last visit at once; then what the server says, should that be something else. */
async function beginHome() {
  prefetch();
  const asked = askRules();
  await drawGames(keptRules());
  if (!drawn) await drawGames(await asked);
  document.body.classList.add('ready');
  follow();
  await drawGames(await asked);
}

const looked = () => document.hidden && new Promise((resolve) => {
  document.addEventListener('visibilitychange', resolve, { once: true });
});

const pause = (time) => new Promise((resolve) => {
  setTimeout(resolve, time);
  addEventListener('online', resolve, { once: true });
});

/** Follows the house board while somebody looks; by it the page knows whether the server is there. */
async function follow() {
  const backoff = new Backoff();
  let after = '';
  for (;;) {
    await looked();
    const reply = await request('GET', `/games/lobby/board${after}`);
    const there = reply.ok || reply.status === 304;
    if (there && !drawn) await drawGames(await askRules());
    if (there && (Date.now() - refreshed > REFRESH || !byId('away').hidden)) refresh();
    show(byId('away'), reply.status === 0 || reply.status >= 500);
    if (there) backoff.reset();
    else await pause(backoff.next(reply.retryAfter));
    if (reply.ok) await drawLobby(reply.data);
    if (reply.status !== 304) after = reply.ok ? `?after=${reply.data.sequence}&wait=${WAIT}` : '';
  }
}

async function drawLobby({ cells }) {
  if (cells.some(({ by }) => by && !colours.has(by))) {
    const { data } = await request('GET', '/games/lobby');
    colours = new Map(data?.seats?.map(({ seat, colour }) => [seat, colour]));
  }
  picture(byId('lobby-board'), cells.map((cell) => ({ ...cell, colour: colours.get(cell.by) })));
}

addEventListener('pageshow', ({ persisted }) => {
  busy = false;
  document.querySelectorAll('[aria-busy]').forEach((button) => button.removeAttribute('aria-busy'));
  if (persisted) refresh();
});
document.addEventListener('visibilitychange', () => document.hidden || refresh());
byId('me').addEventListener('click', () => editProfile().then(drawMe));
for (const [lang, name] of Object.entries(LANGUAGES)) {
  const button = { class: 'quiet', type: 'button', lang, onclick: () => speak(lang) };
  if (lang !== language) byId('languages').append(el('button', button, name));
}

fillTexts(document);
if (prepareYours()) byId('new').before(byId('yours'));
drawMe();
beginHome();
keepOffline();
