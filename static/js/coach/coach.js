/**
 * The coach: what the moves of a finished game have cost, and what would have been better.
 *
 * It does not depend on the game. The fields of the review tell what a move is: a letter in a cell, a word, two cells
 * or a clue.
 */
import { boardPicture } from '../end/picture.js';
import { el, setText } from '../page/dom.js';
import { SIZE, square } from '../state/game-state.js';
import { locale, text } from '../strings.js';
import { asClock, request } from '../wire/api.js';
import { say } from './words.js';

const COSTLIEST = 3;
/** The longest time to wait for a review, in milliseconds. */
const PATIENCE = 60_000;

/** The least loss that is mentioned, by unit: a smaller one would be shown as 0. */
const LEAST = { seconds: 1 };
const isWorthAWord = (unit, amount) => amount >= (LEAST[unit] ?? 0.05);

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** @param {string} unit @param {number} amount */
const amountText = (unit, amount) =>
  (say.amount[unit] ?? ((_, shown) => shown))(amount, unit === 'seconds' ? asClock(amount) : number.format(amount));

const signed = (unit, amount) => (amount > 0 ? '+' : amount < 0 ? '−' : '') + amountText(unit, Math.abs(amount));

/**
 * Asks for the review until it is ready.
 * @param {import('../state/game-client.js').GameClient} client
 * @returns {Promise<any>} null if there is none, undefined if it cannot be had now
 */
async function fetchReview(client) {
  const { game, token, state } = client;
  const seat = state.isPrivate ? `?seat=${boardOf(client)}` : '';
  for (let waited = 0; waited < PATIENCE;) {
    const { status, ok, data, retryAfter } = await request('GET', `/games/${game}/review${seat}`, { token });
    if (status !== 202) return ok ? data : status === 404 ? null : undefined;
    const pause = retryAfter || 1000;
    waited += pause;
    await new Promise((resolve) => { setTimeout(resolve, pause); });
  }
  return undefined;
}

/** The number of the reader's board; for spectators the winner's. */
function boardOf({ state, me }) {
  const [first] = state.boards.keys();
  const { winners = [] } = state.result ?? {};
  return state.isPrivate ? [me?.seat, winners[0], first].find((each) => state.boards.has(each)) : first;
}

/** Fills `node` with the review. @param {HTMLElement} node @param {import('../state/game-client.js').GameClient} client */
export async function openCoach(node, client) {
  node.replaceChildren(el('p', { class: 'note', role: 'status' }, say.looking));
  const review = await fetchReview(client);
  if (!review?.moves.length) {
    node.replaceChildren(el('p', { class: 'note', role: 'status' }, review === undefined ? say.failed : say.nothing));
    return review !== undefined;
  }
  node.replaceChildren(new Coach(review, client).node);
  return true;
}

