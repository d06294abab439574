/** The boards that a spectator may see: one while it is played on, all of them at the end. */
import { boardPicture } from '../../end/picture.js';
import { rankBoards } from '../../end/verdict.js';
import { say as end } from '../../end/words.js';
import { paint } from '../../page/colours.js';
import { el } from '../../page/dom.js';
import { text } from '../../strings.js';

const PEER_DURATION = 45000;
/** The most boards that are shown at the end, the best ones. */
const MOST = 12;

/** The shared board, with the players' cursors and a glow on letters that are new. */
export class LiveBoard {
  node = el('div', { class: 'live' });
  #key = '';
  #values = [];
  /** @type {Map<number, {cell: number, at: number}>} the players' cursors, by seat */
  #peers = new Map();

  /** Forgets the game before. */
  clear() {
    this.#key = '';
    this.#values = [];
    this.#peers.clear();
    this.node.replaceChildren();
  }

  setCursor({ seat, cell }) {
    if (cell == null) this.#peers.delete(seat);
    else this.#peers.set(seat, { cell, at: Date.now() });
  }

  /** @param {import('../../state/game-state.js').GameState} state with one board */
  draw(state, game) {
    const [entry] = rankBoards(state, game);
    const { cells, counted, title, colourOf } = entry;
    const peers = this.#currentPeers(state.seats);
    const key = JSON.stringify([cells, counted, cells.map(colourOf), peers]);
    if (key === this.#key) return;
    this.#key = key;
    const picture = boardPicture(title, cells, { words: counted, colourOf });
    const tiles = picture.querySelectorAll('.cell');
    const isFirst = this.#values.length === 0;
    cells.forEach(({ value }, index) => {
      if (!isFirst && value && value !== this.#values[index]) tiles[index].classList.add('fresh');
    });
    this.#values = cells.map(({ value }) => value);
    for (const { cell, name: owner, colour } of peers) {
      const peer = el('i', { class: 'peer' }, el('i', { class: 'tag' }, owner));
      paint(peer, colour);
      tiles[cell]?.append(peer);
    }
    this.node.replaceChildren(picture);
  }

  #currentPeers(seats) {
    return [...this.#peers].filter(([seat, { at }]) => seats.has(seat) && Date.now() - at < PEER_DURATION)
      .map(([seat, { cell }]) => ({ cell, name: seats.get(seat).name, colour: seats.get(seat).colour }));
  }
}

/**
 * The boards of a finished game, best first, and the answer if nobody found it.
 * @param {import('../../state/game-state.js').GameState} state @param {import('../../games/game.js').Game} game
 * @returns {HTMLElement[]}
 */
export function endPanels(state, game) {
  const entries = rankBoards(state, game).slice(0, MOST);
  const panels = entries.map((entry) => panel(entry, state, entries.length > 1));
  const solution = game.solution(state);
  if (solution) {
    panels.push(el('li', { class: 'panel' }, el('h3', {}, end.theAnswer), boardPicture(end.theAnswer, solution)));
  }
  return panels;
}

function panel(entry, { result, isPrivate }, isOneOfSeveral) {
  const { board, title, cells, seat, people, counted, wins, best, total, colourOf } = entry;
  const { winners = [], scores = {} } = (!isPrivate && result) || {};
  const scorers = Object.values(scores).some(Boolean) ? people.filter(({ seat: number }) => number in scores) : [];
  const headings = isOneOfSeveral ? [heading(seat, total, wins)]
    : scorers.map((each) => heading(each, text.points(scores[each.seat]), winners.includes(each.seat)));
  const picture = boardPicture(title, cells, { words: counted, best: best.words, colourOf });
  const item = el('li', { class: `panel${wins ? ' winner' : ''}`, 'data-board': board }, ...headings, picture);
  if (isOneOfSeveral) paint(item, seat.colour);
  return item;
}

function heading({ name, colour }, points, wins) {
  const star = wins && el('span', { class: 'star', role: 'img', 'aria-label': text.winner }, '★');
  const head = el('h3', {}, star || el('span', { class: 'dot' }), el('b', {}, name),
    points && el('span', { class: 'total' }, points));
  paint(head, colour);
  return head;
}
