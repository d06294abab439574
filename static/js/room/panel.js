/** The room beside its game: who is here, the next game, standings and past games. */
import { text } from '../strings.js';
import { paint } from '../page/colours.js';
import { byId, el, loadStyle, setText, setVisible } from '../page/dom.js';
import { loadAll } from '../games/games.js';
import { inTurn, lazy } from '../page/lazy.js';
import { place } from '../page/invite.js';
import { secondsUntil } from '../wire/api.js';
import { fetchRules } from '../wire/rules.js';
import { pastGames, standings } from './history.js';
import { nameOfRemoved } from './outcome.js';
import { say } from './words.js';

const RETRY_DELAY = 2000;
/** More members than this are a list that scrolls. */
const CROWD = 12;
/** Resolves when the panel can be shown. */
export const style = loadStyle(new URL('./panel.css', import.meta.url).href);
const callMembers = lazy(() => import('./members.js'));
const callHost = lazy(() => import('./host.js'), { preload: false });
const callShare = lazy(() => import('../dialogs/share.js'), { preload: false });

export class Panel {
  #client;
  /** @type {Map<string, import('../games/game.js').Game>} by name; empty until they have loaded */
  #games = new Map();
  #drawn = {};
  #heading;
  /** Makes the heading of a part. @type {(title: string) => HTMLElement} */
  #part;
  #about = el('p', { class: 'note' });
  #welcome = el('p');
  #guest = el('div', { class: 'guest' }, this.#welcome);
  #alone = el('p', { class: 'note' }, say.alone);
  #count = el('span', { class: 'note' });
  #people = el('ul', { class: 'members', tabindex: -1, 'aria-label': say.members });
  #watching = el('p', { class: 'note' });
  #removed = el('ul', { class: 'removed' });
  #state = el('p', { class: 'note' });
  #kinds = el('div');
  #next = el('section', { class: 'next' });
  #history = el('div', { class: 'history' });
  /** @type {import('./days.js').Days|null} */
  #days = null;
  #loadingDays = null;
  #join = el('button', { type: 'button', class: 'primary', onclick: () => callMembers('join', this.#client) }, say.join);
  #lock = el('button', {
    type: 'button', class: 'quiet',
    onclick: () => callMembers('setLocked', this.#client, !this.#client.room.locked),
  });
  #tools = el('div', { class: 'buttons' },
    el('button', { type: 'button', onclick: () => callHost('showCode', this.#client) }, say.showCode),
    el('button', { type: 'button', onclick: () => callHost('editSettings', this.#client) }, say.settings));
  #save = el('button', {
    type: 'button', class: 'quiet', onclick: () => callHost('saveResults', this.#client),
  }, say.download);
  #leave = el('button', {
    type: 'button', class: 'quiet', onclick: () => callMembers('leave', this.#client),
  }, say.leave);
  /** Only beside a game. @type {HTMLDialogElement|null} */
  #dialog = null;
  node;

  /**
   * @param {import('./room-client.js').RoomClient} client
   * @param {{level: 1|2, watch?: () => void}} options `level`: of the heading; `watch`: shows a guest the game
   */
  constructor(client, { level, watch }) {
    this.#client = client;
    this.#heading = el(`h${level}`, { id: 'room-title', tabindex: -1 });
    this.#part = (title) => el(`h${level + 1}`, { class: 'part', tabindex: -1 }, title);
    this.#next.append(this.#part(text.nextGame), this.#state, this.#kinds);
    const share = () => callShare('shareLink', place.link, client.room.title, { label: say.linkLabel });
    this.#guest.append(el('div', { class: 'buttons' }, this.#join,
      watch && el('button', { type: 'button', id: 'watch', onclick: watch }, say.watch)));
    const members = this.#part(say.members);
    members.append(' ', this.#count);
    this.node = el('section', { id: 'room-panel', 'aria-labelledby': 'room-title' },
      el('div', { class: 'top' }, el('div', { class: 'heading' }, el('div', {}, this.#heading, this.#about),
        el('button', { type: 'button', id: 'share-room', onclick: share }, say.invite)), this.#tools, this.#guest),
      el(level > 1 ? 'details' : 'section', { class: 'here' }, el(level > 1 ? 'summary' : 'div', {}, members),
        this.#watching, this.#people, this.#alone, this.#removed),
      this.#next, this.#history, el('div', { class: 'more' },
        el('a', { href: `${place.link}?tv`, target: '_blank' }, say.bigScreen), this.#save, this.#lock, this.#leave));
    if (level > 1) this.#makeDialog();
    const timer = setInterval(() => (this.node.isConnected ? this.#drawState() : clearInterval(timer)), 500);
  }

  /** A dialog for the choice of the next game, which stands in the panel while it is closed. */
  #makeDialog() {
    const close = () => this.#dialog.close();
    this.#dialog = el('dialog', { id: 'next-dialog', 'aria-label': text.nextGame },
      el('div', { class: 'buttons' }, el('button', { type: 'button', onclick: close }, text.cancel)));
    this.#dialog.addEventListener('close', () => (this.#days?.node ?? this.#history).before(this.#next));
    this.node.append(this.#dialog);
  }

  /** Loads the titles of the games, and more for a member who may choose the next one. */
  async #loadGames({ mayChoose }) {
    const load = async () => [await loadAll(await fetchRules()), mayChoose && await import('./next-game.js')];
    const [games, choice] = await load().catch(() => [[]]);
    if (!games.length) return setTimeout(() => this.#loadGames({ mayChoose }), RETRY_DELAY);
    this.#games = new Map(games.map((game) => [game.name, game]));
    if (choice) this.#kinds.append(new choice.NextGame(this.#client, games).node);
    this.#drawHistory();
  }

  /** The members' daily games, which load when the first of them is drawn. */
  async #drawDays() {
    this.#loadingDays ??= inTurn(() => import('./days.js')).catch(() => null);
    const module = await this.#loadingDays;
    if (!module) {
      this.#loadingDays = null;
      return setTimeout(() => this.#drawDays(), RETRY_DELAY);
    }
    this.#days ??= new module.Days(this.#client, this.#part(say.days));
    if (!this.#days.node.isConnected) this.#history.before(this.#days.node);
    this.#days.refresh();
  }

  draw() {
    const { room, me, mayChoose } = this.#client;
    setText(this.#heading, room.title);
    setText(this.#about, text.dotted([room.public && say.listed, room.open && say.everybodyChooses,
      room.locked && say.locked]));
    setVisible(this.#guest, !me);
    const here = room.members.filter(({ present }) => present).map(({ name }) => name);
    const welcome = here.length ? say.welcome(here.length > CROWD ? text.several(here.length) : text.and(here)) : say.welcomeAlone;
    const barred = room.keptOut ? say.codes.removed : room.locked && say.codes['room-locked'];
    setText(this.#welcome, barred || welcome);
    setVisible(this.#join, !barred);
    setText(this.#count, room.members.length > 1 ? say.here(here.length) : '');
    setVisible(this.#tools, Boolean(me?.host));
    setVisible(this.#save, Boolean(me?.host) && room.games.length > 0);
    setVisible(this.#alone, me && room.members.length === 1);
    const watch = this.#guest.querySelector('#watch');
    if (watch) setVisible(watch, Boolean(room.game) && room.game.state !== 'finished');
    this.#redraw('people', [room.members, me?.player, room.host], () => this.#drawPeople());
    const others = room.spectators - (me ? 0 : 1); // without the reader
    setText(this.#watching, others > 0 ? text.watching(others) : '');
    this.#redraw('removed', room.removed ?? [], () => this.#drawRemoved());
    setVisible(this.#kinds, mayChoose);
    if (mayChoose) this.#redraw('choice', true, () => this.#loadGames({ mayChoose }));
    else if (room.games.length) this.#redraw('titles', true, () => this.#loadGames({ mayChoose }));
    if (me) this.#redraw('days', room.members.map(({ player, name }) => [player, name]), () => this.#drawDays());
    setVisible(this.#next, Boolean(me));
    this.#drawState();
    this.#redraw('history', [room.games, room.standings], () => this.#drawHistory());
    setText(this.#lock, room.locked ? say.unlock : say.lock);
    setVisible(this.#lock, Boolean(me?.host));
    setVisible(this.#leave, Boolean(me));
  }

  /** Draws a part if its data has changed. */
  #redraw(part, data, draw) {
    const key = JSON.stringify(data);
    if (this.#drawn[part] === key) return;
    this.#drawn[part] = key;
    draw();
  }

  /** Opens the choice of a game over the page of a game; without one, moves to it. */
  showNext() {
    if (this.#dialog) {
      this.#dialog.prepend(this.#next);
      return this.#dialog.showModal();
    }
    const target = this.#next.hidden ? this.#heading : this.#next.firstChild;
    target.scrollIntoView({ block: 'start' });
    target.focus({ preventScroll: true });
  }

  show() {
    this.#days?.refresh();
    this.node.scrollIntoView({ block: 'start' });
    this.#heading.focus({ preventScroll: true });
  }

  #drawPeople() {
    const { room, me } = this.#client;
    const focused = this.#people.contains(document.activeElement);
    const isCrowd = room.members.length > CROWD;
    this.#people.classList.toggle('crowd', isCrowd);
    this.#people.classList.toggle('hosted', Boolean(me?.host));
    this.#people.tabIndex = isCrowd ? 0 : -1; // it scrolls
    this.#people.replaceChildren(...room.members.map((member) => this.#person(member, me)));
    if (focused) this.#people.focus(); // the button that had it may be gone
  }

  #person(member, me) {
    const { name, colour, host, present } = member;
    const mine = member === me;
    const notes = text.dotted([mine && text.you, host && say.host, !mine && !present && text.away]);
    const remove = () => callMembers('remove', this.#client, member);
    const pencil = me?.host ? document.importNode(byId('rename').content, true).firstElementChild : null;
    pencil?.setAttribute('aria-label', say.rename(name));
    pencil?.addEventListener('click', () => callHost('rename', this.#client, member));
    const item = el('li', { class: present || mine ? 'seat' : 'seat away' }, el('span', { class: 'dot' }),
      el('b', {}, name), notes && el('span', { class: 'note' }, notes), pencil, me?.host && !mine
        && el('button', { type: 'button', class: 'remove', 'aria-label': text.remove(name), onclick: remove }, '×'));
    paint(item, colour);
    return item;
  }

  #drawRemoved() {
    const rows = (this.#client.room.removed ?? []).map((player) => {
      const name = nameOfRemoved(this.#client, player);
      const onclick = () => callMembers('readmit', this.#client, player);
      return el('li', {}, el('span', { class: 'note' }, say.wasRemoved(name)),
        el('button', { type: 'button', class: 'quiet', 'aria-label': say.readmitName(name), onclick }, say.readmit));
    });
    this.#removed.replaceChildren(...rows);
  }

  /** Whom the choice waits for. */
  #drawState() {
    const { room, me, host, mayChoose, othersPresent } = this.#client;
    const [prompt] = room?.prompts ?? [];
    const runs = room?.game && room.game.state !== 'finished';
    if (prompt) {
      const names = room.members.filter(({ seat }) => prompt.deciders?.includes(seat)).map(({ name }) => name);
      const left = text.secondsLeft(secondsUntil(prompt.expires));
      setText(this.#state, text.dotted([say.waitingFor(text.and(names)), left]));
    } else if (!me || !host) setText(this.#state, '');
    else if (!mayChoose) setText(this.#state, say.hostChooses(host.name));
    else setText(this.#state, runs && othersPresent.length ? say.asksFirst : '');
  }

  #drawHistory() {
    const { room } = this.#client;
    const titles = (name) => this.#games.get(name)?.title ?? name;
    this.#history.replaceChildren(...[standings(room, titles), pastGames(room, titles, this.#part)].filter(Boolean));
  }
}
