/** The mini crossword: words by their clues, help, pencil, rebus, pause. Keys as crossword programs have them. */
import { announce, explain, toast } from '../../page/announce.js';
import { byId, el, say, show } from '../../page/dom.js';
import { later } from '../../page/later.js';
import { SIZE } from '../../state/game-state.js';
import { asClock } from '../../wire/api.js';
import { text } from '../../strings.js';
import { Play } from '../play.js';
import { words } from './game.js';

/** A rival's letters are not told, only how many there are: the game is asked for, not oftener than this. */
const ASK_AGAIN = 1000;
/** Marks of letters that stay. */
const FIXED = ['right', 'revealed'];
const dialog = later(() => import('./help.js'));

export default class MiniPlay extends Play {
  #clues = new Clues(this);
  #known = null;
  #pencil = false;
  #asking = 0;

  constructor(client, counted) {
    super(client, counted);
    this.caret.flows = false;
    byId('pencil').addEventListener('click', () => this.#takePencil());
    byId('help').addEventListener('click', () => this.help());
    byId('pause').addEventListener('click', async () => {
      explain(await client.act(this.state.paused ? 'resume' : 'pause'));
      this.view.focus();
    });
  }

  get edit() {
    return { pencil: this.#pencil };
  }

  get mayWrite() {
    return super.mayWrite && !this.state.seats.get(this.state.own)?.done;
  }

  draw() {
    const { state, caret } = this;
    if (this.#known !== state.clues) {
      this.#known = state.clues;
      caret.slots = this.#clues.read(state.clues);
      if (caret.slots && !caret.slot) caret.select(caret.slots[0].cells[0], caret.slots[0].direction);
    }
    super.draw();
    this.#clues.draw();
  }

  drawTools() {
    const { state, client, mayWrite } = this;
    const seated = mayWrite && Boolean(client.me);
    const mayPause = client.me && state.phase === 'playing' && !state.isPrivate;
    this.showTools(seated && 'pencil', seated && 'help', mayPause && 'pause', seated && !state.isPrivate && 'undo');
    say(byId('pause').lastElementChild, state.paused ? text.resume : text.pause);
    byId('pause').querySelector('use').setAttribute('href', state.paused ? '#i-go' : '#i-pause');
    show(byId('paused'), state.paused);
    this.hint(client.me?.done ? text.waitForOthers : state.isPrivate && !client.me && text.watchingNote);
  }

  drawMoment() {
    const { state } = this;
    say(byId('sub'), state.phase === 'waiting' ? '' : asClock(state.elapsed()));
  }

  moved() {
    super.moved();
    this.#clues.draw();
  }

  put(value, cell = this.caret.cell) {
    if (FIXED.includes(this.state.cells[cell].mark)) return true; // what is known to be right stays
    return super.put(value, cell);
  }

  enter(back) {
    this.caret.word(back ? -1 : 1, this.isEmpty) || this.#wrap(back);
  }

  #wrap(back) {
    const slot = this.caret.slots?.at(back ? -1 : 0);
    if (slot) this.caret.select(slot.cells.find(this.isEmpty) ?? slot.cells[0], slot.direction);
  }

  /** Past the last clue Tab goes on to what comes after the board, so that nobody is caught in it. */
  tab(by) {
    return this.caret.word(by, this.isEmpty);
  }

  /** Several letters in one square. */
  escape() {
    if (this.mayWrite) dialog('rebus', this);
  }

  #takePencil() {
    this.#pencil = !this.#pencil;
    byId('pencil').setAttribute('aria-pressed', String(this.#pencil));
    this.view.focus();
  }

  help() {
    if (!byId('help').hidden) dialog('help', this);
  }

  tell(event, mine) {
    super.tell(event, mine);
    const { type, board, by } = event;
    const { seats, own, isPrivate } = this.state;
    const who = seats.get(by)?.name ?? text.someone;
    if (type === 'board.wrong' && board === own) toast(words.notAllRight);
    if (type === 'game.paused') announce(words.pausedBy(who));
    if (type === 'game.resumed') announce(words.resumedBy(who));
    if (!isPrivate || board === undefined || board === own) return;
    this.#asking ||= setTimeout(() => {
      this.#asking = 0;
      this.client.refresh();
    }, ASK_AGAIN);
  }
}

/** @typedef {{direction: string, cells: number[], name: string, clue: string, answer?: string}} Slot */

/** The clues: the present one beside the board, all of them in two lists. */
class Clues {
  #play;
  /** @type {Slot[]|null} */
  #slots = null;
  #items = [];
  #lists = { across: el('ol', { id: 'clues-across' }), down: el('ol', { id: 'clues-down' }) };
  #all = el('section', { id: 'clues', 'aria-label': words.clues },
    ...Object.entries(this.#lists).map(([direction, list]) => el('div', {}, el('h2', {}, text[direction]), list)));
  #text;
  #present;

  constructor(play) {
    this.#play = play;
    const button = (id, onclick, more, sign) =>
      el('button', { id, class: 'quiet', type: 'button', onclick, ...more }, sign);
    this.#text = button('clue-text', () => play.caret.toggle(), { 'aria-live': 'polite' });
    this.#present = el('div', { id: 'clue', role: 'group', 'aria-label': words.presentClue },
      button('clue-before', () => this.#turn(true), { 'aria-label': words.clueBefore }, '‹'), this.#text,
      button('clue-after', () => this.#turn(false), { 'aria-label': words.clueAfter }, '›'));
    byId('frame').after(this.#present);
    byId('tools').after(this.#all);
  }

  #turn(back) {
    this.#play.enter(back);
    this.#play.view.focus();
  }

  /** Makes the lists. @param {any} clues as the server tells them @returns {Slot[]|null} across, then down */
  read(clues) {
    this.#slots = clues && ['across', 'down'].flatMap((direction) => clues[direction].map((each) => ({
      ...each, direction, name: each.label ?? String(each.number),
      cells: Array.from({ length: each.length }, (_, place) => each.cell + place * (direction === 'down' ? SIZE : 1)),
    })));
    this.#items = (this.#slots ?? []).map((slot) => el('li', {}, el('button', {
      type: 'button', class: 'clue', onclick: () => this.#choose(slot),
    }, el('b', {}, slot.name), el('span', {}, slot.clue))));
    for (const direction of ['across', 'down']) {
      this.#lists[direction].replaceChildren(
        ...this.#items.filter((_, index) => this.#slots[index].direction === direction));
    }
    return this.#slots;
  }

  draw() {
    const { caret, isEmpty, state } = this.#play;
    const { slot } = caret;
    show(this.#all, Boolean(this.#slots));
    show(this.#present, Boolean(slot) && state.phase === 'playing');
    if (!slot) return;
    const crossing = caret.slotAt(slot.direction === 'across' ? 'down' : 'across');
    say(this.#text, words.clue(slot.name, text[slot.direction], slot.clue));
    this.#slots.forEach((each, index) => {
      const [button] = this.#items[index].children;
      button.classList.toggle('present', each === slot);
      button.classList.toggle('crossing', each === crossing);
      button.classList.toggle('filled', !each.cells.some(isEmpty));
      button.setAttribute('aria-current', each === slot);
    });
  }

  #choose({ cells, direction }) {
    const { caret, isEmpty, view } = this.#play;
    caret.select(cells.find(isEmpty) ?? cells[0], direction);
    view.focus();
  }
}
