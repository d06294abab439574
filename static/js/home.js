/** The home page: today's games, new games, the lobby, and lists of games. */
import { loadAll, prefetch } from './games/games.js';
import { drawOpenGames, drawOwnGames, reserveOwnGames } from './home/lists.js';
import { drawKnownRooms, drawRooms } from './home/rooms.js';
import { say } from './home/words.js';
import { createGame, optionsSummary, savedOptions, seatProfile } from './page/new-game.js';
import { toast } from './page/announce.js';
import { paint } from './page/colours.js';
import { byId, el, fillTexts, setText, setVisible } from './page/dom.js';
import { inTurn, lazy } from './page/lazy.js';
import { drawPicture, exampleCells } from './page/picture.js';
import { registerServiceWorker } from './page/offline.js';
import { dailyPath, dayName, defaultLexicon, nextDaily, packFor } from './page/day.js';
import { dailyOf, drawToday } from './page/today.js';
import { LANGUAGES, language, setLanguage, text } from './strings.js';
import { Backoff, request } from './wire/api.js';
import { base } from './wire/base.js';
import { fetchPlayer, storedPlayer } from './wire/player.js';
import { cachedRules, fetchRules } from './wire/rules.js';
import { read } from './wire/storage.js';

/** Seconds of a long poll; shorter than the timeout of a request. */
const POLL_WAIT = 12;
const REFRESH_INTERVAL = 30000;

/** @type {Map<string, import('./games/game.js').Game>} by name, in the order of their cards */
let games = new Map();
/** The rules, as JSON, for which cards are drawn. */
let drawnRules = '';
let busy = false;
let refreshedAt = 0;
/** The puzzle of a link that somebody has shared. */
const sharedPuzzle = new URLSearchParams(location.search).get('puzzle');
/** Colours of the lobby's seats. */
let lobbyColours = new Map();

const callOptions = lazy(() => import('./dialogs/options.js'));
/**
 * Shows the rules of a game that is new to the reader.
 * @param {string} [kind] `daily`, or the game's mode @returns {Promise<boolean>} whether to begin it
 */
async function introduce(game, kind) {
  if (!game.hasSteps || read('known')?.includes(game.name)) return true;
  const dialog = await inTurn(() => import('./dialogs/rules.js')).catch(() => null);
  return dialog?.introduce(game, kind) ?? true;
}

const makeChallenge = lazy(() => import('./challenges/make.js'), { preload: false });

const MAX_CHALLENGES = 6;

/** Reserves space for the list of challenges, if the reader has made any. */
function reserveChallenges() {
  const { length = 0 } = read('challenges') ?? [];
  byId('challenge-list').style.setProperty('--rows', Math.min(length, MAX_CHALLENGES));
  setVisible(byId('challenges'), length);
  if (length) byId('new').before(byId('challenges'));
}

async function drawChallenges() {
  if (!read('challenges')) return;
  const list = await inTurn(() => import('./home/challenges.js')).catch(() => null);
  list?.drawChallenges(games, MAX_CHALLENGES);
}

const makeRoom = lazy(() => import('./room/make.js'), { preload: false });
const joinByCode = lazy(() => import('./room/join-code.js'), { preload: false });

/** Ignores presses while an action runs, and for good once `act` returns true: the page is then being left. */
async function runAction(button, act) {
  if (busy) return;
  busy = true;
  button.setAttribute('aria-busy', 'true');
  busy = Boolean(await act());
  if (!busy) button.removeAttribute('aria-busy');
}

