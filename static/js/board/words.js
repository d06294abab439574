/** The words on the viewer's board: asked for when the board has changed, listed with their points. */
import { byId, el, say, show } from '../page/dom.js';
import { SIZE } from '../state/game-state.js';
import { text } from '../strings.js';

/** A burst of letters is one question. */
const GATHER = 150;

export class Words {
  #client;
  #timer = 0;
  #asked = '';
  #drawn = null;
  /** Called when other words are known. */
  onNews = () => {};

  constructor(client) {
    this.#client = client;
  }

  /** The words that count on the board as it is now, or as it was a moment ago. */
  get counted() {
    const { state } = this.#client;
    return countedOf(state.words.get(state.own));
  }

  draw() {
    const { state } = this.#client;
    const known = state.words.get(state.own);
    const { counted } = this;
    show(byId('words'), Boolean(known) && !state.stale);
    if (!known) return; // a board that cannot be seen, or a server that tells no words
    this.#keepUp(known, state.boardText());
    if (known === this.#drawn) return;
    this.#drawn = known;
    say(byId('score'), text.points(known.score ?? 0));
    byId('word-list').replaceChildren(...wordItems(counted));
    show(byId('no-words'), counted.length === 0);
  }

  #keepUp(known, present) {
    if (known.text === present || this.#asked === present) return;
    this.#asked = present;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const reply = await this.#client.send('GET', 'board');
      if (!reply.ok) {
        this.#asked = ''; // the next change asks again
        return;
      }
      if (reply.data.sequence > this.#client.state.sequence) this.#client.refresh(); // the stream is late
      this.#client.state.tellWords(reply.data.board, reply.data);
      this.onNews();
    }, GATHER);
  }
}

export const countedOf = (known) => known?.words.filter(({ counts }) => counts) ?? [];

/** List items, one for each word with its points. */
export function wordItems(words) {
  return words.map((word) => el('li', { class: 'word' }, el('b', {}, word.text), el('span', {}, String(word.points))));
}

/** @param {{cell: number, length: number, direction: string, falls?: boolean}} word @returns {number[]} */
export function cellsOf({ cell, length, direction, falls = false }) {
  const rising = !falls && (cell % SIZE) + Math.floor(cell / SIZE) === SIZE - 1;
  const step = { across: 1, down: SIZE, diagonal: rising ? 1 - SIZE : SIZE + 1 }[direction];
  return Array.from({ length }, (_, place) => cell + place * step);
}

/** A stroke along a word that counts, in hundredths of the board's width. */
export function bar(word) {
  const cells = cellsOf(word);
  const mark = el('i', { class: `bar ${word.direction}${cells[1] < cells[0] ? ' rising' : ''}` });
  mark.style.setProperty('--row', Math.floor(word.cell / SIZE));
  mark.style.setProperty('--column', word.cell % SIZE);
  mark.style.setProperty('--length', word.length);
  return mark;
}
