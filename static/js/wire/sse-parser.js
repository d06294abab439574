/** A parser of text/event-stream, fed in pieces of any size. EventSource cannot send Authorization, so fetch reads. */
export class SSEParser {
  #rest = '';
  #data = [];
  #type = '';
  #id = '';
  #listener;

  /** @param {(event: {type: string, id: string, data: string}) => void} listener */
  constructor(listener) {
    this.#listener = listener;
  }

  /** @param {string} chunk */
  push(chunk) {
    const input = this.#rest + chunk;
    // A CR at the very end may be half of CRLF: it waits for the next piece.
    const end = input.endsWith('\r') ? input.length - 1 : input.length;
    const lines = input.slice(0, end).split(/\r\n|\r|\n/);
    this.#rest = lines.pop() + input.slice(end);
    for (const line of lines) this.#line(line);
  }

  #line(line) {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    if (colon === 0) return; // a comment: the server's beat
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#type = value;
    else if (field === 'id') this.#id = value;
    // `retry` is left aside: the page's own back-off starts sooner and backs off further.
  }

  #dispatch() {
    const event = { type: this.#type || 'message', id: this.#id, data: this.#data.join('\n') };
    this.#type = '';
    const empty = this.#data.length === 0;
    this.#data = [];
    if (!empty) this.#listener(event);
  }
}