function gameCard(game) {
  const card = el('div', { class: 'card', role: 'group', 'data-game': game.name });
  card.append(byId('kind').content.cloneNode(true));
  const [{ firstChild: board }, { children: [name, about, chosen] }, set, buttons] = card.children;
  game.paintHue(card);
  const drawSummary = () => setText(chosen, optionsSummary(game));
  name.id = `kind-${game.name}`;
  card.setAttribute('aria-labelledby', name.id);
  drawPicture(board, exampleCells(game));
  setText(name, game.title);
  setText(about, game.summary);
  set.setAttribute('aria-label', text.optionsOf(game.title));
  set.addEventListener('click', () => callOptions('editOptions', game).then(drawSummary));
  for (const startButton of game.startButtons) {
    const start = async () => {
      const { mode } = { ...game.optionsFor(savedOptions(game)), ...startButton.options };
      return await introduce(game, mode) && createGame(game, startButton);
    };
    const onclick = ({ currentTarget }) => runAction(currentTarget, start);
    buttons.append(el('button', { type: 'button', onclick }, startButton.label ?? text.play));
  }
  drawSummary();
  return card;
}

/** The document has these links, without pictures, for readers whose modules are still on their way. */
function dailyCard(game) {
  const card = el('a', { class: 'day', href: dailyPath(dailyOf(game)), 'data-daily': game.name });
  game.paintHue(card);
  return card;
}

/** Draws a card for each of the server's games, if the rules have changed. @param {any[]} rules */
async function drawGames(rules) {
  const key = JSON.stringify([rules, read('packs')?.list]);
  if (key === drawnRules || !rules.length) return;
  drawnRules = key;
  const all = await loadAll(rules).catch(() => []);
  if (!all.length) drawnRules = ''; // followLobby tries again
  games = new Map(all.map((game) => [game.name, game]));
  const shared = sharedPuzzle && all.length && await inTurn(() => import('./home/puzzle.js')).catch(() => null);
  const withPuzzle = await shared?.takePuzzle(all, sharedPuzzle);
  byId('kinds').replaceChildren(...all.map(gameCard));
  if (withPuzzle) shared.showCard(withPuzzle);
  setVisible(byId('challenge'), all.some(({ rules: { daily }, ownWords }) => daily && ownWords));
  const daily = all.filter((game) => game.rules.daily);
  setVisible(byId('today'), daily.length || !all.length);
  byId('days').replaceChildren(...daily.map(dailyCard));
  setText(byId('pitch'), (daily.some((game) => packFor(game.rules)) && say.ownPitch) || say.pitch);
  refresh();
}

function drawProfile() {
  const { name, colour } = seatProfile();
  setText(byId('my-name'), name);
  paint(byId('me'), colour);
}

function refresh() {
  refreshedAt = Date.now();
  const player = fetchPlayer();
  const statistics = async () => (await player).statistics;
  const cards = [...byId('days').children];
  Promise.all(cards.map((card) => drawToday(card, games.get(card.dataset.daily), statistics))).then(() => drawProgress(cards));
  drawOwnGames(games);
  drawChallenges();
  drawOpenGames(games);
  drawRooms(player);
}

/** Says how much of today is done, and marks the next game: one that has been begun, or else the shortest. */
function drawProgress(cards) {
  const left = cards.filter((card) => !card.classList.contains('done'));
  const cardOf = ({ name }) => left.find(({ dataset }) => dataset.daily === name);
  const next = nextDaily(left.map(({ dataset }) => games.get(dataset.daily)), (game) => cardOf(game).classList.contains('begun'));
  for (const card of cards) card.classList.toggle('next', card.dataset.daily === next?.name);
  const done = cards.length - left.length;
  setText(byId('today-title'), text.dotted([text.todayTitle, done > 0 && text.outOf(done, cards.length)]));
  setText(byId('date'), done > 0 && !left.length ? say.newAtMidnight : dayName(undefined, { weekday: 'short' }));
}

/** Draws the games cached by the last visit at once, then those of the server if they differ. */
async function start() {
  prefetch();
  const fetched = fetchRules();
  await drawGames(cachedRules());
  if (!drawnRules) await drawGames(await fetched);
  document.body.classList.add('ready');
  followLobby();
  await drawGames(await fetched);
  await takePacks(await fetched);
  if (location.hash !== '#challenge' || byId('challenge').hidden) return;
  history.replaceState(history.state, '', `${base}/`); // a reload does not ask again
  byId('challenge').click();
}

