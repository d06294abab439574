/**
 * The client of one game: connects state, stream, outbox and identity. Independent of the DOM. Dispatches `change`,
 * `connection`, `event`, `cursor`, `reaction`, `refused`, `conflict`, `forgotten` (the seat is lost), `gone` (a status).
 */
import { isTransient, request } from '../wire/api.js';
import { SyncMonitor } from './sync-monitor.js';
import { GameState } from './game-state.js';
import { Identity } from '../wire/identity.js';
import { Outbox } from '../wire/outbox.js';
import { GameCache } from '../wire/game-cache.js';
import { EventStream } from '../wire/stream.js';
import { read } from '../wire/storage.js';

export class GameClient extends EventTarget {
  state = new GameState();
  refusal = null; // why the last move was refused, until the game goes on
  prefersWatching = false; // the reader dismissed the offer of a seat
  squares = null; // the game without letters, until the reader finishes the same task
  /** The key of the browser's player, with which a reader without a seat asks for the letters of a day's game. */
  #key = null;
  #base;
  #sync = new SyncMonitor(this);
  resyncs = this.#sync.resyncs;
  #cache;
  /** Events that responses delivered before the stream, by sequence. */
  #outOfOrder = new Map();

  constructor(game, Stream = EventStream, identify = (onChange) => new Identity(game, onChange)) {
    super();
    this.game = game;
    this.#base = `/games/${encodeURIComponent(game)}`;
    this.identity = identify(() => this.#onIdentityChange());
    this.outbox = new Outbox(game, {
      send: this.#sendEdits,
      onSaved: (answer) => this.#onAnswer(answer),
      onRefused: (edit, reply) => this.#onRefused(edit, reply),
      onUnauthorised: () => this.#onUnauthorised(),
      onChange: () => this.#emit('change'),
    });
    this.#cache = new GameCache(game);
    this.stream = new Stream({
      path: `${this.#base}/events`,
      token: () => this.token ?? this.#key,
      after: () => this.#sync.lastId,
      expected: () => this.#expected,
      onEvent: (type, data, id) => this.#onStreamEvent(type, data, id),
      onConnection: (connection, resumed) => this.#onConnection(connection, resumed),
      onRefused: (status) => {
        if (this.squares) this.#onGone(403); // the key is no longer valid
        else if (status === 401) this.#onUnauthorised();
        else this.#onGone(status);
      },
    });
  }

  /** Shows the cached state until the server sends a snapshot. */
  start() {
    this.#cache.restore(this.state, this.identity.seat?.seat);
    this.#emit('change');
    this.stream.open();
  }

  get status() {
    return this.#sync.status;
  }

  /** After the end people may still react and ask for a rematch. @returns {'events'|'news'|'nothing'} */
  get #expected() {
    if (this.state.phase !== 'finished') return 'events';
    return [...this.state.seats.values()].filter(({ bot }) => !bot).length > 1 ? 'news' : 'nothing';
  }

  get token() {
    return this.identity.seat?.token ?? null;
  }

  /** The viewer's seat in the state, or null. */
  get me() {
    return this.state.seats.get(this.identity.seat?.seat) ?? null;
  }

  write(cell, value, { pencil = false } = {}) {
    const current = this.state.cells[cell];
    const committed = { value: current.value, pencil: current.mark === 'pencil' };
    const round = this.state.round?.letters.length;
    this.outbox.put({ cell, value, pencil: pencil && value !== '', round }, committed, this.status !== 'live');
  }

  async join(name, colour) {
    const reply = await this.send('POST', 'seats', this.identity.key ? {} : { name, colour }, this.identity.key);
    if (reply.ok) {
      this.identity.saveSeat(reply.data);
      this.#onIdentityChange();
    }
    return reply;
  }

  async leave() {
    const reply = await this.send('DELETE', `seats/${this.identity.seat.seat}`);
    // In a game of called letters a bot plays on in the seat, and the token can take it over again.
    const stays = reply.ok && this.state.round && this.state.phase === 'playing';
    if (!stays && (reply.ok || !isTransient(reply))) {
      this.identity.forgetSeat({ offerAgain: false });
      this.#onIdentityChange();
    }
    return reply;
  }

  /** A request below the game's path, with the seat's token or else the host's. */
  send = (method, path, body, token = this.token ?? this.identity.hostToken) =>
    request(method, `${this.#base}/${path}`, { body, token });

  async act(name, parameters = {}, { asHost = false } = {}) {
    await this.outbox.flush();
    return this.#command(`actions/${name}`, parameters, asHost);
  }

