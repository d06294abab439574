/** A finished game once more, event by event: the fold of its history from empty boards. */
import { toast } from '../page/announce.js';
import { ask } from '../page/ask.js';
import { el, say } from '../page/dom.js';
import { GameState, SIZE, square } from '../state/game-state.js';
import { text } from '../strings.js';
import { headersFor } from '../wire/api.js';
import { asClock } from '../wire/server-clock.js';
import { countedOf } from '../board/words.js';
import { picture } from './picture.js';

const PART = 500;
const PACE = 600;
const FAST = 4;

/** Opens the replay. @param {import('../state/game-client.js').GameClient} client */
export async function replay(client) {
  const show = new Replay(client);
  const open = ask({ title: text.replay, body: [show.node], focus: show.slider }).then(() => show.close());
  await show.load();
  await open;
}

class Replay {
  #client;
  #events = [];
  #state;
  /** Names outlive their seats. */
  #names = new Map();
  #timer = 0;
  #open = true;
  #boards = el('div', { class: 'replay-boards' });
  #said = el('p', { class: 'replay-said' });
  #toggle = this.#button('play', () => this.#play(!this.#timer));
  #fast = this.#button('fast', () => this.#fast.ariaPressed = String(this.#fast.ariaPressed !== 'true'));
  slider = el('input', {
    type: 'range', min: 0, max: 0, value: 0, 'aria-label': text.end.position,
    oninput: () => this.#go(Number(this.slider.value)),
  });

  constructor(client) {
    this.#client = client;
    this.#fast.ariaPressed = 'false';
    const step = (by) => () => this.#go(Number(this.slider.value) + by);
    this.node = el('div', { class: 'replay' }, this.#boards, this.#said, this.slider, el('div', { class: 'buttons' },
      this.#button('back', step(-1)), this.#toggle, this.#button('on', step(1)), this.#fast));
    this.slider.addEventListener('keydown', (event) => {
      if (event.key !== ' ' && event.key !== 'Enter') return;
      event.preventDefault();
      this.#play(!this.#timer);
    });
    this.#begin();
    this.#draw();
  }

  #button(name, onclick) {
    return el('button', { type: 'button', 'data-step': name, onclick }, text.end.steps[name]);
  }

  close() {
    this.#open = false;
    clearTimeout(this.#timer);
  }

  async load() {
    const { state, game, token } = this.#client;
    for (let more = true; more && this.#open;) {
      const after = this.#events.length;
      const path = `/games/${encodeURIComponent(game)}/history?after=${after}&limit=${PART}`;
      const part = await fetch(path, { headers: headersFor(token), cache: 'no-store' })
        .then((answer) => (answer.ok ? answer.text() : null), () => null);
      if (part === null) return toast(text.noConnection);
      const events = part.split('\n').filter(Boolean).map((line) => JSON.parse(line));
      this.#events.push(...events);
      more = events.length === PART;
      if (more) say(this.#said, text.end.loading(this.#events.length, state.sequence));
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
      sequence: 0, boards: new Map([...boards].map(([board, cells]) => [board, cells.map(blank)])),
      seats: new Map([...seats].map(([number, { seat, name, colour }]) => [number, { seat, name, colour }])),
    });
  }

  #go(wanted) {
    const position = Math.min(Math.max(wanted, 0), this.#events.length);
    if (position < this.#state.sequence) this.#begin();
    // A pause hid the boards from the players; who looks back sees them.
    for (const event of this.#events.slice(this.#state.sequence, position)) {
      if (event.type === 'game.paused' || event.type === 'game.resumed') this.#state.sequence = event.sequence;
      else this.#state.apply(event);
    }
    this.slider.value = position;
    if (position === this.#events.length) this.#play(false);
    this.#draw();
  }

  #play(on) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    say(this.#toggle, text.end.steps[on ? 'pause' : 'play']);
    if (!on) return;
    if (this.#state.sequence === this.#events.length) this.#go(0);
    const tick = () => {
      this.#timer = setTimeout(tick, PACE / (this.#fast.ariaPressed === 'true' ? FAST : 1));
      this.#go(this.#state.sequence + 1);
    };
    this.#timer = setTimeout(tick, PACE);
    say(this.#toggle, text.end.steps.pause);
  }

  #draw() {
    const { boards, seats, sequence } = this.#state;
    const event = this.#events[sequence - 1];
    const over = sequence === this.#events.length;
    const { words, rules } = this.#client.state;
    this.#boards.replaceChildren(...[...boards].map(([board, cells]) => {
      const name = this.#names.get(board) ?? seats.get(board)?.name ?? text.board;
      const colourOf = ({ by }) => (rules === 'guess' || (rules === 'mini' && seats.size < 2) ? undefined : seats.get(by)?.colour);
      const now = event?.board === board ? event.cell : undefined;
      const drawing = picture(name, cells, { words: over ? countedOf(words.get(board)) : [], colourOf, now });
      return el('figure', {}, drawing, boards.size > 1 && el('figcaption', {}, name));
    }));
    const sentence = event ? this.#say(event) : text.end.beginning;
    say(this.#said, sentence);
    this.slider.setAttribute('aria-valuetext', sentence);
  }

  #say(event) {
    const seconds = (Date.parse(event.time) - Date.parse(this.#events[0].time)) / 1000;
    return text.end.when(asClock(seconds), this.#happened(event));
  }

  #happened(event) {
    const { type, by, board, seat, cell, value, cause, marks, solved } = event;
    const who = this.#names.get(by ?? seat ?? event.prompt?.asker) ?? (type === 'letter.called' ? text.end.server : text.someone);
    switch (type) {
      case 'cell.changed':
        if (cause === 'reveal') return text.end.revealedAt(who, value, square(cell));
        return value ? text.wrote(who, value, square(cell)) : text.emptied(who, square(cell));
      case 'cells.marked': {
        if (cause !== 'submit') return text.end[cause === 'check' ? 'checked' : 'revealed'](who);
        const cells = Object.keys(marks).map(Number).sort((a, b) => a - b);
        const word = cells.map((each) => this.#state.boards.get(board)[each].value).join('');
        return text.end.submitted(who, Math.floor(cells[0] / SIZE) + 1, word);
      }
      case 'board.finished':
        if (seat === undefined) return solved ? text.end.solved : text.end.unsolved;
        return text.end[solved ? 'solvedBy' : 'gaveUp'](who);
      case 'seat.taken': return text.joined(who);
      case 'seat.left': return text.left(who);
      case 'seat.away': return text.awaySaid(who);
      case 'seat.back': return text.backSaid(who);
      case 'board.locked': return text.lockedSaid;
      case 'board.unlocked': return text.unlockedSaid;
      case 'rematch.started': return text.nextRound;
      default: return text.end.happened[type]?.(who, event) ?? '';
    }
  }
}
