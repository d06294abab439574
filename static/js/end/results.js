/** The end of a game: the verdict, all boards with their words, and the buttons for what comes next. */
import { cellsOf, countedWords, wordItems } from '../board/words.js';
import { paint } from '../page/colours.js';
import { byId, el, setText, setVisible } from '../page/dom.js';
import { copyText, linkTo } from '../page/invite.js';
import { SIZE } from '../state/game-state.js';
import { language, text } from '../strings.js';
import { asClock, request } from '../wire/api.js';
import { animateBest, boardPicture } from './picture.js';
import { fetchText, openReplay } from './replay.js';

let drawnBoards = null;

/**
 * Draws the end if the boards have changed.
 * @param {import('../state/game-client.js').GameClient} client @param {import('../games/game.js').Game} game
 * @returns {Promise<boolean>} whether the end is drawn
 */
export async function drawResults(client, game) {
  const { state, me } = client;
  const { boards } = state;
  if (state.stale || drawnBoards === boards) return !state.stale;
  drawnBoards = boards;
  const [title, ...notes] = verdict(state, me, game);
  setText(byId('verdict'), title);
  setText(byId('end-note'), notes.filter(Boolean).join(' · '));
  const ranking = rankBoards(state, game);
  const panels = ranking.map((entry) => boardPanel(entry, client));
  const solution = game.solution(state);
  if (solution) panels.push(answerPanel(solution));
  byId('boards').replaceChildren(...panels);
  const more = byId('end-more');
  more.replaceChildren(...(boards.size === 1 ? wordSections(ranking[0], panels[0]) : []), ...clueAnswers(state.clues));
  prepareButtons(client, game, ranking);
  const best = byId('boards').querySelector('.picture:has(.best)');
  if (best) animateBest(best);
  if (state.day) more.append(await leaderTable(state.day, me, game));
  return true;
}

/** @returns {any[]} the title, then the notes below it */
function verdict(state, me, game) {
  const { result, seats, words, isPrivate } = state;
  const { winners = [], scores = {}, solves = [], answer, seconds = 0 } = result ?? {};
  const { end } = text;
  const [best] = solves;
  const points = [...Object.values(scores), words.get(0)?.score];
  // Points by seat make players rivals on a shared board too.
  const isContest = isPrivate || Object.keys(scores).length > 0;
  const several = winners.length > 0 && seats.size > 1 && isContest;
  const outcome = game.outcome(result ?? {}) ?? (best ? end.solved(asClock(best.seconds), best.guesses)
    : points[0] !== undefined ? text.points(points[0]) : answer ? end.unsolved : text.closed);
  return [several ? winnersText(winners, seats, me) : outcome, ...game.endNotes(result ?? {}, state),
    (several || !best || best.guesses) && end.played(asClock(seconds))];
}

function winnersText(winners, seats, me) {
  const names = winners.map((seat) => seats.get(seat)?.name ?? text.someone);
  if (names.length > 1) return text.shareWin(names.length > 3 ? text.several(names.length) : text.and(names));
  return winners[0] === me?.seat ? text.youWin : text.wins(names[0]);
}

/** The boards, best first, ties in the order of the seats. */
function rankBoards({ boards, seats, words, result }, game) {
  const { solves = [], scores = {}, winners = [] } = result ?? {};
  const several = boards.size > 1;
  return [...boards].map(([board, cells]) => {
    const place = solves.findIndex((solve) => solve.board === board);
    const score = scores[board] ?? words.get(board)?.score;
    const counted = countedWords(words.get(board));
    const wins = several && winners.includes(board);
    const lines = wins || !several ? scoringLines(counted) : [];
    const best = lines.reduce((a, b) => (b.points > a.points ? b : a), { points: 0 });
    const seat = seats.get(board) ?? { name: board ? text.someone : text.board };
    const total = game.total(score, solves[place], result ?? {});
    const scoringCells = new Set(counted.flatMap(cellsOf));
    const colourOf = ({ by }, index) => (board ? scoringCells.has(index) && seat.colour
      : game.showsAuthors && seats.size > 1 && seats.get(by)?.colour);
    const people = board ? [seat] : [...seats.values()];
    const order = place < 0 ? boards.size : place;
    const hasWords = words.has(board);
    return { board, cells, seat, people, score, counted, hasWords, wins, best, total, colourOf, order };
  }).sort((a, b) => a.order - b.order || b.score - a.score || a.board - b.board);
}

function boardPanel(entry, { me, state }) {
  const { cells, seat, people, counted, wins, best, total, colourOf } = entry;
  const several = state.boards.size > 1;
  // A private board has its points below the name.
  const { winners = [], scores = {} } = (!state.isPrivate && state.result) || {};
  const star = (seat) => people.length > 1 && winners.includes(seat)
    && el('span', { role: 'img', 'aria-label': text.winner }, '★');
  const points = ({ seat: number }) =>
    (number in scores ? [el('span', {}, text.points(scores[number])), star(number)] : []);
  const heads = people.map((each) => {
    const head = el('h3', {}, el('span', { class: 'dot' }), el('b', {}, each.name),
      each.seat && each.seat === me?.seat && el('span', { class: 'note' }, text.you), ...points(each));
    paint(head, each.colour);
    return head;
  });
  const item = el('li', { class: `panel${wins ? ' winner' : ''}` }, el('div', { class: 'people' }, ...heads),
    several && total && el('p', { class: 'total' }, total), wins && el('p', { class: 'crown' }, `★ ${text.winner}`),
    boardPicture(seat.name, cells, { words: counted, best: best.words, colourOf }));
  if (several) item.append(...wordSections(entry, item));
  paint(item, seat.colour);
  return item;
}

