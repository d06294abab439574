/**
 * One game as this browser takes part in it: state, stream, outbox and identity joined together. Has no DOM; the page
 * listens to its events: `change`, `connection`, `event`, `cursor`, `refused`, `conflict`, `forgotten`, `gone`.
 */
import { isPassing, request } from '../wire/api.js';
import { Agreement } from './agreement.js';
import { GameState } from './game-state.js';
import { Identity } from '../wire/identity.js';
import { Outbox } from '../wire/outbox.js';
import { LastGame } from '../wire/last-game.js';
import { EventStream } from '../wire/stream.js';

export class GameClient extends EventTarget {
  state = new GameState();
  /** @type {string|null} what was refused, while it matters */
  trouble = null;
  watches = false; // would rather not take a seat
  #base;
  #agreement = new Agreement(this);
  /** How often the state was asked for anew, by the reason: `hash`, `gap`, `late`. */
  resyncs = this.#agreement.resyncs;
  #last;
  /** Events whose answers overtook the stream. */
  #ahead = new Map();

  constructor(game) {
    super();
    this.game = game;
    this.#base = `/games/${encodeURIComponent(game)}`;
    this.identity = new Identity(game, () => this.#identityChanged());
    this.outbox = new Outbox(game, {
      send: (edit) => this.#send(edit),
      onSaved: (answer) => this.#answered(answer),
      onRefused: (edit, reply) => this.#refused(edit, reply),
      onUnauthorised: () => this.#unauthorised(),
      onChange: () => this.#tell('change'),
    });
    this.#last = new LastGame(game);
    this.stream = new EventStream({
      path: `${this.#base}/events`,
      token: () => this.token,
      after: () => (this.#agreement.needsSnapshot ? null : this.state.sequence),
      onEvent: (type, data) => this.#streamed(type, data),
      onConnection: (connection, resumed) => this.#connected(connection, resumed),
      onRefused: (status) => (status === 401 ? this.#unauthorised() : this.#gone()),
    });
  }

  /** Begins with what was seen last, until the server tells. */
  start() {
    this.#last.restore(this.state, this.identity.seat?.seat);
    this.#tell('change');
    this.stream.open();
  }

  get status() {
    return this.#agreement.status;
  }

  get token() {
    return this.identity.seat?.token ?? null;
  }

  /** My seat as everybody sees it, or null. */
  get me() {
    return this.state.seats.get(this.identity.seat?.seat) ?? null;
  }

  /** @param {number} cell @param {string} value @param {{pencil?: boolean}} [options] */
  write(cell, value, { pencil = false } = {}) {
    const known = this.state.cells[cell];
    const confirmed = { value: known.value, pencil: known.mark === 'pencil' };
    const round = this.state.round?.letters.length;
    this.outbox.put({ cell, value, pencil: pencil && value !== '', round }, confirmed, this.status !== 'live');
  }

  async join(name, colour) {
    const reply = await this.#post('seats', { name, colour });
    if (reply.ok) {
      this.identity.take(reply.data);
      this.#identityChanged();
    }
    return reply;
  }

  async leave() {
    const reply = await this.send('DELETE', `seats/${this.identity.seat.seat}`);
    // While letters are called the seat stays, a bot plays on, and the token takes it over again.
    const stays = reply.ok && this.state.round && this.state.phase === 'playing';
    if (!stays && (reply.ok || !isPassing(reply))) {
      this.identity.forget({ offerAgain: false });
      this.#identityChanged();
    }
    return reply;
  }

  /** A request below this game's path, as who sits here, or else as the host. */
  send(method, path, body, token = this.token ?? this.identity.hostToken) {
    return request(method, `${this.#base}/${path}`, { body, token });
  }

  /** @param {string} name @param {any} [parameters] @param {{asHost?: boolean}} [options] */
  async act(name, parameters = {}, { asHost = false } = {}) {
    await this.outbox.flushed();
    return this.#command(`actions/${name}`, parameters, asHost);
  }

  async #command(path, body, asHost) {
    const reply = await this.#post(path, body, asHost ? this.identity.hostToken : this.token);
    if (reply.ok) this.#answered(reply.data);
    else if (reply.status === 401) asHost ? this.identity.forgetHost() : this.#unauthorised();
    this.#tell('change');
    return reply;
  }

  answer(prompt, button) {
    return this.#command(`prompts/${prompt}`, { button }, false);
  }

  async #send({ cell, value, move, expect, pencil, round }) {
    if (round !== undefined && this.status !== 'live') return { status: 0 };
    // A called letter is placed in its own round, or not at all.
    if (round !== this.state.round?.letters.length) return { status: 409, data: { code: 'too-late' } };
    const { token } = this;
    const body = { value, move, expect, pencil: pencil || undefined };
    const reply = await this.#post(`board/cells/${cell}`, body, token);
    // A refusal of a token that is no longer mine says nothing: once more, as who I am now.
    return reply.status === 401 && token !== this.token ? { ...reply, status: 0 } : reply;
  }

  #post = (path, body, token = this.token) => this.send('POST', path, body, token);

  #tell = (type, detail) => this.dispatchEvent(new CustomEvent(type, { detail }));

  #refused(edit, reply) {
    if (reply.data?.code !== 'cell-differs') return this.#tell('refused', { edit, reply });
    const { value } = reply.data.cell ?? {};
    // Of several letters for one cell, only the last is missed; and none, if it stands there already.
    if (!this.outbox.over(edit.cell)?.pending && value !== edit.value) this.#tell('conflict', { edit, value });
  }

