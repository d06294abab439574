/** The mini crossword: clues, help, pencil, rebus, pause. Keys work as in crossword programs. */
import { announce, reportFailure, toast } from '../../page/announce.js';
import { byId, el, loadStyle, setText, setVisible } from '../../page/dom.js';
import { lazy } from '../../page/lazy.js';
import { SIZE } from '../../state/game-state.js';
import { asClock } from '../../wire/api.js';
import { text } from '../../strings.js';
import { Play } from '../play.js';
import { words } from './game.js';

/** Milliseconds between requests for the rivals' progress, which events do not carry. */
const REFRESH_DELAY = 1000;
/** Marks of letters that cannot be changed. */
const FIXED = ['right', 'revealed'];
const openMiniDialog = lazy(() => import('./help.js'));
const sayMarks = lazy(() => import('./help.js'));
const PRINT_DELAY = 2000;

/** Whether a lexicon is named after a language, in which its clues are. */
const isLanguage = (lexicon) => /^[a-z]{2}(-|$)/i.test(lexicon);

export default class MiniPlay extends Play {
  takesAnyLetter = false;
  #clues = new ClueList(this);
  #drawnClues = null;
  #pencil = false;
  #refreshTimer = 0;

  constructor(client) {
    super(client);
    this.caret.wraps = false;
    setTimeout(() => loadStyle(new URL('./print.css', import.meta.url).href).catch(() => {}), PRINT_DELAY);
    byId('pencil').addEventListener('click', () => this.#togglePencil());
    byId('help').addEventListener('click', () => this.help());
    for (const id of ['pause', 'paused']) byId(id).addEventListener('click', async () => {
      reportFailure(await client.act(this.state.paused ? 'resume' : 'pause'));
      this.view.focus();
    });
  }

  get writeOptions() {
    return { pencil: this.#pencil };
  }

  get mayWrite() {
    return super.mayWrite && !this.state.seats.get(this.state.ownBoard)?.done;
  }

  appearance(cell) {
    const appearance = super.appearance(cell);
    const { value, by, author } = appearance;
    const isOwn = this.client.outbox.overlay(cell) || by === this.client.me?.seat;
    const spoken = value ? words.letter(value, !isOwn && author) : words.empty;
    return { ...appearance, spoken, place: this.#clues.placeOf(cell) };
  }

  draw() {
    this.#loadClues();
    super.draw();
    this.#clues.draw();
  }

  #loadClues() {
    const { state, caret } = this;
    if (this.#drawnClues === state.clues) return;
    this.#drawnClues = state.clues;
    caret.slots = this.#clues.load(state.clues);
    if (caret.slots && !caret.slot) caret.select(caret.slots[0].cells[0], caret.slots[0].direction);
  }

  /** The letters of an uploaded puzzle are its own. */
  get letters() {
    return this.state.puzzle.letters ?? super.letters;
  }

  /** Letters may come before the first frame with the clues. */
  type(letters) {
    this.#loadClues();
    super.type(letters);
  }

  drawTools() {
    const { state, client, mayWrite } = this;
    const seated = mayWrite && Boolean(client.me);
    const mayPause = client.me && state.phase === 'playing' && !state.isPrivate;
    this.showTools(seated && 'pencil', seated && 'help', mayPause && 'pause', seated && !state.isPrivate && 'undo');
    setText(byId('pause').lastElementChild, state.paused ? text.resume : text.pause);
    byId('pause').querySelector('use').setAttribute('href', state.paused ? '#i-go' : '#i-pause');
    setVisible(byId('paused'), state.paused);
    this.setHint(client.me?.done ? this.doneHint : state.isPrivate && !client.me && text.watchingNote);
  }

  drawTime() {
    const { state } = this;
    setText(byId('sub'), state.phase === 'waiting' ? '' : asClock(state.elapsed()));
  }

  caretMoved() {
    this.view.draw((cell) => this.appearance(cell), this.wordsOn(this.state)); // with the words of the direction
    super.caretMoved();
    this.#clues.draw();
  }

  writeCell(value, cell = this.caret.cell) {
    if (FIXED.includes(this.state.cells[cell].mark)) return true; // the letter is known to be right
    return super.writeCell(value, cell);
  }

  enter(back) {
    this.caret.moveToWord(back ? -1 : 1, this.isEmpty) || this.#wrap(back);
  }

  #wrap(back) {
    const slot = this.caret.slots?.at(back ? -1 : 0);
    if (slot) this.caret.select(slot.cells.find(this.isEmpty) ?? slot.cells[0], slot.direction);
  }

  /** After the last clue Tab leaves the board, so that the focus is not trapped. */
  tab(by) {
    return this.caret.moveToWord(by, this.isEmpty);
  }

  escape() {
    if (this.mayWrite) openMiniDialog('rebus', this);
  }

  #togglePencil() {
    this.#pencil = !this.#pencil;
    byId('pencil').setAttribute('aria-pressed', String(this.#pencil));
    this.view.focus();
  }

  help() {
    if (!byId('help').hidden) openMiniDialog('help', this);
  }

  showEvent(event, mine) {
    super.showEvent(event, mine);
    const { type, board, by } = event;
    const { seats, ownBoard, isPrivate } = this.state;
    if (type === 'cells.marked' && board === ownBoard) sayMarks('sayMarks', this, event);
    const who = seats.get(by)?.name ?? text.someone;
    if (type === 'board.wrong' && board === ownBoard) toast(words.notAllRight);
    if (type === 'game.paused') announce(words.pausedBy(who));
    if (type === 'game.resumed') announce(words.resumedBy(who));
    if (!isPrivate || board === undefined || board === ownBoard) return;
    this.#refreshTimer ||= setTimeout(() => {
      this.#refreshTimer = 0;
      this.client.refresh();
    }, REFRESH_DELAY);
  }
}

/** @typedef {{direction: string, cells: number[], name: string, clue: string, answer?: string}} Slot */

/** The clues: the current one beside the board, all of them in two lists. */
class ClueList {
  #play;
  /** @type {Slot[]|null} */
  #slots = null;
  #items = [];
  #lists = { across: el('ol', { id: 'clues-across' }), down: el('ol', { id: 'clues-down' }) };
  #all = el('section', { id: 'clues', 'aria-label': words.clues },
    ...Object.entries(this.#lists).map(([direction, list]) => el('div', {}, el('h2', {}, text[direction]), list)));
  #text;
  #current;
  #cell;
  #slot;

  constructor(play) {
    this.#play = play;
    const button = (id, onclick, more, sign) =>
      el('button', { id, class: 'quiet', type: 'button', onclick, ...more }, sign);
    this.#text = button('clue-text', () => play.caret.toggleDirection());
    this.#current = el('div', { id: 'clue', role: 'group', 'aria-label': words.presentClue },
      button('clue-before', () => this.#move(true), { 'aria-label': words.clueBefore }, '‹'), this.#text,
      button('clue-after', () => this.#move(false), { 'aria-label': words.clueAfter }, '›'));
    byId('frame').after(this.#current);
    byId('tools').after(this.#all);
  }

  #move(back) {
    this.#play.enter(back);
    this.#play.view.focus();
  }

  /** Fills the lists. @param {any} clues the state's @returns {Slot[]|null} across, then down */
  load(clues) {
    this.#slots = clues && ['across', 'down'].flatMap((direction) => clues[direction].map((each) => ({
      ...each, direction, name: each.label ?? String(each.number),
      cells: Array.from({ length: each.length }, (_, place) => each.cell + place * (direction === 'down' ? SIZE : 1)),
    })));
    this.#items = (this.#slots ?? []).map((slot) => el('li', {}, el('button', {
      type: 'button', class: 'clue', onclick: () => this.#choose(slot),
    }, el('b', {}, slot.name), el('span', {}, slot.clue))));
    const { lexicon } = this.#play.state.options;
    for (const direction of ['across', 'down']) {
      if (isLanguage(lexicon)) this.#lists[direction].lang = lexicon;
      this.#lists[direction].replaceChildren(
        ...this.#items.filter((_, index) => this.#slots[index].direction === direction));
    }
    return this.#slots;
  }

  /** A cell's place in its word, and the clue. @param {number} cell */
  placeOf(cell) {
    const slots = this.#slots?.filter(({ cells }) => cells.includes(cell)) ?? [];
    const slot = slots.find(({ direction }) => direction === this.#play.caret.direction) ?? slots[0];
    return slot && words.place(
      slot.cells.indexOf(cell) + 1, slot.cells.length, slot.name, text[slot.direction], slot.clue);
  }

  draw() {
    const { caret, isEmpty, state } = this.#play;
    const { slot } = caret;
    setVisible(this.#all, Boolean(this.#slots));
    setVisible(this.#current, Boolean(slot));
    if (!slot) return;
    // A cell says its clue when the caret reaches it, but not after a turn.
    if (this.#cell !== caret.cell) this.#text.ariaLive = 'off';
    else if (this.#slot !== slot) this.#text.ariaLive = 'polite';
    [this.#cell, this.#slot] = [caret.cell, slot];
    const crossing = caret.slotAt(slot.direction === 'across' ? 'down' : 'across');
    setText(this.#text, words.clue(slot.name, text[slot.direction], slot.clue));
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
