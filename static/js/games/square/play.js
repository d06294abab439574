/** A called-letters game: a letter is called, everybody places it on a board of their own. */
import { explain, reason, toast } from '../../page/announce.js';
import { byId, el, say, show } from '../../page/dom.js';
import { square } from '../../state/game-state.js';
import { text } from '../../strings.js';
import { Play } from '../play.js';
import { callPanel, drawCall, drawCountdown, standing } from './call.js';
import { words } from './game.js';

export default class SquarePlay extends Play {
  /** The letter that is being called. */
  #calling = null;
  /** The last letter and its cell, on their way. */
  #last = null;
  /** The step that was drawn last. */
  #now = '';
  #letters = el('ol', { id: 'letters-called' });
  #calledSoFar = el('div', { id: 'called-so-far', hidden: true }, el('h2', {}, words.calledSoFar), this.#letters);

  constructor(client, counted) {
    super(client, counted);
    this.caret.turns = false;
    byId('top').append(callPanel());
    byId('table').append(this.#calledSoFar);
  }

  get mayWrite() {
    return false;
  }

  look(cell) {
    const { me, state } = this.client;
    const look = super.look(cell);
    const last = this.#last?.cell === cell && { value: this.#last.letter, pending: true };
    return { ...look, ...last, colour: me?.colour, author: undefined, choice: this.#mayPlace && !look.value && state.round.called };
  }

  draw() {
    const { state, client } = this;
    const { round, phase } = state;
    byId('grid').classList.toggle('still', !this.#mayPlace);
    this.#sayRound();
    this.drawTools();
    if (phase !== 'playing') return;
    this.#forgetSettled();
    drawCall(standing(client, { calling: this.#calling, placing: this.#placing }));
    super.draw();
    show(this.#calledSoFar, round.letters.length > 0 && !this.#picks);
    this.#letters.replaceChildren(...round.letters.map((letter) => el('li', {}, letter)));
    this.drawMoment();
  }

  drawTools() {
    this.showTools();
  }

  drawKeys() {
    const { round } = this.state;
    super.drawKeys({
      shown: this.#picks, commands: [], picked: this.#calling, label: round.step === 'last' ? words.lastKeys : words.callKeys,
    });
  }

  drawMoment() {
    const { state } = this;
    if (state.phase === 'playing') drawCountdown(state.round);
  }

  #sayRound() {
    const { phase, round, words: found, own } = this.state;
    if (phase !== 'playing') return say(byId('sub'), '');
    const number = round.step === 'last' ? words.lastRound : words.round(round.number, round.of);
    const score = found.get(own)?.score;
    say(byId('sub'), score ? words.withScore(number, text.points(score)) : number);
  }

  get #placing() {
    return this.#last?.letter ?? (this.client.outbox.size ? this.state.round.called : null);
  }

  get #active() {
    const { state, me } = this.client;
    return state.phase === 'playing' && Boolean(me) && !me.away;
  }

  get #mayCall() {
    const { round } = this.state;
    return this.#active && round.step === 'call' && round.turn === this.client.me.seat;
  }

  get #mayPlace() {
    const { me, outbox } = this.client;
    return this.#active && this.state.round.step === 'place' && !me.placed && !outbox.size;
  }

  /** Whether a letter may be chosen for the last square. */
  get #mayChoose() {
    return this.#active && this.state.round.step === 'last' && !this.client.me.placed && !this.#last;
  }

  /** Whether letters are to be picked. */
  get #picks() {
    return this.#mayCall || this.#mayChoose;
  }

  choose(cell) {
    super.choose(cell);
    this.#place(cell);
  }

  space() {
    this.#place(this.caret.cell);
  }

  enter() {
    this.#place(this.caret.cell);
  }

  backspace() {}

  put() {
    return false;
  }

  #place(cell) {
    const { state, client } = this;
    if (!this.#mayPlace) return;
    if (state.cells[cell].value) return this.view.flash(cell, 'refused');
    client.trouble = null;
    client.write(cell, state.round.called);
  }

  type([letter]) {
    this.client.trouble = null;
    if (!this.state.lexicon.letters.includes(letter)) return;
    if (this.#mayCall) this.#call(letter);
    else if (this.#mayChoose) this.#choose(letter);
  }

  async #call(letter) {
    if (this.#calling) return;
    this.#calling = letter;
    this.draw();
    this.#blame(await this.client.act('call', { letter }));
    this.#calling = null;
    this.draw();
  }

  async #choose(letter) {
    const cell = this.state.cells.findIndex(({ value }) => !value);
    this.#last = { cell, letter };
    this.draw();
    this.#blame(await this.client.act('place', { cell, letter }));
    this.#last = null;
    this.draw();
  }

  /** A step that has passed takes with it what was said about it. */
  #forgetSettled() {
    const { letters, step } = this.state.round;
    const now = `${letters.length}${step}`;
    if (this.#now !== now) this.client.trouble = null;
    this.#now = now;
  }

  /** A refusal stays in the notice until the game goes on; trouble that passes is a toast. */
  #blame(reply) {
    if (reply.ok) return;
    if (reply.status === 409 || reply.status === 422) this.client.trouble = reason(reply);
    else explain(reply);
  }

  refused({ cell }, reply) {
    this.#blame(reply);
    this.view.flash(cell, 'refused');
  }

  tell({ type, board, cell, value, cause }) {
    if (type !== 'cell.changed' || cell === undefined || cause !== 'bot' || board !== this.client.me?.seat) return;
    this.view.flash(cell);
    if (!this.client.me.away) toast(words.byBot(value, square(cell)));
  }
}
