/** The replay of a finished game: its history applied to empty boards, event by event. */
import { countedWords } from '../board/words.js';
import { say as dialogs } from '../dialogs/words.js';
import { toast } from '../page/announce.js';
import { ask } from '../page/ask.js';
import { el, setText } from '../page/dom.js';
import { GameState, SIZE, square } from '../state/game-state.js';
import { text } from '../strings.js';
import { asClock, headersFor } from '../wire/api.js';
import { boardPicture } from './picture.js';
import { base } from '../wire/base.js';
import { say } from './words.js';

const PAGE_SIZE = 500;
const STEP_DELAY = 600;

/** Whether players write in cells of this kind. */
const isWritten = (kind) => kind !== 'block' && kind !== 'given';

/** Fetches a path of the game as text; on failure shows a toast and returns "". */
export async function fetchText({ game, token }, path, accept = '*/*') {
  try {
    const response = await fetch(`${base}/games/${encodeURIComponent(game)}/${path}`,
      { headers: headersFor(token, { Accept: accept }) });
    if (response.ok) return await response.text();
  } catch { /* no connection */ }
  toast(text.noConnection);
  return '';
}

/** @param {boolean} showsAuthors whether letters have the colours of their authors */
export async function openReplay(client, showsAuthors) {
  const view = new Replay(client, showsAuthors);
  const closed = ask({ title: say.replay, body: [view.node], focus: view.slider });
  view.load();
  await closed;
  view.close();
}

class Replay {
  #client;
  #showsAuthors;
  #events = [];
  #state;
  #names = new Map();
  /** The boards at the start, if letters were on them that no event has written. */
  #opening = new Map();
  #timer = 0;
  #open = true;
  #boards = el('div', { class: 'replay-boards' });
  #caption = el('p', {});
  #playButton = this.#button('play', () => this.#setPlaying(!this.#timer));
  #fastButton = this.#button('fast', () => { this.#fastButton.ariaPressed = this.#fastButton.ariaPressed !== 'true'; });
  slider = el('input', {
    type: 'range', min: 0, max: 0, value: 0, 'aria-label': say.position,
    oninput: () => this.#seek(Number(this.slider.value)),
    onkeydown: (event) => {
      if (event.key !== ' ' && event.key !== 'Enter') return;
      event.preventDefault();
      this.#setPlaying(!this.#timer);
    },
  });

  constructor(client, showsAuthors) {
    this.#client = client;
    this.#showsAuthors = showsAuthors;
    this.#fastButton.ariaPressed = false;
    const step = (name, by) => this.#button(name, () => this.#seek(this.#position + by));
    const buttons = el('div', { class: 'buttons' },
      step('back', -1), this.#playButton, step('next', 1), this.#fastButton);
    this.node = el('div', { class: 'replay' }, this.#boards, this.#caption, this.slider, buttons);
    this.#rewind();
    this.#draw();
  }

  get #position() {
    return this.#state.sequence;
  }

  #button(name, onclick) {
    return el('button', { type: 'button', onclick }, say.steps[name]);
  }

