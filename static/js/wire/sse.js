/** An incremental parser of text/event-stream, for use with fetch: EventSource cannot send Authorization. */
export class SSEParser {
  #buffer = '';
  #data = [];
  #type = '';
  #id = '';
  #listener;

  /** @param {(event: {type: string, id: string, data: string}) => void} listener */
  constructor(listener) {
    this.#listener = listener;
  }

  push(chunk) {
    const input = this.#buffer + chunk;
    // A CR at the end may be half of a CRLF: it stays in the buffer.
    const end = input.endsWith('\r') ? input.length - 1 : input.length;
    const lines = input.slice(0, end).split(/\r\n|\r|\n/);
    this.#buffer = lines.pop() + input.slice(end);
    for (const line of lines) this.#parseLine(line);
  }

  #parseLine(line) {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    if (colon === 0) return; // a comment: the heartbeat
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#type = value;
    else if (field === 'id') this.#id = value;
    // `retry` is ignored: the page's back-off starts with a shorter delay and ends with a longer one.
  }

  #dispatch() {
    const event = { type: this.#type || 'message', id: this.#id, data: this.#data.join('\n') };
    this.#type = '';
    const empty = this.#data.length === 0;
    this.#data = [];
    if (!empty) this.#listener(event);
  }
}
