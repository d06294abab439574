/** The page of a game: creates its parts, connects them and redraws on every change. */
import { loadGame } from './games/games.js';
import { announce, clearToasts, reportFailure } from './page/announce.js';
import { byId, fillTexts, loadStyle, setText, setVisible } from './page/dom.js';
import { LOBBY, gameFromLocation, goToRematch, place } from './page/invite.js';
import { inTurn, lazy, openDialog } from './page/lazy.js';
import { connectionIndicator, drawNotice } from './page/notice.js';
import { registerServiceWorker } from './page/offline.js';
import { drawPlayers } from './page/people.js';
import { GameClient } from './state/game-client.js';
import { text } from './strings.js';
import { settings } from './wire/settings.js';

/** Milliseconds before a failed import is tried again. */
const RETRY_DELAY = 2000;

fillTexts(document);
const client = place.client ?? new GameClient(gameFromLocation());
const drawConnection = connectionIndicator(client);
const finePointer = matchMedia('(pointer: fine)');
/** Set, like `play`, when the modules of the game have loaded. @type {import('./games/game.js').Game|null} */
let game = null;
let play = null;
let loadStarted = false;
let promptDialogs = null;
const parts = {};
let verdictSeen;
let stage = '';
let gone = 0; // or the status that refused the game
let scheduled = false;

const title = () => (gone === 403 ? titleOfSquares() || text.todayTitle
  : gone ? text.goneTitle
  : game && client.state.day && client.state.title?.endsWith(client.state.day) ? game.dayTitle(client.state.day)
  : client.state.title || (client.game === LOBBY ? text.lobby : game?.title ?? ''));

const titleOfSquares = () => game && client.squares
  && (client.squares.day ? game.dayTitle(client.squares.day) : client.squares.title ?? game.title);

/** Whether the game waits for players, or for a start by one of them. */
function isWaiting() {
  const { isPrivate, phase } = client.state;
  return phase === 'waiting' && (isPrivate || game.rules.seats?.minimum > 1) && !place.room?.startsItself;
}

function schedule() {
  if (scheduled) return;
  scheduled = true;
  const run = () => {
    scheduled = false;
    draw();
  };
  // A hidden tab gets no frames, but its title says whose turn it is.
  if (document.hidden) setTimeout(run);
  else requestAnimationFrame(run);
}

function draw() {
  const { state, me, identity } = client;
  if (gone) document.body.dataset.rules = 'none';
  else if (state.sequence !== null) startPlay();
  if (play && !gone) {
    if (state.isUnfinished) enterStage(isWaiting() ? 'room' : 'play');
    else if (!stage) enterStage('end');
    drawPrompts();
    if (state.words.size) drawWords();
    drawPlayers(client, game);
    // With one player the page has the game's hue; with several, colours tell the players apart.
    document.body.classList.toggle('hued', state.seats.size < 2);
    if (state.seats.size > 1) drawReactions();
    if (stage === 'room') drawWaitingRoom();
    else if (!state.isUnfinished) drawEnd();
    play.draw();
    setVisible(byId('join-open'), !me && state.isOpenToJoin);
    // A game for one player needs no list of players and no controls that concern others.
    const isSolo = Boolean(me) && (state.seatLimit === 1 || Boolean(state.day && state.seats.size === 1));
    setVisible(byId('players'), !isSolo);
    setVisible(byId('recolour'), Boolean(me) && state.isUnfinished);
    if ((state.day || state.challenge) && state.seats.size === 1 && me && !place.room) drawAddress();
    setVisible(byId('leave'), Boolean(me) && !me.away && state.isUnfinished && !isSolo && !place.room);
    setVisible(byId('host'), Boolean(identity.hostToken) && !isSolo && state.isUnfinished);
    setVisible(byId('rules'), game.hasSteps);
    setVisible(byId('door'), state.takesPlayers);
    setText(byId('door'), state.seatsClosed ? text.openSeats : text.closeSeats);
    setVisible(byId('again'), place.room ? place.room.mayChoose : Boolean(me) && !state.next && !state.day && !state.challenge);
  }
  setText(byId('title'), title());
  document.title = text.dotted([!gone && play?.task, title(), text.brand]);
  tick();
}

async function startPlay() {
  if (loadStarted) return;
  loadStarted = true;
  const loaded = await loadPart('play', async () => {
    const { state } = client;
    const loadedGame = await loadGame(state.rules);
    if (state.options.lexicon && state.lexicon.unit !== 'letter') await (await import('./page/packs.js')).prepareLexicon(state);
    return [loadedGame, await loadedGame.loadPlay()];
  });
  loadStarted = Boolean(loaded);
  if (!loaded) return setTimeout(schedule, RETRY_DELAY);
  const [loadedGame, GamePlay] = loaded;
  game = loadedGame;
  play = new GamePlay(client);
  play.start();
  document.body.dataset.rules = client.state.rules;
  document.body.dataset.unit = client.state.lexicon.unit ?? '';
  game.paintHue(document.body);
  draw();
}

/** Loads a part of the page once; undefined if that fails, and the next call tries again. */
function loadPart(name, load) {
  parts[name] ??= inTurn(load).catch(() => { delete parts[name]; });
  return parts[name];
}

async function drawPrompts() {
  if (!promptDialogs && !client.state.prompts.length) return;
  const load = () => import('./dialogs/prompts.js').then(({ PromptDialogs }) => new PromptDialogs(client));
  promptDialogs = await loadPart('prompts', load) ?? null;
  promptDialogs?.update();
}

const drawPart = async (name, load) => (await loadPart(name, load))?.draw();

