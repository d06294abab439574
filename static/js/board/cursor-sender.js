/** Sends the cursor to the other players, at most five times a second; the last position is always sent. */
const MIN_INTERVAL = 200;

export class CursorSender {
  #client;
  #timer = 0;
  #cursor = null;

  constructor(client) {
    this.#client = client;
  }

  send(cell, direction) {
    this.#cursor = { cell, direction };
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      const { token, stream, state } = this.#client;
      const hasCell = state.isUnfinished && state.cells[this.#cursor.cell]; // the caret may be past the last cell
      if (token && hasCell && stream.connection === 'live') this.#client.send('POST', 'cursor', this.#cursor);
    }, MIN_INTERVAL);
  }
}
