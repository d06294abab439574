/** The words on the viewer's board, fetched when the board changes and listed with their points. */
import { byId, setText, setVisible } from '../page/dom.js';
import { text } from '../strings.js';
import { countedWords, wordItems } from './words.js';

/** Milliseconds to wait for further letters before a request. */
const DEBOUNCE = 150;

export class WordList {
  #client;
  #timer = 0;
  #requested = '';
  #drawn = null;
  #onChange;

  /** @param {() => void} onChange called when the words have changed */
  constructor(client, onChange) {
    this.#client = client;
    this.#onChange = onChange;
  }

  draw() {
    const { state } = this.#client;
    const found = state.words.get(state.ownBoard);
    const counted = countedWords(found);
    setVisible(byId('words'), Boolean(found) && !state.stale);
    if (!found) return; // no visible board
    this.#fetchIfChanged(found, state.boardText());
    if (found === this.#drawn) return;
    this.#drawn = found;
    setText(byId('score'), text.points(found.score ?? 0));
    byId('word-list').replaceChildren(...wordItems(counted, state));
    setVisible(byId('no-words'), counted.length === 0);
  }

  #fetchIfChanged(found, current) {
    if (found.text === current || this.#requested === current) return;
    this.#requested = current;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const reply = await this.#client.send('GET', 'board');
      if (!reply.ok) {
        this.#requested = ''; // retried on the next change
        return;
      }
      if (reply.data.sequence > this.#client.state.sequence) this.#client.refresh(); // the stream is late
      this.#client.state.setWords(reply.data.board, reply.data);
      this.#onChange();
    }, DEBOUNCE);
  }
}
