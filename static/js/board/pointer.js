/** Tells the others where on the board I am: at most five times a second, the last place always. */
const PAUSE = 200;

export class Pointer {
  #client;
  #timer = 0;
  #place = null;

  constructor(client) {
    this.#client = client;
  }

  at(cell, direction) {
    this.#place = { cell, direction };
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      const { token, stream, state } = this.#client;
      const onBoard = state.playing && state.cells[this.#place.cell]; // past the end there is none
      if (token && onBoard && stream.connection === 'live') this.#client.send('POST', 'cursor', this.#place);
    }, PAUSE);
  }
}
