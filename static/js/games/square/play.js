/** A game of called letters: a player calls a letter, and all players place it on their own boards. */
import { Keyboard } from '../../board/keyboard.js';
import { failureText, reportFailure, toast } from '../../page/announce.js';
import { byId, el, setText, setVisible } from '../../page/dom.js';
import { CELLS, square } from '../../state/game-state.js';
import { text } from '../../strings.js';
import { Play } from '../play.js';
import { callPanel, callStatus, drawCall, drawCountdown } from './call.js';
import { words } from './game.js';

export default class SquarePlay extends Play {
  static Keyboard = Keyboard; // shown with a mouse too
  takesAnyLetter = false;
  /** The letter of a call under way. */
  #calling = null;
  /** The placement of the last letter under way: `{cell, letter}`. */
  #lastPlacement = null;
  #drawnStep = '';
  #couldPlace = false;
  #letters = el('ol', { id: 'letters-called' });
  #calledSoFar = el('div', { id: 'called-so-far', hidden: true }, el('h2', {}, words.calledSoFar), this.#letters);

  constructor(client) {
    super(client);
    this.caret.canTurn = false;
    byId('top').append(callPanel());
    byId('table').append(this.#calledSoFar);
  }

  get mayWrite() {
    return false;
  }

  appearance(cell) {
    const { state } = this;
    const appearance = super.appearance(cell);
    const last = this.#lastPlacement?.cell === cell && { value: this.#lastPlacement.letter, pending: true };
    const choice = this.#mayPlace && !appearance.value && state.round.called;
    return { ...appearance, ...last, author: undefined, choice };
  }

  draw() {
    const { state, client } = this;
    const { round, phase } = state;
    byId('grid').classList.toggle('still', !this.#mayPlace);
    this.#leaveFilled();
    this.#drawRound();
    this.drawTools();
    if (phase !== 'playing') return;
    this.#clearOldRefusal();
    const status = callStatus(client, { calling: this.#calling, placing: this.#placing });
    drawCall({ ...status, letter: status.letter || this.syllables?.text || '' });
    super.draw();
    setVisible(this.#calledSoFar, !this.#mayPick);
    this.#letters.replaceChildren(...round.letters.map((letter) => el('li', {}, letter)));
    this.drawTime();
  }

  /** What the reader has to do now, for the title of the tab. */
  get task() {
    if (this.state.phase !== 'playing') return '';
    const { mine, title } = callStatus(this.client, { calling: this.#calling, placing: this.#placing });
    return mine ? title : '';
  }

  drawTools() {
    this.showTools();
  }

  drawKeys() {
    const { round } = this.state;
    const label = round.step === 'last' ? words.lastKeys : words.callKeys;
    // A key that writes two letters calls none.
    const callable = (row) => [...row].filter((key) => this.letters.includes(key));
    const keyboard = this.state.lexicon.keyboard?.map(callable);
    super.drawKeys({ shown: this.#mayPick, keyboard, commands: [], picked: this.#calling, label });
  }

  drawTime() {
    const { state } = this;
    if (state.phase === 'playing') drawCountdown(state.round);
  }

  #drawRound() {
    const { phase, round } = this.state;
    if (phase !== 'playing') return;
    setText(byId('sub'), round.step === 'last' ? words.lastRound : words.round(round.number, round.total));
  }

  get #placing() {
    return this.#lastPlacement?.letter ?? (this.client.outbox.size ? this.state.round.called : null);
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
    return this.#active && this.state.round.step === 'last' && !this.client.me.placed && !this.#lastPlacement;
  }

  get #mayPick() {
    return this.#mayCall || this.#mayChoose;
  }

  chooseCell(cell) {
    super.chooseCell(cell);
    this.#place(cell);
  }

  space() {
    if (!this.syllables?.finish()) this.#place(this.caret.cell);
  }

  enter() {
    this.space();
  }

  backspace() {
    this.syllables?.backspace();
  }

  writeCell() {
    return false;
  }

  #place(cell) {
    const { state, client } = this;
    if (!this.#mayPlace) return;
    if (state.cells[cell].value) return this.view.flash(cell, 'refused');
    client.refusal = null;
    client.write(cell, state.round.called);
    this.caret.select(this.#emptyAfter(cell), 'across');
  }

  /** As a letter is to be placed, the caret leaves a cell that is filled. */
  #leaveFilled() {
    const [mayPlace, { cell }] = [this.#mayPlace, this.caret];
    if (mayPlace && !this.#couldPlace && !this.isEmpty(cell)) this.caret.select(this.#emptyAfter(cell), 'across');
    this.#couldPlace = mayPlace;
  }

  /** The next empty cell, in which the next letter may be placed; the same one in a full board. */
  #emptyAfter(cell) {
    const others = this.state.cells.map((_, index) => (cell + 1 + index) % CELLS);
    return others.find((each) => each !== cell && this.isEmpty(each)) ?? cell;
  }

  type([letter]) {
    this.client.refusal = null;
    if (!letter || !this.#mayPick) return;
    const called = this.spell(letter);
    if (!called) this.refuse(this.caret.cell);
    else if (this.#mayCall) this.#call(called);
    else this.#choose(called);
  }

  async #call(letter) {
    if (this.#calling) return;
    this.#calling = letter;
    this.draw();
    this.#showFailure(await this.client.act('call', { letter }));
    this.#calling = null;
    this.draw();
  }

  async #choose(letter) {
    const cell = this.state.cells.findIndex(({ value }) => !value);
    this.#lastPlacement = { cell, letter };
    this.draw();
    this.#showFailure(await this.client.act('place', { cell, letter }));
    this.#lastPlacement = null;
    this.draw();
  }

  /** Clears the refusal when the next step begins. */
  #clearOldRefusal() {
    const { letters, step } = this.state.round;
    const current = `${letters.length}${step}`;
    if (this.#drawnStep !== current) this.client.refusal = null;
    this.#drawnStep = current;
  }

  /** A refusal stays in the notice until the next step; a transient failure is a toast. */
  #showFailure(reply) {
    if (reply.ok) return;
    if (reply.status === 409 || reply.status === 422) this.client.refusal = failureText(reply);
    else reportFailure(reply);
  }

  showRefusal({ cell }, reply) {
    this.#showFailure(reply);
    this.view.flash(cell, 'refused');
  }

  showEvent({ type, board, cell, value, cause }) {
    if (type !== 'cell.changed' || cell === undefined || cause !== 'bot' || board !== this.client.me?.seat) return;
    this.view.flash(cell);
    if (!this.client.me.away) toast(words.byBot(value, square(cell)));
  }
}