  #answered({ sequence, hash, events = [] }) {
    for (const event of events) this.#receive(event, true);
    this.#agreement.check(sequence, hash);
    this.#agreement.await(sequence);
    this.#tell('change');
  }

  #streamed(type, data) {
    if (type === 'snapshot') this.#snapshot(data);
    else if (type === 'presence') this.state.presence(data);
    else if (type === 'cursor') return this.#tell('cursor', data);
    else {
      if (data.sequence > this.state.sequence + 1) return this.#agreement.resync('gap');
      this.#receive(data, false);
      this.#agreement.check(data.sequence, data.hash);
    }
    this.#tell('change');
  }

  #snapshot(game) {
    this.#agreement.settle();
    this.#ahead.clear();
    const { seat } = this.identity;
    this.state.load(game, seat?.seat);
    this.#last.begin(game, seat?.seat);
    this.outbox.settle();
    this.outbox.kick();
    // The seat was given up in another window, or the host took it back.
    if (seat && !this.state.seats.has(seat.seat)) this.identity.forget({ offerAgain: true });
  }

  /** Folds events in strictly in order, whether the stream or an answer brings them first. */
  #receive(event, mine) {
    if (event.sequence <= this.state.sequence) return this.outbox.settle(this.state.sequence);
    this.#ahead.set(event.sequence, { event, mine });
    for (let next; (next = this.#ahead.get(this.state.sequence + 1)); ) {
      this.#ahead.delete(next.event.sequence);
      const before = this.state.seats.get(next.event.seat);
      this.state.apply(next.event);
      if (this.#last.add(next.event)) this.refresh();
      this.#tell('event', { event: next.event, mine: next.mine || this.#isMine(next.event), before });
      this.#noteSelf(next.event);
    }
    this.outbox.settle(this.state.sequence);
    if (this.state.stale && !this.#agreement.needsSnapshot) this.#agreement.restart();
  }

  #isMine(event) {
    const seat = this.identity.seat?.seat;
    if (event.by !== undefined) return event.by === seat;
    // A spectator's letter carries no seat: it is mine when it is the very one that I am sending.
    return event.type === 'cell.changed' && !seat && this.outbox.over(event.cell)?.value === event.value;
  }

  #noteSelf({ type, seat, colour }) {
    if (seat === undefined || seat !== this.identity.seat?.seat) return;
    if (type === 'seat.recoloured') this.identity.recoloured(colour);
    if (type === 'seat.left') {
      this.identity.forget({ offerAgain: true });
      this.#identityChanged();
    }
  }

  #connected(connection, resumed) {
    // What waits is sent when it is known how things stand: after a snapshot, or the events that were missed.
    if (connection === 'live' && resumed) this.refresh().then(() => this.outbox.kick());
    this.#tell('connection', connection);
    this.#tell('change');
  }

  /** What no event tells comes anew; the hash shows whether the number still means the same board. */
  async refresh() {
    const seat = this.identity.seat?.seat;
    const { ok, data } = await request('GET', this.#base, { token: this.token });
    if (!ok || !data || seat !== this.identity.seat?.seat) return;
    this.#last.begin(data, seat);
    this.#agreement.await(data.sequence);
    if (data.sequence !== this.state.sequence) return;
    this.state.refresh(data);
    this.#agreement.check(data.sequence, data.hash);
    this.#tell('change');
  }

  #identityChanged() {
    this.outbox.held = false;
    // What a viewer may see depends on the token: the stream starts anew, with a snapshot.
    this.#agreement.restart();
    this.outbox.kick();
    this.#tell('change');
  }

  #unauthorised() {
    if (this.token) {
      this.identity.forget({ offerAgain: true });
      this.#tell('forgotten');
      this.#identityChanged();
    } else {
      this.outbox.held = true; // a closed board: the letters wait until somebody takes a seat
    }
    this.#tell('change');
  }

  #gone() {
    this.stream.close();
    this.outbox.discard();
    this.#last.forget();
    this.#tell('gone');
  }
}