const drawAddress = async () => (await loadPart('address', () => import('./page/address.js')))?.showAddress(client);

const drawWords = () => drawPart('words', async () => {
  const { WordList } = await import('./board/word-list.js');
  return new WordList(client, draw);
});

const drawWaitingRoom = () => drawPart('room', async () => {
  const [{ WaitingRoom }] = await Promise.all([import('./waiting/waiting.js'), game.loadSteps()]);
  return new WaitingRoom(client, game, share);
});

const drawReactions = () => drawPart('reactions', async () => {
  const { Reactions } = await import('./reactions/reactions.js');
  return new Reactions(client);
});

async function drawEnd() {
  const end = await loadPart('end', () => Promise.all([import('./end/results.js'), loadStyle(new URL('../end.css', import.meta.url).href)]));
  const drawn = await end?.[0].drawResults(client, game);
  if (!drawn) return;
  if (stage !== 'end') {
    const from = byId('frame').getBoundingClientRect();
    enterStage('end');
    clearToasts(); // what was wrong before the last letter
    end[0].moveBoard(client, from);
    schedule();
  }
  if (verdictSeen) return;
  verdictSeen = true;
  byId('verdict').focus({ preventScroll: true });
  end[0].celebrateWin(client, game);
}

function startFeedback() {
  const { sound, haptics, notify } = settings();
  const follow = ({ followGame }) => followGame(client, () => play?.task, title) ?? true;
  if (sound || haptics) loadPart('feedback', () => import('./page/feedback.js').then(follow));
  if (notify) loadPart('notifications', () => import('./page/notifications.js').then(follow));
}

const callRules = lazy(() => import('./dialogs/rules.js'), { preload: false });
const callShare = lazy(() => import('./dialogs/share.js'), { preload: false });
const callSettings = lazy(() => import('./settings/sheet.js'), { preload: false });
const share = () => callShare('share', client, title());

function enterStage(next) {
  if (stage === next) return;
  const before = stage;
  document.body.dataset.stage = stage = next;
  // With a mouse the board takes keys at once. On a phone, focus would open the keyboard.
  if (stage === 'play' && finePointer.matches) play.view.focus();
  verdictSeen ??= stage === 'end' && !before; // the game had ended before the page was opened
  document.body.toggleAttribute('data-late', Boolean(verdictSeen));
}

/** Draws what changes with time. */
function tick() {
  drawConnection();
  if (play && !gone) drawPlayers(client, game); // a player may have become absent
  play?.drawTime();
  drawNotice(client, promptDialogs?.noticePrompt, gone);
}

async function showEvent({ event, mine, before }) {
  play?.showEvent(event, mine);
  switch (event.type) {
    case 'cell.changed': return undefined;
    case 'seat.left':
      play?.view.hidePeer(event.seat);
      break;
    case 'prompt.dismissed': return promptDialogs?.announceOutcome(event);
    // Players move on to the rematch; spectators get a notice that offers it.
    case 'rematch.started': if (client.me) goToRematch(client);
  }
  (await loadPart('events', () => import('./dialogs/events.js')))?.announceEvent(event, before, client.state);
}

const door = async () =>
  reportFailure(await client.act(client.state.seatsClosed ? 'open-seats' : 'close-seats', {}, { asHost: true }));
const lock = async () => reportFailure(await client.act(client.state.locked ? 'unlock' : 'lock', {}, { asHost: true }));

/** After a click the focus returns to the board; a button pressed from the keyboard keeps it while it is shown. */
function onPress(id, act) {
  const button = byId(id);
  button.addEventListener('click', async (event) => {
    await act();
    draw();
    if (stage === 'play' && (event.detail > 0 ? finePointer.matches : button.hidden)) play.view.focus();
  });
}

onPress('turn', () => play.caret.toggleDirection());
onPress('undo', () => play.undo());
onPress('keyboard', () => play.switchKeyboard());
onPress('share', share);
onPress('join-open', () => openDialog('join', client));
onPress('settings', async () => {
  await callSettings('openSettings');
  startFeedback();
  schedule();
});
onPress('rules', () => {
  const { day, options } = client.state;
  return callRules('showRules', game, day ? 'daily' : options?.mode, { lexicon: options?.lexicon });
});
onPress('lock', lock);
onPress('door', door);
for (const name of ['clear', 'resign', 'recolour', 'leave', 'close']) onPress(name, () => openDialog(name, client));
onPress('again', async () => {
  if (place.room) place.room.again();
  else reportFailure(await client.act('rematch'));
});

document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  if (target === document.body && stage === 'play' && (key.length === 1 || key.startsWith('Arrow'))) play.entry.takeKey(event);
});

addEventListener('resize', schedule);
client.addEventListener('change', schedule);
client.addEventListener('event', ({ detail }) => showEvent(detail));
client.addEventListener('forgotten', () => announce(text.forgotten));
client.addEventListener('refused', ({ detail: { edit, reply } }) => play?.showRefusal(edit, reply));
client.addEventListener('cursor', ({ detail: { seat, cell } }) => {
  const peer = client.state.seats.get(seat);
  if (!peer || seat === client.identity.seat?.seat) return;
  if (cell == null) play?.view.hidePeer(seat);
  else play?.view.showPeer(peer, cell);
});
client.addEventListener('gone', async ({ detail }) => {
  gone = detail;
  schedule();
  if (!client.squares) return;
  const drawSquares = async () => (await import('./page/squares.js')).drawSquares(client.squares);
  game = await loadPart('squares', drawSquares) ?? null;
  schedule();
});

startFeedback();
setInterval(tick, 500);
draw();
client.start();
registerServiceWorker();
