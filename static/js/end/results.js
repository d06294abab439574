/** The end of a game: who won, all boards with what is on them, and what one can do next. */
import { cellsOf } from '../board/own-board.js';
import { countedOf, wordItems } from '../board/words.js';
import { explain, toast } from '../page/announce.js';
import { byId, el, say, show } from '../page/dom.js';
import { copyText, linkTo } from '../page/invite.js';
import { paint } from '../page/colours.js';
import { headersFor } from '../wire/api.js';
import { asClock } from '../wire/server-clock.js';
import { text } from '../strings.js';
import { answers, leaders, lineTable, linesOf } from './details.js';
import { perform, picture } from './picture.js';
import { replay } from './replay.js';

let drawn = null;
let watched = false;

/** Draws the end when there is one, and is told of every change. @param {import('../state/game-client.js').GameClient} client */
export function drawResults(client) {
  const { state, me } = client;
  const over = state.phase === 'finished' && !state.stale;
  show(byId('finished-part'), over);
  if (!over) return void (watched ||= state.sequence !== null && state.phase === 'playing');
  show(byId('again'), Boolean(me) && !state.next);
  if (drawn === state.boards) return;
  drawn = state.boards;
  const [title, ...notes] = verdict(state, me);
  const ranking = rank(state);
  say(byId('verdict'), title);
  say(byId('end-note'), notes.filter(Boolean).join(' · '));
  const drawings = ranking.map((entry) => panel(entry, client, ranking.length > 1));
  const panels = drawings.map(({ item }) => item);
  if (state.result?.answer && !state.result.solves.length && state.rules === 'mini') panels.push(answerPanel(state));
  byId('boards').replaceChildren(...panels);
  byId('end-more').replaceChildren(...drawings.flatMap(({ beside }) => beside), ...answers(state.clues));
  prepareButtons(client, ranking);
  if (watched) byId('verdict').focus();
  watched = false;
  const [best] = byId('boards').querySelectorAll('.picture:has(.best)');
  if (best) perform(best);
  if (state.day) leaders(client).then((table) => drawn === state.boards && table && byId('end-more').append(table));
}

/** @returns {string[]} what to say large, then what to say small */
function verdict({ rules, result, seats, words }, me) {
  const { winners = [], scores, solves = [], answer, assisted, seconds } = result ?? {};
  const names = winners.map((seat) => seats.get(seat)?.name ?? text.someone);
  const time = asClock(seconds ?? 0);
  const won = () => {
    if (names.length > 1) return text.shareWin(names.length > 3 ? text.several(names.length) : text.and(names));
    return winners[0] === me?.seat ? text.youWin : text.wins(names[0]);
  };
  if (rules === 'free') return words.has(0) ? [text.points(words.get(0).score), text.end.played(time)] : [text.finished(time)];
  if (rules === 'square') {
    if (!winners.length) return [text.closed];
    const [points, ...others] = Object.values(scores);
    return [others.length ? won() : text.points(points), text.end.played(time)];
  }
  const word = rules === 'guess' && answer && text.end.answer(answer);
  const [best] = solves;
  if (!best) return [answer ? text.end.unsolved : text.closed, word, text.end.played(time)];
  const alone = best.seat === undefined || seats.size === 1;
  const how = best.guesses ? text.end.inGuesses(best.guesses) : text.end.inTime(asClock(best.seconds));
  const help = rules === 'mini' && (assisted ? text.end.assisted : text.end.unassisted);
  return [alone ? how : won(), word, help, best.guesses && text.end.played(time)];
}

/** Best first; what is equal by seat. */
function rank({ boards, seats, words, result }) {
  const { solves = [], scores = {}, winners = [] } = result ?? {};
  return [...boards].map(([board, cells]) => {
    const solve = solves.find((each) => each.board === board);
    return {
      board, cells, solve, seat: seats.get(board), words: countedOf(words.get(board)),
      score: scores[board] ?? words.get(board)?.score,
      place: solve ? solves.indexOf(solve) : solves.length, winner: winners.includes(board),
    };
  }).sort((a, b) => a.place - b.place || (b.score ?? 0) - (a.score ?? 0) || a.board - b.board);
}

