/** `/r/{name}`: a room with its current game. `?tv` shows it on a big screen. */
import { toast } from './page/announce.js';
import { byId, el, setText, setVisible } from './page/dom.js';
import { loadGamePage, showGamePage } from './page/game-page.js';
import { place } from './page/invite.js';
import { inTurn } from './page/lazy.js';
import { registerServiceWorker } from './page/offline.js';
import { RoomClient } from './room/room-client.js';
import { text } from './strings.js';
import { base } from './wire/base.js';
import { read, remove, write } from './wire/storage.js';

/** Milliseconds before a part that could not be loaded is tried again. */
const RETRY_DELAY = 2000;
/** Milliseconds between checks whether the game is drawn. */
const DRAWING = 200;

const [, encoded = ''] = /^\/r\/([^/]+)/.exec(location.pathname.slice(base.length)) ?? [];
const name = decodeURIComponent(encoded);
const isScreen = new URLSearchParams(location.search).has('tv');
const client = new RoomClient(name, { spectator: isScreen });
/** The id of the game whose page is shown. */
let shown = null;
/** @type {import('./room/panel.js').Panel|null} */
let panel = null;
/** Loaded for the first question. @type {typeof import('./room/prompts.js')|null} */
let prompts = null;
/** Keys of this tab: whether a guest watches, and the game that this page has followed to. */
const WATCHES = `watches:${name}`;
const FOLLOWED = 'followed';

place.link = `${location.origin}${base}/r/${encoded}`;
place.room = {
  get mayChoose() {
    return client.mayChoose;
  },
  get startsItself() {
    return Boolean(client.room?.game?.begins);
  },
  again: async () => (await import('./room/next-game.js')).begin(client, { again: true }),
};

/** The game that this page shows: members see it at once, others if they want to watch. */
const gameToShow = () => {
  const watches = client.me || read(WATCHES, { session: true });
  return watches ? client.room.game?.id ?? null : null;
};

async function update() {
  const { room, me } = client;
  if (!room) return drawOffline();
  const id = gameToShow();
  if (shown && id !== shown) return follow(id);
  drawButton();
  if (id && room.game.begins) drawCountdown();
  if (id && !shown) return showGame(id);
  if (!shown) {
    document.title = `${room.title} · ${text.brand}`;
    await openPanel();
  }
  panel?.draw();
  if (shown && client.room.game?.state === 'finished') drawChooser();
  if (me && (room.prompts.length || prompts)) {
    prompts ??= await inTurn(() => import('./room/prompts.js'));
    prompts.update(client);
  }
}

/** What stands in place of a room that this browser has not seen; the stream keeps trying. */
function drawOffline() {
  if (client.stream.connection !== 'offline') return;
  document.querySelector('main').replaceChildren(el('div', { class: 'refusal' }, el('h1', {}, text.offline),
    el('p', { role: 'status' }, text.opensLater), el('p', {}, el('a', { href: `${base}/` }, text.home))));
}

const drawCountdown = () => inTurn(() => import('./room/countdown.js'))
  .then(({ countDown }) => countDown(() => client.room.game, focusBoard), () => {});

/** Unless the reader has gone elsewhere with the keyboard while the page counted. */
function focusBoard() {
  if (document.activeElement === document.body) document.getElementById('letters')?.focus();
}

const drawChooser = () => inTurn(() => import('./room/chooser.js')).then((chooser) => chooser.draw(client), () => {});

/** Shows the next game. The modules of a game's page serve one game, so the page is loaded again. */
function follow(id) {
  write(FOLLOWED, id, { session: true });
  location.reload();
}

function watch() {
  write(WATCHES, true, { session: true });
  update();
}

function drawButton() {
  const { title, members } = client.room;
  const count = members.filter(({ present }) => present).length;
  setText(byId('room-name'), title);
  setText(byId('room-count'), String(count));
  setText(byId('room-count-said'), text.playersCount(count));
  setVisible(byId('room-button'), Boolean(shown));
}

async function loadPanel() {
  const { Panel, style } = await inTurn(() => import('./room/panel.js'));
  await style;
  return Panel;
}

/** Shows the room: below a game, else in place of one. */
async function openPanel() {
  if (panel) return panel;
  const Panel = await loadPanel().catch(() => toast(text.noConnection));
  if (!Panel || panel) return panel;
  panel = new Panel(client, shown ? { level: 2 } : { level: 1, watch });
  const main = document.querySelector('main');
  if (shown) main.after(panel.node);
  else main.replaceChildren(panel.node);
  panel.draw();
  return panel;
}

/** Shows the page of a game, taken from the game's own document. */
async function showGame(id) {
  shown = id;
  panel = null;
  const loaded = await Promise.all([loadGamePage(), import('./room/room-game.js')]).catch(() => null);
  if (!loaded) {
    shown = null;
    return setTimeout(update, RETRY_DELAY);
  }
  const [page, { openGame }] = loaded;
  const becomeMember = async () => (await import('./room/members.js')).join(client);
  page.getElementById('again').dataset.t = 'sameAgain';
  page.getElementById('again').after(el('button', {
    id: 'next-game', type: 'button', hidden: true, onclick: async () => (await openPanel())?.showNext(),
  }, text.nextGame));
  page.getElementById('again').parentNode.after(el('p', { id: 'who-chooses', class: 'note', hidden: true }));
  showGamePage(page);
  document.body.dataset.room = name;
  Object.assign(place, { game: id, client: openGame(client, id, becomeMember) });
  await import('./game.js').catch(() => toast(text.noConnection));
  if (read(FOLLOWED, { session: true }) === id && !place.room.startsItself) toast(text.nextRound);
  remove(FOLLOWED, { session: true });
  update();
  showPanelWhenNear();
}

/** Most readers of a game never scroll to the room, so that it is loaded when its place comes near. */
function showPanelWhenNear() {
  const mark = el('div');
  document.querySelector('main').after(mark);
  const observer = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    if (!document.body.dataset.rules) return setTimeout(lookAgain, DRAWING);
    observer.disconnect();
    mark.remove();
    openPanel();
  }, { rootMargin: '100px' });
  const lookAgain = () => {
    observer.unobserve(mark);
    observer.observe(mark);
  };
  lookAgain();
}

if (isScreen) {
  const { Screen } = await import('./room/screen.js');
  new Screen(client, place.link).start();
} else {
  client.addEventListener('left', ({ detail: name }) => inTurn(() => import('./room/words.js'))
    .then(({ say }) => toast(say.leftRoom(name)), () => {}));
  byId('room-button').addEventListener('click', async () => (await openPanel())?.show());
  client.addEventListener('change', update);
  registerServiceWorker();
}
client.addEventListener('gone', async () => shown || (await import('./room/gone.js')).show());
client.start();
