/** The tokens that this browser holds in a game, and the name and colour last used in any game. */
import { onChangeInOtherTab, read, remove, write } from './storage.js';

/** @typedef {{seat: number, name: string, colour: string, token: string, at?: number}} Seat `at`: when taken */

export class Identity {
  #game;

  /** @param {string} game @param {() => void} onChange called when another tab takes or leaves the seat */
  constructor(game, onChange) {
    this.#game = game;
    onChangeInOtherTab(`seat:${game}`, onChange);
  }

  /** The key of a player, who needs no other name to take a seat. @returns {string|null} */
  get key() {
    return null;
  }

  /** @returns {Seat|null} */
  get seat() {
    return read(`seat:${this.#game}`);
  }

  /** The reader's seat among those of a game, as the server has just listed them. @returns {Seat|null} */
  seatAmong() {
    return this.seat;
  }

  /** Name and colour of a seat that the server no longer knows; offered for joining again. */
  get former() {
    return read(`former:${this.#game}`, { session: true });
  }

  get hostToken() {
    return read(`host:${this.#game}`);
  }

  saveSeat(seat) {
    write(`seat:${this.#game}`, { ...seat, at: Date.now() });
    Identity.profile = seat;
    this.forgetFormer();
  }

  /** Changes the seat's name or colour. */
  change(news) {
    const seat = this.seat;
    if (seat) this.saveSeat({ ...seat, ...news });
  }

  forgetSeat({ offerAgain }) {
    const seat = this.seat;
    remove(`seat:${this.#game}`);
    if (seat && offerAgain) write(`former:${this.#game}`, { name: seat.name, colour: seat.colour }, { session: true });
    else this.forgetFormer();
  }

  forgetFormer() {
    remove(`former:${this.#game}`, { session: true });
  }

  forgetHostToken() {
    remove(`host:${this.#game}`);
  }

  /** Copies the tokens to a rematch: they are valid there too. */
  copyTokensTo(game) {
    if (this.seat) write(`seat:${game}`, { ...this.seat, at: Date.now() });
    if (this.hostToken) write(`host:${game}`, this.hostToken);
  }

  static saveHostToken(game, token) {
    write(`host:${game}`, token);
  }

  /** Name and colour last used, in any game. */
  static get profile() {
    return read('profile') ?? { name: '', colour: '' };
  }

  static set profile({ name, colour }) {
    write('profile', { name, colour });
  }
}