/** Draws the games anew if the server has them in the language of the page. */
async function takePacks(rules) {
  if (!rules.some((each) => (defaultLexicon(each) ?? language) !== language)) return;
  const packs = await inTurn(() => import('./page/packs.js')).catch(() => null);
  if (await packs?.fetchPacks()) await drawGames(rules);
}

const whenVisible = () => document.hidden && new Promise((resolve) => {
  document.addEventListener('visibilitychange', resolve, { once: true });
});

const delayOrOnline = (time) => new Promise((resolve) => {
  setTimeout(resolve, time);
  addEventListener('online', resolve, { once: true });
});

/** Long-polls the lobby while the page is visible, which also tells whether the server can be reached. */
async function followLobby() {
  const backoff = new Backoff();
  let after = '';
  for (;;) {
    await whenVisible();
    const reply = await request('GET', `/games/lobby/board${after}`);
    const reachable = reply.ok || reply.status === 304;
    if (reachable && !drawnRules) await drawGames(await fetchRules());
    if (reachable && (Date.now() - refreshedAt > REFRESH_INTERVAL || !byId('away').hidden)) refresh();
    setVisible(byId('away'), reply.status === 0 || reply.status >= 500);
    if (reachable) backoff.reset();
    else await delayOrOnline(backoff.next(reply.retryAfter));
    if (reply.ok) await drawLobby(reply.data);
    if (reply.status !== 304) after = reply.ok ? `?after=${reply.data.sequence}&wait=${POLL_WAIT}` : '';
  }
}

async function drawLobby({ cells }) {
  if (cells.some(({ by }) => by && !lobbyColours.has(by))) {
    const { data } = await request('GET', '/games/lobby');
    lobbyColours = new Map(data?.seats?.map(({ seat, colour }) => [seat, colour]));
  }
  drawPicture(byId('lobby-board'), cells.map((cell) => ({ ...cell, colour: lobbyColours.get(cell.by) })));
}

/** Offers a code for another device to somebody with a player. */
async function linkDevices() {
  if (!storedPlayer()) return;
  const { greet, offerCode } = await inTurn(() => import('./player/devices.js'));
  greet();
  offerCode(byId('streaks'));
}

async function openSettings() {
  const { openSettings: open } = await inTurn(() => import('./settings/sheet.js'));
  await open();
  drawProfile();
  refresh();
}

async function openStatistics() {
  const { openStatistics: open } = await inTurn(() => import('./player/statistics.js'));
  await open([...games.values()].filter((game) => game.rules.daily));
}

addEventListener('pageshow', ({ persisted }) => {
  busy = false;
  document.querySelectorAll('[aria-busy]').forEach((button) => button.removeAttribute('aria-busy'));
  if (persisted) refresh();
});
document.addEventListener('visibilitychange', () => document.hidden || refresh());
byId('make-room').addEventListener('click', ({ currentTarget: button }) => (
  runAction(button, () => makeRoom('makeRoom'))));
byId('join-code').addEventListener('submit', (event) => {
  event.preventDefault(); // form-action is 'none': forms are never sent
  runAction(byId('join-code').querySelector('button'), () => joinByCode('joinByCode', byId('room-code'), byId('code-error')));
});
byId('challenge').addEventListener('click', ({ currentTarget: button }) => (
  runAction(button, async () => { await makeChallenge('makeChallenge', [...games.values()], drawChallenges); })));
for (const [id, open] of [['me', openSettings], ['statistics', openStatistics]]) {
  byId(id).addEventListener('click', () => open().catch(() => toast(text.noConnection)));
}
for (const [lang, name] of Object.entries(LANGUAGES)) {
  const button = { class: 'quiet', type: 'button', lang, onclick: () => setLanguage(lang) };
  if (lang !== language) byId('languages').append(el('button', button, name));
}

fillTexts(document, { ...text, ...say });
setText(byId('pitch'), say.pitch);
if (drawKnownRooms()) byId('new').before(byId('rooms'));
reserveChallenges();
if (reserveOwnGames()) byId('new').before(byId('yours'));
drawProfile();
start();
linkDevices();
registerServiceWorker();
