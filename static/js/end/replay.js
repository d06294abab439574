/** A finished game once more, event by event: the fold of its history, from empty boards. */
import { countedOf } from '../board/words.js';
import { toast } from '../page/announce.js';
import { ask } from '../page/ask.js';
import { el, say } from '../page/dom.js';
import { GameState, SIZE, square } from '../state/game-state.js';
import { text } from '../strings.js';
import { asClock, headersFor } from '../wire/api.js';
import { picture } from './picture.js';

const PART = 500;
const PACE = 600;

/** What stands at a path of the game, as text; "" and a toast when it does not come. */
export async function load({ game, token }, path, accept = '*/*') {
  try {
    const answer = await fetch(`/games/${encodeURIComponent(game)}/${path}`,
      { headers: headersFor(token, { Accept: accept }) });
    if (answer.ok) return await answer.text();
  } catch { /* no connection */ }
  toast(text.noConnection);
  return '';
}

/** Opens the replay. @param {boolean} showsAuthors whether letters have the colours of who wrote them */
export async function replay(client, showsAuthors) {
  const show = new Replay(client, showsAuthors);
  const closed = ask({ title: text.replay, body: [show.node], focus: show.slider });
  show.read();
  await closed;
  show.close();
}

class Replay {
  #client;
  #showsAuthors;
  #events = [];
  #state;
  #names = new Map();
  #timer = 0;
  #open = true;
  #boards = el('div', { class: 'replay-boards' });
  #said = el('p', {});
  #play = this.#button('play', () => this.#run(!this.#timer));
  #fast = this.#button('fast', () => { this.#fast.ariaPressed = this.#fast.ariaPressed !== 'true'; });
  slider = el('input', {
    type: 'range', min: 0, max: 0, value: 0, 'aria-label': text.end.position,
    oninput: () => this.#go(Number(this.slider.value)),
    onkeydown: (event) => {
      if (event.key !== ' ' && event.key !== 'Enter') return;
      event.preventDefault();
      this.#run(!this.#timer);
    },
  });

  constructor(client, showsAuthors) {
    this.#client = client;
    this.#showsAuthors = showsAuthors;
    this.#fast.ariaPressed = false;
    const step = (name, by) => this.#button(name, () => this.#go(this.#at + by));
    const buttons = el('div', { class: 'buttons' }, step('back', -1), this.#play, step('next', 1), this.#fast);
    this.node = el('div', { class: 'replay' }, this.#boards, this.#said, this.slider, buttons);
    this.#begin();
    this.#draw();
  }

  get #at() {
    return this.#state.sequence;
  }

  #button(name, onclick) {
    return el('button', { type: 'button', onclick }, text.end.steps[name]);
  }

  close() {
    this.#open = false;
    clearTimeout(this.#timer);
  }

  async read() {
    for (let more = true; more && this.#open;) {
      const part = await load(this.#client, `history?after=${this.#events.length}&limit=${PART}`);
      const events = part.split('\n').filter(Boolean).map((line) => JSON.parse(line));
      this.#events.push(...events);
      more = events.length === PART;
      say(this.#said, text.end.loading(this.#events.length));
    }
    for (const { type, seat, name } of this.#events) if (type === 'seat.taken') this.#names.set(seat, name);
    this.slider.max = this.#events.length;
    this.#draw();
  }

  /** Blocks, givens and numbers stand from the beginning. */
  #begin() {
    const { boards, seats } = this.#client.state;
    const blank = ({ kind, value, number, label, circled }) =>
      ({ kind, value: kind === 'letter' ? '' : value, number, label, circled });
    this.#state = Object.assign(new GameState(), {
      sequence: 0,
      boards: new Map([...boards].map(([board, cells]) => [board, cells.map(blank)])),
      seats: new Map([...seats].map(([number, seat]) => [number, { ...seat }])),
    });
  }

  #go(wanted) {
    const position = Math.min(Math.max(wanted, 0), this.#events.length);
    if (position < this.#at) this.#begin();
    for (const event of this.#events.slice(this.#at, position)) {
      // A pause hid the boards from the players; who looks back sees them.
      if (/game.(paused|resumed)/.test(event.type)) this.#state.sequence += 1;
      else this.#state.apply(event);
    }
    this.slider.value = position;
    if (position === this.#events.length) this.#run(false);
    this.#draw();
  }

  #run(on) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (on && this.#at === this.#events.length) this.#go(0);
    const tick = () => {
      this.#timer = setTimeout(tick, this.#fast.ariaPressed === 'true' ? PACE / 4 : PACE);
      this.#go(this.#at + 1);
    };
    if (on) this.#timer = setTimeout(tick, PACE);
    say(this.#play, text.end.steps[on ? 'pause' : 'play']);
  }

  #draw() {
    const { boards, seats } = this.#state;
    const { words } = this.#client.state;
    const event = this.#events[this.#at - 1];
    const colourOf = ({ by }) => this.#showsAuthors && seats.size > 1 && seats.get(by)?.colour;
    this.#boards.replaceChildren(...[...boards].map(([board, cells]) => {
      const name = this.#names.get(board) ?? text.board;
      const counted = this.#at === this.#events.length ? countedOf(words.get(board)) : [];
      const now = event?.board === board ? event.cell : undefined;
      return el('figure', {}, picture(name, cells, { words: counted, colourOf, now }),
        boards.size > 1 && el('figcaption', {}, name));
    }));
    const sentence = event ? this.#sentence(event) : text.end.beginning;
    say(this.#said, sentence);
    this.slider.setAttribute('aria-valuetext', sentence);
  }

  #sentence(event) {
    const { type, time, board, by, seat, cell, value, marks = {} } = event;
    const { end } = text;
    const happened = {
      'seat.taken': text.joined, 'seat.left': text.left, 'seat.away': text.awaySaid, 'seat.back': text.backSaid,
      ...end.happened,
    };
    const nobody = { 'letter.called': end.server, 'board.finished': text.board }[type] ?? text.someone;
    const who = this.#names.get(by ?? seat) ?? nobody;
    const cells = Object.keys(marks).map(Number);
    const word = cells.map((each) => this.#state.boards.get(board)[each].value).join('');
    const what = type === 'cell.changed'
      ? (value ? text.wrote : text.emptied)(who, ...(value ? [value] : []), square(cell))
      : happened[type]?.(who, event, Math.floor(cells[0] / SIZE) + 1, word) ?? '';
    return end.when(asClock((Date.parse(time) - Date.parse(this.#events[0].time)) / 1000), what);
  }
}