  close() {
    this.#open = false;
    clearTimeout(this.#timer);
  }

  async load() {
    for (let more = true; more && this.#open;) {
      const page = await fetchText(this.#client, `history?after=${this.#events.length}&limit=${PAGE_SIZE}`);
      const events = page.split('\n').filter(Boolean).map((line) => JSON.parse(line));
      this.#events.push(...events);
      more = events.length === PAGE_SIZE;
      setText(this.#caption, say.loading(this.#events.length));
    }
    for (const { type, seat, name } of this.#events) if (type === 'seat.taken' || type === 'seat.renamed') this.#names.set(seat, name);
    await this.#loadOpening();
    this.slider.max = this.#events.length;
    this.#draw();
  }

  async #loadOpening() {
    const start = this.#events.find(({ type }) => type === 'game.started')?.sequence;
    const written = new Set(this.#events.map(({ type, board, cell }) => type === 'cell.changed' && `${board} ${cell}`));
    for (const [board, cells] of this.#client.state.boards) {
      const isUnwritten = ({ kind, value }, cell) => isWritten(kind) && value && !written.has(`${board} ${cell}`);
      const opening = start && cells.some(isUnwritten) && await fetchText(this.#client, `boards/${board}?at=${start}`);
      if (opening) this.#opening.set(board, JSON.parse(opening).cells);
    }
  }

  /** Goes back to the first position: blocks, givens and numbers, but no letters. */
  #rewind() {
    const { boards, seats } = this.#client.state;
    const blank = ({ kind, value, number, label, circled, bars }) =>
      ({ kind, value: isWritten(kind) ? '' : value, number, label, circled, bars });
    this.#state = Object.assign(new GameState(), {
      sequence: 0,
      boards: new Map([...boards].map(([board, cells]) => [board, cells.map(blank)])),
      seats: new Map([...seats].map(([number, seat]) => [number, { ...seat }])),
    });
  }

  #seek(target) {
    const position = Math.min(Math.max(target, 0), this.#events.length);
    if (position < this.#position) this.#rewind();
    for (const event of this.#events.slice(this.#position, position)) {
      // A pause hides the boards from the players, but not in the replay.
      if (/game.(paused|resumed)/.test(event.type)) this.#state.sequence += 1;
      else this.#state.apply(event);
      if (event.type === 'game.started') this.#showOpening();
    }
    this.slider.value = position;
    if (position === this.#events.length) this.#setPlaying(false);
    this.#draw();
  }

  #showOpening() {
    for (const [board, cells] of this.#opening) this.#state.boards.set(board, cells.map((cell) => ({ ...cell })));
  }

  #setPlaying(on) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (on && this.#position === this.#events.length) this.#seek(0);
    const tick = () => {
      this.#timer = setTimeout(tick, this.#fastButton.ariaPressed === 'true' ? STEP_DELAY / 4 : STEP_DELAY);
      this.#seek(this.#position + 1);
    };
    if (on) this.#timer = setTimeout(tick, STEP_DELAY);
    setText(this.#playButton, say.steps[on ? 'pause' : 'play']);
  }

  #draw() {
    const { boards, seats } = this.#state;
    const { words } = this.#client.state;
    const event = this.#events[this.#position - 1];
    const colourOf = ({ by }) => this.#showsAuthors && seats.size > 1 && seats.get(by)?.colour;
    this.#boards.replaceChildren(...[...boards].map(([board, cells]) => {
      const name = this.#names.get(board);
      const title = name ? say.boardOf(name) : text.board;
      const counted = this.#position === this.#events.length ? countedWords(words.get(board)) : [];
      const changed = event?.board === board ? event.cell : undefined;
      return el('figure', {}, boardPicture(title, cells, { words: counted, colourOf, changed }),
        boards.size > 1 && el('figcaption', {}, name ?? text.board));
    }));
    const sentence = event ? this.#sentence(event) : say.beginning;
    setText(this.#caption, sentence);
    this.slider.setAttribute('aria-valuetext', sentence);
  }

  #sentence(event) {
    const { type, time, board, by, seat, cell, value, marks = {} } = event;
    const happened = {
      'seat.taken': dialogs.joined, 'seat.left': dialogs.left, 'seat.away': dialogs.awaySaid, 'seat.back': dialogs.backSaid,
      ...say.happened,
    };
    const fallback = { 'letter.called': say.server, 'board.finished': text.board }[type] ?? text.someone;
    const who = this.#names.get(by ?? seat) ?? fallback;
    const cells = Object.keys(marks).map(Number);
    const word = cells.map((each) => this.#state.boards.get(board)[each].value).join('');
    const what = type === 'cell.changed'
      ? (value ? text.wrote : text.emptied)(who, ...(value ? [value] : []), square(cell))
      : happened[type]?.(who, event, Math.floor(cells[0] / SIZE) + 1, this.#client.state.written(word)) ?? '';
    return say.when(asClock((Date.parse(time) - Date.parse(this.#events[0].time)) / 1000), what);
  }
}
