/** The board, live and in stills; the on-screen keys; boards as pictures. */
import { BoardView, markLegend } from '../js/board/board-view.js';
import { Caret } from '../js/board/caret.js';
import { Keyboard } from '../js/board/keyboard.js';
import { TextEntry } from '../js/board/text-entry.js';
import { animateBest, boardPicture } from '../js/end/picture.js';
import { PALETTE } from '../js/page/colours.js';
import { byId, el, setVisible } from '../js/page/dom.js';
import { drawPicture, exampleCells } from '../js/page/picture.js';
import { square } from '../js/state/game-state.js';
import { lettersOf } from '../js/state/letters.js';
import { ANN, BEN, CHO, FULL, WORDS, cellsOf } from './fixtures.js';
import { group, press, presses, shelf, specimen, still } from './specimens.js';
import { STATES, appearances } from './squares.js';

/** Milliseconds after which a written letter is drawn as saved. */
const SAVING = 1200;
const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const GREEK = [...'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ'];
const MARKED = new Map([
  ['A', 'hit'], ['E', 'near'], ['R', 'near'], ['S', 'miss'], ['T', 'miss'], ['O', 'hit'], ['N', 'miss'],
]);

/** The colours of three players in turn. */
const colourAt = (index) => [ANN, BEN, CHO][index % 3].colour;

