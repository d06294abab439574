/** The page of a game: makes the parts, joins them, and draws when something has changed. */
import { Words } from './board/words.js';
import { loadGame } from './games/games.js';
import { announce, explain } from './page/announce.js';
import { byId, el, fillTexts, say, show } from './page/dom.js';
import { LOBBY, gameOfAddress, goOn } from './page/invite.js';
import { later, put } from './page/later.js';
import { drawNotice, showConnection } from './page/notice.js';
import { keepOffline } from './page/offline.js';
import { drawPeople } from './page/people.js';
import { GameClient } from './state/game-client.js';
import { text } from './strings.js';

/** Milliseconds until a part that did not come is asked for again. */
const AGAIN = 2000;

fillTexts(document);
const client = new GameClient(gameOfAddress());
const drawConnection = showConnection(client);
const words = new Words(client);
const fine = matchMedia('(pointer: fine)');
/** What a game needs is loaded with its first snapshot. @type {import('./games/game.js').Game|null} */
let game = null;
/** @type {import('./games/play.js').Play|null} */
let play = null;
let begun = false;
/** @type {import('./page/consent.js').Consent|null} made when the first prompt comes */
let consent = null;
const parts = {};
let seen;
let stage = '';
let gone = false;
let scheduled = false;

const title = () => client.state.title || (client.game === LOBBY ? text.lobby : game?.title ?? '');

function schedule() {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => {
    scheduled = false;
    draw();
  });
}

function draw() {
  const { state, me, identity } = client;
  if (gone) document.body.dataset.rules = 'none';
  else if (state.sequence !== null) begin();
  if (play && !gone) {
    enter(state.playing ? (state.isPrivate && state.phase === 'waiting' ? 'room' : 'play') : 'end');
    drawPrompts();
    words.draw();
    drawPeople(client);
    if (stage === 'room') drawRoom();
    else if (stage === 'end') drawEnd();
    play.draw();
    show(byId('join-open'), !me && state.isOpenToJoin);
    show(byId('recolour'), Boolean(me) && state.playing);
    show(byId('leave'), Boolean(me) && !me.away && state.playing && state.seatLimit > 1);
    show(byId('host'), Boolean(identity.hostToken) && state.playing);
    show(byId('again'), Boolean(me) && !state.next);
  }
  say(byId('title'), title());
  document.title = title() ? `${title()} · ${text.brand}` : text.brand;
  drawMoment();
}

async function begin() {
  if (begun) return;
  begun = true;
  const loaded = await part('play', async () => {
    const found = await loadGame(client.state.rules);
    return [found, await found.loadPlay()];
  });
  begun = Boolean(loaded);
  if (!loaded) return setTimeout(schedule, AGAIN);
  const [found, GamePlay] = loaded;
  game = found;
  play = new GamePlay(client, words);
  play.begin();
  words.onNews = draw;
  document.body.dataset.rules = client.state.rules;
  draw();
}

/** A part that is fetched when it is needed; if it does not come, the next drawing tries again. */
function part(name, load) {
  parts[name] ??= load().catch(() => { delete parts[name]; });
  return parts[name];
}

const style = (href) => new Promise((resolve, reject) => {
  document.head.append(el('link', { rel: 'stylesheet', href, onload: resolve, onerror: reject }));
});

async function drawPrompts() {
  if (!consent && !client.state.prompts.length) return;
  consent = await part('consent', () => import('./page/consent.js').then(({ Consent }) => new Consent(client))) ?? null;
  consent?.update();
}

async function drawRoom() {
  (await part('room', () => import('./page/waiting.js').then(({ Room }) => new Room(client, game))))?.draw();
}

async function drawEnd() {
  const end = await part('end', () => Promise.all([import('./end/results.js'), style('/end.css')]));
  const drawn = await end?.[0].drawResults(client, game);
  if (seen || !drawn) return;
  seen = true;
  byId('verdict').focus();
}

const hand = later(() => import('./page/share.js'), { soon: false });
const share = () => hand('share', client.game, title());

/** From the waiting room to the board to the end. @param {'room'|'play'|'end'} next */
function enter(next) {
  if (stage === next) return;
  const before = stage;
  document.body.dataset.stage = stage = next;
  // On a phone the keyboard stays down until a square is touched; elsewhere one may write at once.
  if (stage === 'play' && fine.matches) play.view.focus();
  seen ??= stage === 'end' && !before; // what was over before is not news
}

/** What changes with time alone. */
function drawMoment() {
  drawConnection();
  play?.drawMoment();
  drawNotice(client, consent?.waiting, gone);
}

function tellEvent({ event, mine, before }) {
  const who = client.state.seats.get(event.by ?? event.seat)?.name ?? text.someone;
  play?.tell(event, mine);
  switch (event.type) {
    case 'seat.taken': return announce(text.joined(event.name));
    case 'seat.left':
      play?.view.hidePeer(event.seat);
      return announce(text.left(before?.name ?? text.someone));
    case 'seat.away': return announce((client.state.round ? text.awaySaid : text.left)(who));
    case 'seat.back': return announce(text.backSaid(who));
    case 'board.locked': return announce(text.lockedSaid);
    case 'board.unlocked': return announce(text.unlockedSaid);
    case 'prompt.dismissed': return consent?.dismissed(event);
    case 'game.finished': return announce(text.finishedSaid);
    // Who has a seat stays in company; the others are asked by the notice.
    case 'rematch.started': if (client.me) goOn(client);
  }
}

const lock = async () => explain(await client.act(client.state.locked ? 'unlock' : 'lock', {}, { asHost: true }));

/** A pressed button hands the keyboard back to the board; one reached by keyboard keeps it. */
function onPress(id, act) {
  byId(id).addEventListener('click', async (event) => {
    await act();
    if (event.detail > 0 && fine.matches && stage === 'play') play.view.focus();
  });
}

onPress('turn', () => play.caret.toggle());
onPress('undo', () => play.undo());
onPress('keyboard', () => play.switchKeyboard());
onPress('share', share);
onPress('invite', share);
onPress('join-open', () => put('join', client));
onPress('lock', lock);
for (const name of ['clear', 'resign', 'recolour', 'leave', 'close']) onPress(name, () => put(name, client));
onPress('again', async () => explain(await client.act('rematch')));

document.addEventListener('keydown', ({ target, key }) => {
  if (target === document.body && stage === 'play' && (key.length === 1 || key.startsWith('Arrow'))) play.view.focus();
});

addEventListener('resize', schedule);
client.addEventListener('change', schedule);
client.addEventListener('event', ({ detail }) => tellEvent(detail));
client.addEventListener('forgotten', () => announce(text.forgotten));
client.addEventListener('refused', ({ detail: { edit, reply } }) => play?.refused(edit, reply));
client.addEventListener('cursor', ({ detail: { seat, cell } }) => {
  const known = client.state.seats.get(seat);
  if (!known || seat === client.identity.seat?.seat) return;
  if (cell == null) play?.view.hidePeer(seat);
  else play?.view.showPeer(known, cell);
});
client.addEventListener('gone', () => {
  gone = true;
  schedule();
});

setInterval(drawMoment, 500);
draw();
client.start();
keepOffline();
