/** The page: makes the parts, joins them, and draws when something has changed. */
import { announce, explain } from './page/announce.js';
import { ask } from './page/ask.js';
import { showConnection } from './page/connection.js';
import { Consent } from './page/consent.js';
import { byId, fillTexts, say, show } from './page/dom.js';
import { GameClient } from './state/game-client.js';
import { square } from './state/game-state.js';
import { LOBBY, gameOfAddress } from './page/invite.js';
import { join, recolour } from './page/join.js';
import { drawNotice } from './page/notice.js';
import { keepOffline } from './page/offline.js';
import { drawPeople } from './page/people.js';
import { share } from './page/share.js';
import { asClock } from './wire/server-clock.js';
import { SquareGame } from './games/square-game.js';
import { text } from './strings.js';
import { Words } from './board/words.js';
import { Writing } from './board/writing.js';

fillTexts(document);
const client = new GameClient(gameOfAddress());
const drawConnection = showConnection(client);
const writing = new Writing(client, { undo });
const consent = new Consent(client);
const words = new Words(client);
/** @type {SquareGame|null} made when the game turns out to be one */
let squareGame = null;
let gone = false;
let scheduled = false;

const title = () => client.state.title || (client.game === LOBBY ? text.lobby : untitled());
const untitled = () => (client.state.isSquare ? text.wordSquare : text.untitled);

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
  const known = state.sequence !== null && !gone;
  showRules(known);
  consent.update();
  words.draw();
  if (squareGame) squareGame.draw();
  else drawFree(known);
  say(byId('title'), title());
  document.title = `${title()} · ${text.brand}`;
  show(byId('join-open'), known && !me && (state.isSquare ? state.phase === 'waiting' : state.playing));
  show(byId('recolour'), Boolean(me) && state.playing);
  show(byId('leave'), Boolean(me) && !me.away);
  show(byId('lock'), !state.isSquare);
  show(byId('host'), known && Boolean(identity.hostToken) && state.playing && state.phase !== 'waiting');
  drawMoment();
}

/** Only the parts of the rules that are played are shown; before they are known, the house board's alone. */
function showRules(known) {
  const rules = known ? client.state.rules : gone || client.game === LOBBY ? 'free' : '';
  if (document.body.dataset.rules === rules) return;
  document.body.dataset.rules = rules;
  if (client.state.isSquare) squareGame ??= new SquareGame(client, words);
  else focusAtOnce();
}

function drawFree(known) {
  const { state, me, mayWrite } = client;
  writing.draw();
  drawPeople(client);
  show(byId('undo'), Boolean(me) && mayWrite);
  show(byId('clear'), mayWrite);
  say(byId('lock-text'), state.locked ? text.unlock : text.lock);
  byId('frame').classList.toggle('still', !mayWrite);
  // The hint keeps its room, so that nothing moves when the first letter falls.
  byId('hint').classList.toggle('silent', !known || !state.playing || state.locked || !writing.isEmpty);
  say(byId('hint'), mayWrite ? text.hintOpen : text.hintJoin);
}

/** What changes with time alone. */
function drawMoment() {
  drawConnection();
  say(byId('clock'), asClock(client.state.elapsed()));
  squareGame?.drawMoment();
  drawNotice(client, consent.waiting, gone);
}

function tellEvent({ event, mine, before }) {
  const { state } = client;
  const who = state.seats.get(event.by ?? event.seat)?.name ?? text.someone;
  squareGame?.tell(event);
  switch (event.type) {
    case 'cell.changed':
      if (state.isSquare) return;
      if (mine && !event.cause) return;
      writing.view.flash(event.cell);
      if (mine) return;
      announce(event.value ? text.wrote(who, event.value, square(event.cell)) : text.emptied(who, square(event.cell)));
      break;
    case 'seat.taken': return announce(text.joined(event.name));
    case 'seat.left':
      writing.view.hidePeer(event.seat);
      return announce(text.left(before?.name ?? text.someone));
    case 'seat.away': return announce(text.awaySaid(who));
    case 'seat.back': return announce(text.backSaid(who));
    case 'board.locked': return announce(text.lockedSaid);
    case 'board.unlocked': return announce(text.unlockedSaid);
    case 'prompt.dismissed': return consent.dismissed(event);
    case 'game.finished': return announce(text.finishedSaid);
  }
}

async function undo() {
  const unsent = client.outbox.takeBack();
  if (unsent) return writing.caret.select(unsent.cell);
  if (!client.token) return;
  const reply = await client.act('undo');
  explain(reply);
  const changed = reply.ok && reply.data.events?.find(({ type }) => type === 'cell.changed');
  if (changed) writing.caret.select(changed.cell);
}

async function clear() {
  // With company the server asks them; alone, the page asks the writer.
  const alone = client.state.seats.size < 2;
  const question = { title: text.clearTitle, message: text.clearMessage, buttons: [text.keep, text.clear] };
  if (!alone || (await ask(question)) === 1) explain(await client.act('clear'));
}

async function close() {
  const message = client.state.isSquare ? text.closeSquare : text.closeMessage;
  const question = { title: text.closeTitle, message, buttons: [text.cancel, text.close] };
  if ((await ask(question)) === 1) explain(await client.act('close', {}, { asHost: true }));
}

const lock = async () => explain(await client.act(client.state.locked ? 'unlock' : 'lock', {}, { asHost: true }));

/** A pressed button hands the keyboard back to the board; one reached by keyboard keeps it. */
function onPress(id, act) {
  byId(id).addEventListener('click', async (event) => {
    await act();
    if (event.detail > 0 && !client.state.isSquare && matchMedia('(pointer: fine)').matches) writing.view.focus();
  });
}

onPress('turn', () => writing.caret.toggle());
onPress('undo', undo);
onPress('clear', clear);
onPress('share', () => share(client.game, title()));
onPress('join-open', () => join(client));
onPress('recolour', () => recolour(client));
onPress('leave', async () => explain(await client.leave()));
onPress('lock', lock);
onPress('close', close);
onPress('invite', () => share(client.game, title()));

// On a phone the keyboard stays down until a square is touched; elsewhere one may write at once.
function focusAtOnce() {
  if (matchMedia('(pointer: fine)').matches) writing.view.focus();
}

document.addEventListener('keydown', ({ target, key }) => {
  if (squareGame || target !== document.body) return;
  if (key.length === 1 || key.startsWith('Arrow')) writing.view.focus();
});

client.addEventListener('change', schedule);
client.addEventListener('event', ({ detail }) => tellEvent(detail));
client.addEventListener('forgotten', () => announce(text.forgotten));
client.addEventListener('refused', ({ detail: { edit, reply } }) => {
  if (squareGame) return squareGame.refused(edit, reply);
  explain(reply);
  writing.view.flash(edit.cell, 'refused');
});
client.addEventListener('cursor', ({ detail: { seat, cell } }) => {
  const known = client.state.seats.get(seat);
  if (!known || seat === client.identity.seat?.seat) return;
  if (cell == null) writing.view.hidePeer(seat);
  else writing.view.showPeer(known, cell);
});
client.addEventListener('gone', () => {
  gone = true;
  schedule();
});

setInterval(drawMoment, 500);
draw();
client.start();
keepOffline();