function panel(entry, { state, me }, several) {
  const { board, cells, seat, words, winner } = entry;
  const name = seat?.name ?? (board ? text.someone : text.board);
  const item = el('li', { class: `panel${winner && several ? ' winner' : ''}` });
  const total = totalOf(entry, state, several);
  const people = board ? [seat ?? { name }] : [...state.seats.values()];
  const lines = linesOf(words);
  const best = words.length && (winner || !several) ? lines.reduce((a, b) => (b.points > a.points ? b : a)) : null;
  const scored = new Set(words.flatMap(cellsOf));
  const colourOf = ({ by }, index) => {
    if (board) return state.rules === 'square' && scored.has(index) ? seat?.colour : undefined;
    return state.seats.size > 1 && state.rules !== 'guess' ? state.seats.get(by)?.colour : undefined;
  };
  const drawing = picture(name, cells, { words, colourOf, best: best?.words });
  item.append(el('div', { class: 'people' }, ...people.map((each) => who(each, each.seat === me?.seat))));
  if (total) item.append(el('p', { class: 'total' }, total));
  if (winner && several) item.append(el('p', { class: 'crown' }, `★ ${text.winner}`));
  item.append(drawing);
  const found = state.words.has(board) && state.rules !== 'guess' ? wordsOf(entry, best, drawing) : [];
  if (several) item.append(...found);
  paint(item, seat?.colour);
  return { item, beside: several || !found.length ? [] : [el('section', {}, ...found)] };
}

function who({ name, colour }, mine) {
  const line = el('h3', {}, el('span', { class: 'dot' }), el('b', {}, name),
    mine && el('span', { class: 'note' }, text.you));
  paint(line, colour);
  return line;
}

function totalOf({ score, solve }, { rules, result }, several) {
  if (!several) return '';
  if (score !== undefined) return text.points(score);
  if (!result?.solves) return '';
  if (!solve) return text.end.notSolved;
  const time = asClock(solve.seconds);
  if (rules === 'guess') return text.end.guessesAndTime(solve.guesses, time);
  return solve.assisted ? text.end.withHelp(time) : time;
}

/** The words of a board with their points, line by line for who wants to know. */
function wordsOf({ words, score }, best, drawing) {
  if (!words.length) return [el('p', { class: 'note' }, text.noWordsAtAll)];
  const again = best && el('button', { type: 'button', class: 'quiet', onclick: () => perform(drawing) },
    text.end.best(best.words.map((word) => word.text).join(', '), best.points));
  if (best) drawing.addEventListener('click', () => perform(drawing));
  return [again, el('ul', { class: 'word-list' }, ...wordItems(words)),
    el('details', {}, el('summary', {}, text.end.lines), lineTable(words, score))].filter(Boolean);
}

/** What was to be found, where nobody has. */
function answerPanel({ boards, result }) {
  const [cells] = boards.values();
  const signs = [...result.answer.replaceAll('/', '')];
  const solved = cells.map(({ mark, by, ...cell }, index) =>
    ({ ...cell, value: cell.kind === 'letter' ? signs[index] : cell.value }));
  return el('li', { class: 'panel' }, el('h3', {}, text.end.theAnswer), picture(text.end.theAnswer, solved));
}

function prepareButtons(client, ranking) {
  const { state, game, me } = client;
  const path = `/games/${encodeURIComponent(game)}`;
  const load = (end, more) => fetch(path + end, { headers: headersFor(client.token, more) })
    .then((answer) => (answer.ok ? answer.text() : null), () => null);
  // Asked for beforehand: some browsers copy only in the very moment of the press.
  let result = null;
  const shared = state.rules !== 'free' && state.boards.size > 0;
  show(byId('copy-result'), shared);
  if (shared) load('/share').then((lines) => { result = lines; });
  const mine = (ranking.find(({ board }) => board === me?.seat) ?? ranking[0])?.board;
  const actions = {
    again: async () => explain(await client.act('rematch')),
    'copy-result': async () => {
      result ??= await load('/share');
      if (result === null) toast(text.noConnection);
      else copyText(result + linkTo(game), text.resultCopied);
    },
    replay: () => replay(client),
    'save-picture': async () => {
      const drawing = await load(`/boards/${mine}`, { Accept: 'image/svg+xml' });
      if (drawing === null) return toast(text.noConnection);
      const href = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' }));
      el('a', { href, download: `fivebyfive-${game}.svg` }).click();
      setTimeout(() => URL.revokeObjectURL(href), 60_000);
    },
  };
  for (const [id, act] of Object.entries(actions)) byId(id).onclick = act;
  show(byId('replay'), state.boards.size > 0);
  show(byId('save-picture'), state.boards.size > 0);
}
