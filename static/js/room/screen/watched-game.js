/**
 * The present game of a room as anybody may see it: a snapshot, then the fold of its events. Independent of the DOM.
 * One object follows the room from game to game for as long as the page is open. Dispatches `change`, `game` (another
 * one is shown), `event`, `cursor` and `reaction`.
 */
import { GameState } from '../../state/game-state.js';
import { SyncMonitor } from '../../state/sync-monitor.js';
import { gameStreamOf } from '../room-client.js';

/** Milliseconds in which several events cause one request for what they do not carry. */
const REFRESH_DELAY = 600;

export class WatchedGame extends EventTarget {
  /** The game's id; null before the first snapshot. @type {string|null} */
  id = null;
  state = new GameState();
  /** A spectator has no seat and no tokens. */
  me = null;
  identity = {};
  #room;
  #sync = new SyncMonitor(this);
  #refreshTimer = 0;

  /** @param {import('../room-client.js').RoomClient} room a spectator's */
  constructor(room) {
    super();
    this.#room = room;
    const Stream = gameStreamOf(room);
    this.stream = new Stream({
      after: () => this.#sync.lastId,
      onEvent: (type, data, id) => this.#onEvent(type, data, id),
      onConnection: (connection, resumed) => connection === 'live' && resumed && this.#scheduleRefresh(),
    });
    // The room forgets who follows a game when the next one begins.
    room.addEventListener('message', () => this.stream.open());
    room.addEventListener('game', () => { this.#sync.lastId = null; });
  }

  /** Whether the room's present game is the one in {@link state}. */
  get isPresent() {
    return this.id !== null && this.#room.room?.game?.id === this.id;
  }

  #onEvent(type, data, id) {
    const { state } = this;
    if (this.#sync.needsSnapshot && type !== 'snapshot') return; // of the game before, or followed by a snapshot
    if (id) this.#sync.lastId = id;
    if (type === 'snapshot') return this.#load(data);
    if (type === 'cursor' || type === 'reaction') return this.dispatchEvent(new CustomEvent(type, { detail: data }));
    if (type === 'presence') state.setPresence(data);
    else if (data.sequence > state.sequence + 1) return this.#sync.resync('gap');
    else this.#apply(data);
    this.dispatchEvent(new Event('change'));
  }

  #apply(event) {
    const { state } = this;
    if (event.sequence === state.sequence + 1) state.apply(event);
    this.dispatchEvent(new CustomEvent('event', { detail: event }));
    if (state.stale) return this.#sync.requestSnapshot();
    this.#sync.checkHash(event.sequence, event.hash);
    this.#scheduleRefresh();
  }

  #load(game) {
    const isNext = game.id !== this.id;
    if (isNext) this.state = new GameState();
    this.id = game.id;
    this.state.load(game);
    this.#sync.didLoadSnapshot();
    if (isNext) this.dispatchEvent(new Event('game'));
    this.dispatchEvent(new Event('change'));
  }

  #scheduleRefresh() {
    this.#refreshTimer ||= setTimeout(() => {
      this.#refreshTimer = 0;
      this.#refresh();
    }, REFRESH_DELAY);
  }

  /** Fetches what events do not carry: the progress of hidden boards, words, fields of the rules. */
  async #refresh() {
    const { id } = this;
    const { ok, data } = await this.#room.fetchGame(id);
    const { state } = this;
    if (!ok || id !== this.id || data.sequence !== state.sequence) return;
    state.refresh(data);
    for (const board of data.boards) state.setWords(board.board, board);
    this.dispatchEvent(new Event('change'));
  }
}
