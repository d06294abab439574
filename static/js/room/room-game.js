/** The client of a room's game: its events come by the room's stream, and its seats belong to players. */
import { GameClient } from '../state/game-client.js';
import { Identity } from '../wire/identity.js';
import { storedPlayer } from '../wire/player.js';
import { read, remove, write } from '../wire/storage.js';
import { gameStreamOf } from './room-client.js';

/** The seat of the reader's player in the room's present game; its token is the player's key. */
class PlayerIdentity extends Identity {
  #room;
  #game;
  #entry;

  /** @param {import('./room-client.js').RoomClient} room @param {string} game @param {() => void} onChange */
  constructor(room, game, onChange) {
    super(game, onChange);
    this.#room = room;
    this.#game = game;
    this.#entry = `room-seat:${room.name}`;
  }

  get key() {
    return this.#room.key;
  }

  get seat() {
    const saved = read(this.#entry);
    const token = this.key;
    return token && saved?.game === this.#game ? { ...saved.seat, token } : null;
  }

  seatAmong(seats) {
    const { player } = storedPlayer() ?? {};
    const mine = player && seats.find((each) => each.player === player);
    if (mine) this.saveSeat(mine);
    else this.forgetSeat();
    return this.seat;
  }

  saveSeat({ seat, name, colour }) {
    write(this.#entry, { game: this.#game, seat: { seat, name, colour } });
  }

  /** A member takes a seat again by a button of the game, so there is nothing to offer. */
  forgetSeat() {
    remove(this.#entry);
  }

  get former() {
    return null;
  }

  get hostToken() {
    return this.#room.me?.host ? this.key : null;
  }

  forgetHostToken() {}
}

/**
 * @param {import('./room-client.js').RoomClient} room @param {string} id
 * @param {() => Promise<boolean>} becomeMember asked before a guest takes a seat
 */
export function openGame(room, id, becomeMember) {
  const client = new GameClient(id, gameStreamOf(room), (onChange) => new PlayerIdentity(room, id, onChange));
  const { join } = client;
  client.join = async () => ((await becomeMember()) ? join.call(client) : null);
  return client;
}