class Coach {
  #review;
  #client;
  #cells;
  #index = 0;
  #picture = el('div', { class: 'coach-picture' });
  #where = el('p', { class: 'note' });
  #what = el('div', { class: 'coach-move', 'aria-live': 'polite' });
  #steps = [[say.back, -1], [say.next, 1]].map(([label, by]) =>
    el('button', { type: 'button', onclick: () => this.#show(this.#index + by) }, label));

  constructor(review, client) {
    this.#review = review;
    this.#client = client;
    this.#cells = client.state.boards.get(boardOf(client));
    const costliest = this.#costliest();
    this.node = el('div', { class: 'coach' }, this.#picture, el('div', { class: 'coach-words' },
      this.#figures(), this.#where, this.#what, el('div', { class: 'buttons' }, ...this.#steps),
      this.#list(costliest), this.#meaning()));
    this.#show(costliest[0] ?? 0);
  }

  /** The moves that have cost the most; of clues without a measure, those that took longest. */
  #costliest() {
    const weight = ({ loss, seconds }) => (this.#isMeasured ? loss : seconds ?? 0);
    const { moves, unit } = this.#review;
    return [...moves.keys()].filter((index) => isWorthAWord(unit, weight(moves[index])))
      .sort((one, other) => weight(moves[other]) - weight(moves[one])).slice(0, COSTLIEST);
  }

  get #isMeasured() {
    return this.#review.moves.some(({ median }) => median !== null);
  }

  #figures() {
    const { unit, summary: { lost, luck } } = this.#review;
    if (!this.#isMeasured) return '';
    // A game without chance has no luck to show.
    const rows = [[say.given[unit] ?? say.given.other, amountText(unit, lost)],
      ...(this.#review.moves.some((move) => move.luck) ? [[say.luck[unit] ?? say.luck.other, signed(unit, luck)]] : [])];
    return el('dl', { class: 'coach-figures' }, ...rows.map(([name, value]) =>
      el('div', {}, el('dt', {}, name), el('dd', {}, value))));
  }

  #list(costliest) {
    if (!costliest.length) return el('p', {}, say.perfect);
    const { moves } = this.#review;
    return el('section', {}, el('h3', {}, this.#isMeasured ? say.costliest : say.unmeasured),
      el('ul', { class: 'coach-list' }, ...costliest.map((index) => el('li', {},
        el('button', { type: 'button', class: 'quiet', onclick: () => this.#show(index) },
          el('span', {}, this.#name(moves[index])), el('b', {}, this.#cost(moves[index])))))));
  }

  #cost({ loss, seconds }) {
    const { unit } = this.#review;
    return this.#isMeasured ? amountText(unit, loss) : asClock(seconds);
  }

  /** The move in a few words. */
  #name({ played, clue }) {
    if (clue) return say.clue(clue.split('-')[0], text[clue.split('-')[1]]);
    if ('word' in played) return say.guessed(this.#client.state.written(played.word));
    if ('from' in played) return say.swapped(square(played.from), square(played.to));
    return say.placed(played.letter, square(played.cell));
  }

  /** Sentences about the move. */
  #sentences(move) {
    const { played, best, loss, mark, remaining, median, rewrites, seconds } = move;
    const { unit } = this.#review;
    const isCostly = isWorthAWord(unit, loss);
    if (move.clue) {
      return [asClock(seconds), median !== null && say.usual(asClock(median)), rewrites > 0 && say.rewrites(rewrites)];
    }
    const better = isCostly && ('word' in best ? say.guessedBetter(this.#client.state.written(best.word))
      : 'from' in best ? say.swappedBetter(square(best.from), square(best.to))
        : say.placedBetter(best.letter, square(best.cell)));
    return [isCostly ? say.cost(say.marks[mark], amountText(unit, loss)) : say.marks[mark], better, remaining && say.remaining(...remaining)];
  }

  #show(index) {
    const { moves } = this.#review;
    this.#index = Math.min(Math.max(index, 0), moves.length - 1);
    const move = moves[this.#index];
    setText(this.#where, say.move(this.#index + 1, moves.length));
    this.#what.dataset.mark = move.mark;
    this.#what.replaceChildren(el('h3', {}, this.#name(move)),
      ...this.#sentences(move).filter(Boolean).map((sentence) => el('p', {}, sentence)));
    this.#picture.replaceChildren(this.#draw(move));
    this.#steps[0].disabled = this.#index === 0;
    this.#steps[1].disabled = this.#index === moves.length - 1;
  }

  /** The board before the move, with the cells of the move and of the better one. */
  #draw(move) {
    const picture = boardPicture(say.picture, this.#before(move));
    const tiles = [...picture.querySelectorAll('.cell')];
    for (const cell of this.#cellsOf(move, move.played)) tiles[cell]?.classList.add('played');
    const { cell, from, to } = move.best;
    for (const each of move.loss > 0 ? [cell, from, to] : []) tiles[each]?.classList.add('better');
    return picture;
  }

  #cellsOf({ clue }, { cell, from, to, word }) {
    if (clue) return this.#slot(clue);
    if (word) return Array.from({ length: SIZE }, (_, column) => this.#index * SIZE + column);
    return [cell, from, to].filter((each) => each !== undefined);
  }

  /** The cells of a clue such as `3-down`. */
  #slot(clue) {
    const [wanted, direction] = clue.split('-');
    const found = this.#client.state.clues?.[direction]?.find((each) => String(each.number) === wanted);
    const step = direction === 'down' ? SIZE : 1;
    return found ? Array.from({ length: found.length }, (_, place) => found.cell + step * place) : [];
  }

  /** The letters before the move, computed from those at the end. */
  #before({ played, clue }) {
    const cells = this.#cells.map((cell) => ({ ...cell }));
    const later = this.#review.moves.slice(this.#index);
    if (clue) return cells;
    if ('from' in played) {
      for (const { played: { from, to } } of later.reverse()) {
        [cells[from].value, cells[to].value] = [cells[to].value, cells[from].value];
      }
      return cells.map((cell) => ({ ...cell, mark: undefined }));
    }
    // The row of this guess stays: its marks are what the move is about.
    if ('word' in played) {
      return cells.map((cell, index) => (Math.floor(index / SIZE) > this.#index ? { ...cell, value: '', mark: undefined } : cell));
    }
    for (const { played: { cell } } of later) cells[cell].value = '';
    cells[played.cell].value = played.letter;
    return cells;
  }

  /** The meaning of the hidden word, once it is known. */
  #meaning() {
    const { answer } = this.#client.state.result ?? {};
    const { lexicon } = this.#review;
    const node = el('p', { class: 'note' });
    if (!answer || !lexicon || answer.includes('/')) return node;
    const path = `/lexicons/${encodeURIComponent(lexicon)}/words/${encodeURIComponent(answer.toLowerCase())}`;
    request('GET', path).then(({ ok, data }) => {
      if (ok && data.gloss) setText(node, say.meaning(this.#client.state.written(answer), data.gloss));
    });
    return node;
  }
}
