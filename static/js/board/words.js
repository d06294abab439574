/** The words on the viewer's board, fetched when the board changes and listed with their points. */
import { byId, el, setText, setVisible } from '../page/dom.js';
import { SIZE } from '../state/game-state.js';
import { text } from '../strings.js';

/** Milliseconds to wait for further letters before a request. */
const DEBOUNCE = 150;

export class BoardWords {
  #client;
  #timer = 0;
  #requested = '';
  #drawn = null;
  /** Called when the words have changed. */
  onChange = () => {};

  constructor(client) {
    this.#client = client;
  }

  /** The words that count, on the board as last fetched. */
  get counted() {
    const { state } = this.#client;
    return countedWords(state.words.get(state.ownBoard));
  }

  draw() {
    const { state } = this.#client;
    const found = state.words.get(state.ownBoard);
    const { counted } = this;
    setVisible(byId('words'), Boolean(found) && !state.stale);
    if (!found) return; // no visible board, or rules without words
    this.#fetchIfChanged(found, state.boardText());
    if (found === this.#drawn) return;
    this.#drawn = found;
    setText(byId('score'), text.points(found.score ?? 0));
    byId('word-list').replaceChildren(...wordItems(counted));
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
      this.onChange();
    }, DEBOUNCE);
  }
}

export const countedWords = (found) => found?.words.filter(({ counts }) => counts) ?? [];

export function wordItems(words) {
  return words.map((word) => el('li', { class: 'word' }, el('b', {}, word.text), el('span', {}, String(word.points))));
}

/** @param {{cell: number, length: number, direction: string, isFalling?: boolean}} word @returns {number[]} */
export function cellsOf({ cell, length, direction, isFalling = false }) {
  const rising = !isFalling && (cell % SIZE) + Math.floor(cell / SIZE) === SIZE - 1;
  const step = { across: 1, down: SIZE, diagonal: rising ? 1 - SIZE : SIZE + 1 }[direction];
  return Array.from({ length }, (_, place) => cell + place * step);
}

/** An element drawn as a bar along a word. */
export function wordBar(word) {
  const cells = cellsOf(word);
  const mark = el('i', { class: `bar ${word.direction}${cells[1] < cells[0] ? ' rising' : ''}` });
  mark.style.setProperty('--row', Math.floor(word.cell / SIZE));
  mark.style.setProperty('--column', word.cell % SIZE);
  mark.style.setProperty('--length', word.length);
  return mark;
}