  async #command(path, body, asHost) {
    const reply = await this.send('POST', path, body, asHost ? this.identity.hostToken : this.token);
    if (reply.ok && reply.data) this.#onAnswer(reply.data);
    else if (reply.status === 401) asHost ? this.identity.forgetHostToken() : this.#onUnauthorised();
    this.#emit('change');
    return reply;
  }

  answerPrompt = (prompt, button) => this.#command(`prompts/${prompt}`, { button }, false);

  #sendEdits = async ({ round }, request) => {
    if (round !== undefined && this.status !== 'live') return { status: 0 };
    // A called letter can be placed in its round only.
    if (round !== this.state.round?.letters.length) return { status: 409, data: { code: 'too-late' } };
    const { token } = this;
    const reply = await this.send(...request, token);
    // The refused token was replaced in the meantime: status 0 makes the outbox send again with the new one.
    return reply.status === 401 && token !== this.token ? { ...reply, status: 0 } : reply;
  };

  #emit = (type, detail) => this.dispatchEvent(new CustomEvent(type, { detail }));

  #onRefused(edit, reply) {
    if (reply.data?.code !== 'cell-differs') return this.#emit('refused', { edit, reply });
    const { value } = reply.data.cell ?? {};
    // Report only the newest edit of the cell, and only if the cell holds another value.
    if (!this.outbox.overlay(edit.cell)?.pending && value !== edit.value) this.#emit('conflict', { edit, value });
  }

  #onAnswer({ sequence, hash, events = [] }) {
    for (const event of events) this.#receive(event, true);
    this.#sync.checkHash(sequence, hash);
    this.#sync.expectSequence(sequence);
    this.#emit('change');
  }

  #onStreamEvent(type, data, id) {
    if (id) this.#sync.lastId = id;
    if (type === 'snapshot') this.#loadSnapshot(data);
    else if (type === 'presence') this.state.setPresence(data);
    else if (type === 'cursor' || type === 'reaction') return this.#emit(type, data);
    else {
      if (data.sequence > this.state.sequence + 1) return this.#sync.resync('gap');
      this.#receive(data, false);
      this.#sync.checkHash(data.sequence, data.hash);
    }
    this.#emit('change');
    if (type === 'snapshot' || type === 'game.finished') this.stream.reconsider();
  }

  #loadSnapshot(game) {
    this.squares = game.taskUnfinished ? game : null;
    if (this.squares) return this.#askAsPlayer();
    this.#sync.didLoadSnapshot();
    this.#outOfOrder.clear();
    const seat = this.identity.seatAmong(game.seats);
    this.state.load(game, seat?.seat);
    this.#cache.setSnapshot(game, seat?.seat);
    this.outbox.forgetAcknowledged();
    this.outbox.sendNow();
    // The seat was left in another window, or the host removed it.
    if (seat && !this.state.seats.has(seat.seat)) this.identity.forgetSeat({ offerAgain: true });
  }

  #askAsPlayer() {
    const key = read('player')?.key ?? null;
    if (key === this.#key) return this.#onGone(403);
    this.#key = key;
    this.stream.open();
  }

  /** Applies events strictly in order, whether the stream or a response delivers them first. */
  #receive(event, mine) {
    if (event.sequence <= this.state.sequence) return this.outbox.forgetAcknowledged(this.state.sequence);
    this.#outOfOrder.set(event.sequence, { event, mine });
    for (let next; (next = this.#outOfOrder.get(this.state.sequence + 1)); ) {
      this.#outOfOrder.delete(next.event.sequence);
      const before = this.state.seats.get(next.event.seat);
      this.state.apply(next.event);
      if (this.#cache.addEvent(next.event)) this.refresh();
      this.#emit('event', { event: next.event, mine: next.mine || this.#isMine(next.event), before });
      this.#updateIdentity(next.event);
    }
    this.outbox.forgetAcknowledged(this.state.sequence);
    if (this.state.stale && !this.#sync.needsSnapshot) this.#sync.requestSnapshot();
  }

  #isMine(event) {
    const seat = this.identity.seat?.seat;
    if (event.by !== undefined) return event.by === seat;
    // A spectator's edit names no seat: it is this browser's if it equals the one being sent.
    return event.type === 'cell.changed' && !seat && this.outbox.overlay(event.cell)?.value === event.value;
  }

  #updateIdentity({ type, seat, colour, name }) {
    if (seat === undefined || seat !== this.identity.seat?.seat) return;
    if (type === 'seat.recoloured' || type === 'seat.renamed') this.identity.change(name ? { name } : { colour });
    if (type === 'seat.left') {
      this.identity.forgetSeat({ offerAgain: true });
      this.#onIdentityChange();
    }
  }

  #onConnection(connection, resumed) {
    // Edits wait for the current state: a snapshot, or the events missed while offline.
    if (connection === 'live' && resumed) this.refresh().then(() => this.outbox.sendNow());
    this.#emit('connection', connection);
    this.#emit('change');
  }

  /** Fetches what events do not carry; the hash shows whether the board at this sequence is the same. */
  async refresh() {
    const seat = this.identity.seat?.seat;
    const { ok, data } = await request('GET', this.#base, { token: this.token ?? this.#key });
    if (!ok || !data || seat !== this.identity.seat?.seat) return;
    this.#cache.setSnapshot(data, seat);
    this.#sync.expectSequence(data.sequence);
    if (data.sequence !== this.state.sequence) return;
    this.state.refresh(data);
    this.#sync.checkHash(data.sequence, data.hash);
    this.#emit('change');
  }

  #onIdentityChange() {
    this.outbox.held = false;
    // The token decides what a viewer may see, so the stream starts again with a snapshot.
    this.#sync.requestSnapshot();
    this.outbox.sendNow();
    this.#emit('change');
  }

  #onUnauthorised() {
    if (this.token) {
      this.identity.forgetSeat({ offerAgain: true });
      this.#emit('forgotten');
      this.#onIdentityChange();
    } else {
      this.outbox.held = true; // only players may write: the letters wait for a seat
    }
    this.#emit('change');
  }

  #onGone(status) {
    this.stream.close();
    this.outbox.discard();
    this.#cache.clear();
    this.#emit('gone', status);
  }
}