/** The board of the guide: a press moves the caret, a second one turns it, keys write. */
class LiveBoard {
  #cells = appearances();
  #words = [];
  view = new BoardView((cell) => this.#choose(cell));
  caret = new Caret((cell) => this.#cells[cell].kind !== 'block', () => this.view.showCaret(this.caret));

  constructor() {
    const none = () => {};
    const entry = new TextEntry(byId('letters'), {
      read: lettersOf, spell: (letter) => letter, letters: (letters) => letters.forEach((letter) => this.write(letter)), compose: none,
      backspace: () => this.erase(), remove: () => this.#set(''),
      arrow: (rows, columns) => this.caret.moveBy(rows, columns),
      end: (by, whole) => this.caret.moveToEnd(by, whole), space: () => this.caret.toggleDirection(),
      enter: () => this.caret.moveInOrder(1), tab: () => false, escape: none, help: none, undo: none,
    });
    entry.usesSystemKeyboard = false;
    this.reset();
  }

  reset() {
    this.draw(appearances());
    this.caret.select(0, 'across');
  }

  draw(cells, words = []) {
    this.#cells = cells;
    this.#words = words;
    this.#redraw();
  }

  write(letter) {
    this.#set(letter);
    this.caret.moveInOrder(1);
  }

  erase() {
    if (!this.#cells[this.caret.cell].value) this.caret.moveInOrder(-1);
    this.#set('');
  }

  #set(value) {
    const { cell } = this.caret;
    const written = { kind: 'letter', value, author: ANN.name, colour: ANN.colour };
    this.#cells[cell] = { ...written, pending: Boolean(value) };
    this.#redraw();
    setTimeout(() => {
      if (this.#cells[cell].value !== value) return;
      this.#cells[cell] = written;
      this.#redraw();
    }, SAVING);
  }

  #redraw() {
    this.view.draw((cell) => this.#cells[cell], this.#words);
  }

  #choose(cell) {
    this.view.focus();
    if (cell === this.caret.cell) this.caret.toggleDirection();
    else this.caret.select(cell);
  }
}

/** Pictures of the board while its caret, its words or its class differ. @param {LiveBoard} board */
function boardStills(board) {
  const frame = byId('frame');
  const shot = (caption, change) => {
    change();
    const shown = specimen(caption, still(frame));
    frame.className = '';
    setVisible(byId('paused'), false);
    return shown;
  };
  const blank = () => cellsOf('.'.repeat(25));
  const numbers = (index) => ({ number: [1, 5, 9].indexOf(index) + 1 || undefined });
  const crossing = () => cellsOf('#CAT#/CARAT/..TO./..E../#.#.#', numbers);
  const authored = () => cellsOf(FULL, (index) => ({ colour: colourAt(index) }));
  return [
    shot('Empty, writing across', () => {
      board.draw(blank());
      board.caret.select(6, 'across');
    }),
    shot('A crossword, writing down', () => {
      board.draw(crossing());
      board.caret.select(7, 'down');
    }),
    shot('Words that count have bars', () => {
      board.draw(authored(), WORDS.slice(0, 7));
      board.caret.select(12, 'across');
    }),
    shot('Other players’ cursors', () => {
      board.draw(cellsOf('CAT../.O.../.E...'.padEnd(29, '.')));
      board.caret.select(20, 'across');
      board.view.showPeer(BEN, 6);
      board.view.showPeer({ ...CHO, name: 'Benedikt of the very long name' }, 18);
    }),
    shot('Paused', () => {
      for (const { seat } of [BEN, CHO]) board.view.hidePeer(seat);
      setVisible(byId('paused'), true);
    }),
  ];
}

/** Letters of each colour outside and in the current word, with the caret on one of them. @param {LiveBoard} board */
const placeStills = (board) => PALETTE.map((colour) => {
  board.draw(cellsOf('CARET/WORDS'.padEnd(29, '.'), () => ({ colour })));
  board.caret.select(6, 'across');
  return specimen(colour, still(byId('frame')));
});

const key = () => el('ol', { class: 'key-list' }, ...STATES.map(([name], index) => (
  el('li', {}, el('code', {}, square(index)), ' ', name))));

function liveBoard(board) {
  const table = el('div', { class: 'live-board' });
  table.append(byId('frame'), byId('keys'));
  const flash = (kind) => () => board.view.flash(board.caret.cell, kind);
  return shelf('pair', [
    specimen('Live: press a square, press it again to turn, and type.', table),
    el('div', { class: 'beside' }, key(), presses(
      press('Fresh', flash('fresh')), press('Refused', flash('refused')),
      press('Another cursor', () => board.view.showPeer(BEN, board.caret.cell)),
      press('Caret that cannot turn', () => byId('frame').classList.toggle('turns')),
      press('Nothing to write', () => byId('frame').classList.toggle('still')),
      press('Start again', () => board.reset())), markLegend(
      { hit: 'Right place', near: 'Elsewhere in the word', miss: 'Not in the word' })),
  ]);
}

export async function boardPart() {
  const board = new LiveBoard();
  const keys = new Keyboard((name) => {
    if (name === 'Turn') board.caret.toggleDirection();
    else if (name === 'Backspace') board.erase();
    else if (name === 'Enter') board.caret.moveInOrder(1);
    else board.write(name);
  }, () => drawn());
  let drawn = () => {};
  const commands = ['Turn', 'Backspace'];
  const keysShown = async (caption, options) => {
    const draw = () => keys.draw({ shown: true, letters: ALPHABET, ...options });
    // The keys of other alphabets are loaded first.
    if (options.letters) await new Promise((resolve) => { drawn = resolve; draw(); });
    draw();
    return specimen(caption, still(byId('keys')));
  };
  const stills = boardStills(board);
  const places = placeStills(board);
  const keyboards = [
    await keysShown('With marks', { commands: ['Enter', 'Backspace'], marks: MARKED }),
    await keysShown('A picked key, no commands', { picked: 'E' }),
    await keysShown('A letter that the layout lacks', { letters: [...ALPHABET, 'Ñ'], commands }),
    await keysShown('Another alphabet', { letters: GREEK, commands }),
  ];
  board.reset();
  keys.draw({ shown: true, letters: ALPHABET, commands });
  return {
    id: 'part-board', title: 'Board and keys',
    about: 'BoardView draws each square; the caret marks a square and its line. Marks differ by shape too.',
    nodes: [group('Every state of a square', liveBoard(board)),
      group('Carets, bars and cursors', shelf('boards', stills)),
      group('Where one is, on letters of every colour', el('div', { id: 'places' }, shelf('tight', places))),
      group('On-screen keys', shelf('wide', keyboards))],
  };
}

export function picturesPart(games) {
  const colourOf = (_, index) => colourAt(index);
  const best = boardPicture('Ann', cellsOf(FULL), {
    words: WORDS.slice(0, 6), best: [WORDS[0]], colourOf: () => ANN.colour,
  });
  best.addEventListener('click', () => animateBest(best));
  const marks = ['hit', 'near', 'miss', 'wrong', 'right', 'revealed', 'pencil'];
  const marked = cellsOf('#CRA#/NESIT/BOARD/MUSIC/#..T#',
    (index) => ({ mark: marks[index % 8], number: index === 5 ? 1 : undefined }));
  const small = games.map((each) => {
    const picture = el('div', { class: 'pic', 'aria-hidden': 'true' });
    drawPicture(picture, exampleCells(each));
    return specimen(each.title, picture);
  });
  return {
    id: 'part-pictures', title: 'Boards as pictures', about: 'At the end of a game, in its replay, and on cards.',
    nodes: [shelf('boards', [
      specimen('Letters of several players', boardPicture('everybody', cellsOf(FULL), { colourOf })),
      specimen('Words, and the best line: press it', best),
      specimen('Marks, blocks and the last change', boardPicture('Ben', marked, { changed: 7 })),
      specimen('Empty', boardPicture('Cho', cellsOf('.'.repeat(25)))),
    ]), group('Small pictures', shelf('small', small))],
  };
}
