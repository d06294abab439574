/**
 * The client of a room: its state, and one stream for the room and its current game. Independent of the DOM.
 * Dispatches `change` (the room has changed), `game` (the next game has begun), `message` (an event of the game,
 * while no {@link GameStream} takes them), `left` (a member's name) and `gone` (there is no such room).
 */
import { request } from '../wire/api.js';
import { forgetPlayer, storedPlayer } from '../wire/player.js';
import { read, write } from '../wire/storage.js';
import { EventStream } from '../wire/stream.js';

/** Past games that are kept for an offline start. */
const KEPT_GAMES = 8;

export class RoomClient extends EventTarget {
  /** The room as `GET /rooms/{name}` gives it; null before the first snapshot. @type {any} */
  room = null;
  #isSpectator;
  #cache;
  /** The last id of the room and of its present game, by the part before the colon. */
  #lastIds = new Map();
  /** The game's messages since its snapshot, until a {@link GameStream} takes them. */
  #held = [];
  /** @type {any} the options of the game's stream */
  #game = null;

  /** @param {string} name @param {{spectator?: boolean}} options `spectator`: sends no key */
  constructor(name, { spectator = false } = {}) {
    super();
    this.name = name;
    this.path = `/rooms/${encodeURIComponent(name)}`;
    this.#isSpectator = spectator;
    this.#cache = `room:${name}`;
    this.stream = new EventStream({
      path: `${this.path}/events`,
      token: () => this.key,
      after: () => (this.#lastIds.size && this.#game?.after() !== null ? [...this.#lastIds.values()].join() : null),
      onEvent: (type, data, id) => this.#onEvent(type, data, id),
      onConnection: (connection, resumed) => this.#onConnection(connection, resumed),
      onRefused: (status) => this.#onRefused(status),
    });
  }

  /** The key of the reader's player. @returns {string|null} */
  get key() {
    return this.#isSpectator ? null : storedPlayer()?.key ?? null;
  }

  /** The reader as a member, or null. */
  get me() {
    return this.#isSpectator ? null : this.member(storedPlayer()?.player) ?? null;
  }

  get host() {
    return this.member(this.room?.host) ?? null;
  }

  /** Whether the reader may choose the next game. */
  get mayChoose() {
    return Boolean(this.me && (this.room.open || this.me.host));
  }

  member(player) {
    return this.room?.members.find((each) => each.player === player);
  }

  /** The others who are present. */
  get othersPresent() {
    return this.room.members.filter((each) => each.present && each !== this.me);
  }

  /** Opens the stream, or opens it again as another viewer. */
  start() {
    this.#lastIds.clear();
    this.stream.open();
  }

  /** A request below the room's path, with the player's key. */
  send(method, path, body) {
    return request(method, `${this.path}/${path}`, { body, token: this.key });
  }

  /** The game with `id`, as the reader may see it. */
  fetchGame(id) {
    return request('GET', `/games/${encodeURIComponent(id)}`, { token: this.key });
  }

  /** Delivers the game's messages to `options`; once they have begun, asks for them anew. */
  follow(options) {
    const held = this.#game === options ? [] : this.#held;
    this.#game = options;
    this.#held = [];
    if (!held.length) return this.stream.open();
    options.onConnection(this.stream.connection, false);
    for (const message of held) options.onEvent(...message);
  }

  #onEvent(type, data, id) {
    if (id) this.#lastIds.set(id.split(':')[0], id);
    if (type === 'snapshot' && !data.id) {
      this.#change(data);
      if (!this.me && this.key) this.refresh(); // it says whether the host has removed the reader
      return undefined;
    }
    if (type === 'presence' && data.members) return this.#setPresence(data);
    if (!type.startsWith('room.')) return this.#passOn(type, data, id);
    const { game, rules, begins, members, host, locked, games, standings, prompts } = data;
    if (type === 'room.settings') {
      return this.#change({ title: data.title, public: data.public, open: data.open, locked });
    }
    if (type === 'room.game') {
      return this.#change({ game: { id: game, rules, state: 'playing', begins } });
    }
    if (type === 'room.member') {
      const isPresent = (player) => this.member(player)?.present ?? false;
      const list = members.map((each) => ({ ...each, present: isPresent(each.player) }));
      const wasMember = Boolean(this.me);
      this.#change({ host, locked, members: list });
      // The server tells whether the host has removed the reader, or lets them come back.
      if (wasMember && !this.me || this.room.keptOut) this.refresh();
      return undefined;
    }
    this.#change(type === 'room.standings' ? { games, standings } : { prompts });
  }

  #passOn(type, data, id) {
    const { game } = this.room ?? {};
    if (game && type === 'snapshot' && data.id === game.id && data.state !== game.state) this.#setPhase(data.state);
    if (game && type === 'game.finished') this.#setPhase('finished');
    if (this.#game) return this.#game.onEvent(type, data, id);
    if (type === 'snapshot') this.#held = [];
    if (type !== 'cursor' && type !== 'reaction') this.#held.push([type, data, id]);
    this.dispatchEvent(new CustomEvent('message', { detail: { type, data } }));
  }

  #setPhase(state) {
    this.#change({ game: { ...this.room.game, state } });
  }

  #setPresence({ members, spectators }) {
    const present = new Map(members.map(({ player, present }) => [player, present]));
    const list = this.room.members.map((each) => ({ ...each, present: present.get(each.player) ?? each.present }));
    this.#change({ members: list, spectators });
  }

  #change(news) {
    const before = this.room;
    this.room = { ...this.room, ...news };
    const gone = before?.members.filter(({ player }) => !this.member(player)) ?? [];
    const isNext = before && this.room.game?.id !== before.game?.id;
    // The previous game's client must not see these events.
    if (isNext) {
      this.#lastIds.delete(before.game?.id);
      this.#game = null;
      this.#held = [];
    }
    if (news.room || news.game) this.#save();
    this.dispatchEvent(new Event('change'));
    for (const { player, name } of gone) {
      if (player !== storedPlayer()?.player) this.dispatchEvent(new CustomEvent('left', { detail: name }));
    }
    if (isNext) this.dispatchEvent(new Event('game'));
  }

  /** Fetches the room, because the stream does not tell who is present or removed. */
  async refresh() {
    const { ok, data } = await request('GET', this.path, { token: this.key });
    if (ok) this.#change({ keptOut: false, ...data });
  }

  #onConnection(connection, resumed) {
    this.#game?.onConnection(connection, resumed);
    if (connection === 'offline') this.room ??= read(this.#cache);
    this.dispatchEvent(new Event('change'));
    if (resumed) this.refresh();
  }

  #save() {
    write(this.#cache, { ...this.room, games: this.room.games.slice(0, KEPT_GAMES), prompts: [] });
  }

  #onRefused(status) {
    if (status === 401) {
      forgetPlayer(this.key);
      this.dispatchEvent(new Event('change'));
      return setTimeout(() => this.start());
    }
    this.stream.close();
    this.dispatchEvent(new Event('gone'));
  }
}

/** The events of a room's game, for the game's client. */
export const gameStreamOf = (room) => class {
  #options;

  constructor(options) {
    this.#options = options;
  }

  get connection() {
    return room.stream.connection;
  }

  get lastHeard() {
    return room.stream.lastHeard;
  }

  open() {
    room.follow(this.#options);
  }

  hurry() {
    room.stream.hurry();
  }

  reconsider() {} // the room needs its stream

  close() {} // the room goes on
};
