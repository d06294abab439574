/** A called-letters game on the page: the waiting room, calling and placing, the end. */
import { explain, toast } from '../page/announce.js';
import { drawCall, drawCountdown, standing } from './call.js';
import { byId, el, say, show } from '../page/dom.js';
import { square } from '../state/game-state.js';
import { Keys } from '../board/keys.js';
import { OwnBoard } from '../board/own-board.js';
import { drawPlayers } from '../page/players.js';
import { text } from '../strings.js';
import { drawWaiting, prepareWaiting } from '../page/waiting.js';

export class SquareGame {
  #client;
  #words;
  #board = new OwnBoard((cell) => this.#place(cell));
  #keys = new Keys((letter) => this.#pick(letter));
  /** The letter that is being called. */
  #calling = null;
  /** The last letter and its cell, on their way. */
  #last = null;
  #phase = '';
  /** The step that was drawn last. */
  #now = '';

  /** @param {import('../state/game-client.js').GameClient} client @param {import('../board/words.js').Words} words */
  constructor(client, words) {
    this.#client = client;
    this.#words = words;
    words.onNews = () => this.draw();
    prepareWaiting(client);
    document.addEventListener('keydown', (event) => this.#key(event));
  }

  draw() {
    const { state, me } = this.#client;
    const { body } = document;
    body.dataset.phase = state.phase;
    body.toggleAttribute('data-watching', state.phase === 'playing' && !me);
    for (const phase of ['waiting', 'playing']) show(byId(`${phase}-part`), state.phase === phase);
    drawPlayers(this.#client);
    this.#sayRound();
    if (state.phase === 'waiting') drawWaiting(this.#client);
    else if (state.phase === 'playing') this.#drawPlaying();
    this.#phaseChanged(state.phase);
  }

  /** What changes with time alone. */
  drawMoment() {
    const { state } = this.#client;
    if (state.round && state.phase === 'playing') drawCountdown(state.round);
  }

  #sayRound() {
    const { phase, round, words, own } = this.#client.state;
    const number = round.step === 'last' ? text.lastRound : text.round(round.number, round.of);
    const score = words.get(own)?.score;
    const playing = score ? text.withScore(number, text.points(score)) : number;
    say(byId('round'), { waiting: text.waitingRoom, playing, finished: '' }[phase]);
  }

  #drawPlaying() {
    const { state, me } = this.#client;
    const { round } = state;
    this.#forgetSettled();
    drawCall(standing(this.#client, { calling: this.#calling, placing: this.#placing }));
    show(byId('own-frame'), Boolean(me));
    this.#board.draw((cell) => this.#look(cell), this.#mayPlace ? round.called : null, this.#words.counted);
    const shown = this.#mayCall || this.#mayChoose;
    if (!shown && byId('keys').contains(document.activeElement)) this.#board.focus();
    this.#keys.draw(state.lexicon.letters, { shown, last: round.step === 'last', picked: this.#calling });
    show(byId('called-so-far'), !shown && round.letters.length > 0);
    this.#drawLetters(round.letters);
    this.drawMoment();
  }

  #drawLetters(letters) {
    const list = byId('letters-called');
    if (list.children.length > letters.length) list.replaceChildren();
    for (const letter of letters.slice(list.children.length)) list.append(el('li', {}, letter));
  }

  #look(cell) {
    const { state, me, outbox } = this.#client;
    const over = outbox.over(cell) ?? (this.#last?.cell === cell ? { value: this.#last.letter, pending: true } : null);
    const { value } = state.cells[cell];
    return { value: over?.value ?? value, pending: Boolean(over?.pending), colour: me?.colour };
  }

  get #placing() {
    if (this.#last) return this.#last.letter;
    return this.#client.outbox.size ? this.#client.state.round.called : null;
  }

  get #active() {
    const { state, me } = this.#client;
    return state.phase === 'playing' && Boolean(me) && !me.away;
  }

  get #mayCall() {
    const { round } = this.#client.state;
    return this.#active && round.step === 'call' && round.turn === this.#client.me.seat;
  }

  get #mayPlace() {
    const { state, me, outbox } = this.#client;
    return this.#active && state.round.step === 'place' && !me.placed && !outbox.size;
  }

  /** Whether a letter may be chosen for the last square. */
  get #mayChoose() {
    const { state, me } = this.#client;
    return this.#active && state.round.step === 'last' && !me.placed && !this.#last;
  }

  #place(cell) {
    const { state } = this.#client;
    if (!this.#mayPlace) return;
    if (state.cells[cell].value) return this.#board.flash(cell, 'refused');
    this.#client.trouble = null;
    this.#client.write(cell, state.round.called);
  }

  #pick(letter) {
    this.#client.trouble = null;
    if (this.#mayCall) this.#call(letter);
    else if (this.#mayChoose) this.#choose(letter);
  }

  async #call(letter) {
    if (this.#calling) return;
    this.#calling = letter;
    this.draw();
    this.#blame(await this.#client.act('call', { letter }));
    this.#calling = null;
    this.draw();
  }

  async #choose(letter) {
    const cell = this.#client.state.cells.findIndex(({ value }) => !value);
    this.#last = { cell, letter };
    this.draw();
    this.#blame(await this.#client.act('place', { cell, letter }));
    this.#last = null;
    this.draw();
  }

  /** A step that has passed takes with it what was said about it. */
  #forgetSettled() {
    const { letters, step } = this.#client.state.round;
    const now = `${letters.length}${step}`;
    if (this.#now !== now) this.#client.trouble = null;
    this.#now = now;
  }

  /** A refusal stays in the notice until the game goes on; trouble that passes is a toast. */
  #blame(reply) {
    if (reply.ok) return;
    if (reply.status === 409 || reply.status === 422) this.#client.trouble = reply.data?.detail ?? text.refused;
    else explain(reply);
  }

  refused({ cell }, reply) {
    this.#blame(reply);
    this.#board.flash(cell, 'refused');
  }

  tell({ type, board, cell, value, cause }) {
    if (type === 'cell.changed' && cell !== undefined && cause === 'bot' && board === this.#client.me?.seat) {
      this.#board.flash(cell);
      if (!this.#client.me.away) toast(text.byBot(value, square(cell)));
    }
  }

  #key(event) {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || !this.#client.state.isSquare) return;
    if (target !== document.body && !byId('playing-part').contains(target)) return;
    const letter = key.toUpperCase();
    if (this.#client.state.lexicon.letters.includes(letter)) this.#pick(letter);
    else if (target === document.body && key.startsWith('Arrow') && this.#active) this.#board.focus();
  }

  #phaseChanged(phase) {
    if (phase === this.#phase) return;
    this.#phase = phase;
    if (phase === 'playing' && matchMedia('(pointer: fine)').matches) this.#board.focus();
  }
}