/** The words of a board with their points, and a table of its lines. */
function wordSections({ counted, hasWords, score, best }, item) {
  if (!hasWords || score === undefined) return [];
  if (!counted.length) return [el('p', { class: 'note' }, text.noWordsAtAll)];
  const again = () => animateBest(item.querySelector('.picture'));
  if (best.words) item.querySelector('.picture').addEventListener('click', again);
  return [el('section', {},
    best.words && el('button', { type: 'button', class: 'quiet', onclick: again },
      text.end.best(best.words.map((word) => word.text).join(', '), best.points)),
    el('ul', { class: 'word-list' }, ...wordItems(counted)),
    el('details', {}, el('summary', {}, text.end.lines), lineTable(counted, score)))];
}

/** @param {import('../state/game-state.js').Cell[]} solution */
const answerPanel = (solution) =>
  el('li', { class: 'panel' }, el('h3', {}, text.end.theAnswer), boardPicture(text.end.theAnswer, solution));

function prepareButtons(client, { hasShareText, showsAuthors }, ranking) {
  const { state, game, me } = client;
  const shared = hasShareText && state.boards.size > 0;
  // Fetched in advance: some browsers allow copying only directly in the click handler.
  const result = shared && fetchText(client, 'share');
  const mine = ranking.find(({ board }) => board === me?.seat) ?? ranking[0];
  const actions = {
    replay: () => openReplay(client, showsAuthors),
    'copy-result': async () => (await result) && copyText(await result + linkTo(game), text.resultCopied),
    'save-picture': async () => {
      const drawing = await fetchText(client, `boards/${mine.board}`, 'image/svg+xml');
      const href = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' }));
      if (drawing) el('a', { href, download: `fivebyfive-${game}.svg` }).click();
      setTimeout(() => URL.revokeObjectURL(href), 1000);
    },
  };
  for (const [id, act] of Object.entries(actions)) byId(id).onclick = act;
  setVisible(byId('copy-result'), shared);
  for (const id of ['replay', 'save-picture']) setVisible(byId(id), Boolean(mine));
}

/** The lines that score. @returns {{name: string, words: any[], points: number}[]} */
function scoringLines(words) {
  const lines = {};
  for (const word of words) {
    const [first, second] = cellsOf(word);
    const index = { across: Math.floor(first / SIZE), down: first % SIZE }[word.direction] ?? second < first;
    const name = text.end.line[word.direction](index);
    const line = (lines[name] ??= { name, words: [], points: 0 });
    line.words.push(word);
    line.points += word.points;
  }
  return Object.values(lines);
}

const row = (tag, values, more) => el('tr', more, ...values.map((value) => el(tag, {}, String(value))));

/** @param {string} caption @param {string[]} heads @param {Node[]} rows */
const table = (caption, heads, rows) => el('table', {}, el('caption', {}, caption),
  el('thead', {}, row('th', heads)), el('tbody', {}, ...rows));

/** @param {any[]} words @param {number} score may include a bonus for full lines */
function lineTable(words, score) {
  const lines = scoringLines(words).map(({ name, words: found, points }) =>
    [name, found.map((word) => word.text).join(', '), points]);
  const bonus = score - lines.reduce((sum, [, , points]) => sum + points, 0);
  if (bonus) lines.push([text.end.bonus, '', bonus]);
  return table(text.end.lines, text.end.lineHeads, lines.map((line) => row('td', line)));
}

/** The clues with their answers. */
const clueAnswers = (clues) => Object.entries(clues ?? {}).map(([direction, list]) =>
  el('section', {}, el('h3', {}, text[direction]), el('ul', { class: 'answers' },
    ...list.map(({ number, label, clue, answer }) => el('li', {}, el('span', {}, label ?? String(number)),
      el('span', {}, clue, ' ', el('b', {}, answer)))))));

/** The day's first ten, and the reader. */
async function leaderTable(day, me, game) {
  const { ok, data } = await request('GET', `/leaderboards/${game.name}?period=day&date=${day}&limit=100`);
  const isMine = ({ name }) => name.toLowerCase() === me?.name.toLowerCase();
  const rows = (ok ? [...data.entries, ...data.assisted] : [])
    .filter((leader, index) => index < 10 || isMine(leader))
    .map((leader) => {
      const { rank = text.end.helped, name } = leader;
      return row('td', [rank, name, game.leaderValue(leader)], { class: isMine(leader) && 'mine' });
    });
  if (!rows.length) return '';
  const date = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const caption = text.end.bestOf(date.format(new Date(day)));
  return el('section', {}, table(caption, [...text.end.leaderHeads, game.leaderColumn], rows));
}
