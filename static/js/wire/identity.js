/** Who this browser is in one game: a seat's token, a host's token, and the name and colour to offer next time. */
import { onOtherTab, read, remove, write } from './storage.js';

/** @typedef {{seat: number, name: string, colour: string, token: string, at?: number}} Seat `at`: when */

export class Identity {
  #game;

  /** @param {string} game @param {() => void} onChange when another tab takes or leaves the seat */
  constructor(game, onChange) {
    this.#game = game;
    onOtherTab(`seat:${game}`, onChange);
  }

  /** @returns {Seat|null} */
  get seat() {
    return read(`seat:${this.#game}`);
  }

  /** The seat that the server has forgotten, to be offered again. */
  get former() {
    return read(`former:${this.#game}`, { session: true });
  }

  get hostToken() {
    return read(`host:${this.#game}`);
  }

  take(seat) {
    write(`seat:${this.#game}`, { ...seat, at: Date.now() });
    Identity.profile = seat;
    this.forgetFormer();
  }

  recoloured(colour) {
    const seat = this.seat;
    if (seat) this.take({ ...seat, colour });
  }

  forget({ offerAgain }) {
    const seat = this.seat;
    remove(`seat:${this.#game}`);
    if (seat && offerAgain) write(`former:${this.#game}`, { name: seat.name, colour: seat.colour }, { session: true });
    else this.forgetFormer();
  }

  forgetFormer() {
    remove(`former:${this.#game}`, { session: true });
  }

  forgetHost() {
    remove(`host:${this.#game}`);
  }

  /** The server knows the same tokens in the next round. */
  carryTo(game) {
    if (this.seat) write(`seat:${game}`, { ...this.seat, at: Date.now() });
    if (this.hostToken) write(`host:${game}`, this.hostToken);
  }

  static rememberHost(game, token) {
    write(`host:${game}`, token);
  }

  /** Name and colour used last, in any game. */
  static get profile() {
    return read('profile') ?? { name: '', colour: '' };
  }

  static set profile({ name, colour }) {
    write('profile', { name, colour });
  }
}
