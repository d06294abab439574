/** The end of a game: who won, all boards with what is on them, and what one can do next. */
import { cellsOf, countedOf, wordItems } from '../board/words.js';
import { paint } from '../page/colours.js';
import { byId, el, say, show } from '../page/dom.js';
import { copyText, linkTo } from '../page/invite.js';
import { SIZE } from '../state/game-state.js';
import { language, text } from '../strings.js';
import { asClock, request } from '../wire/api.js';
import { perform, picture } from './picture.js';
import { load, replay } from './replay.js';

let drawn = null;

/**
 * Called whenever anything has changed.
 * @param {import('../state/game-client.js').GameClient} client @param {import('../games/game.js').Game} game
 * @returns {Promise<boolean>} whether the end is drawn
 */
export async function drawResults(client, game) {
  const { state, me } = client;
  const { boards } = state;
  if (state.stale || drawn === boards) return !state.stale;
  drawn = boards;
  const [title, ...notes] = verdict(state, me, game);
  say(byId('verdict'), title);
  say(byId('end-note'), notes.filter(Boolean).join(' · '));
  const ranking = rank(state, game);
  const panels = ranking.map((entry) => panel(entry, client));
  const solution = game.solution(state);
  if (solution) panels.push(answerPanel(solution));
  byId('boards').replaceChildren(...panels);
  const more = byId('end-more');
  more.replaceChildren(...(boards.size === 1 ? wordsOf(ranking[0], panels[0]) : []), ...answers(state.clues));
  prepareButtons(client, game, ranking);
  const best = byId('boards').querySelector('.picture:has(.best)');
  if (best) perform(best);
  if (state.day) more.append(await leaders(state.day, me, game));
  return true;
}

/** What to say large, then what to say small. */
function verdict({ result, seats, words }, me, game) {
  const { winners = [], scores = {}, solves = [], answer, seconds = 0 } = result ?? {};
  const { end } = text;
  const [best] = solves;
  const points = [...Object.values(scores), words.get(0)?.score];
  const several = winners.length > 0 && seats.size > 1 && (best?.seat || points.length > 2);
  const how = best ? end.solved(asClock(best.seconds), best.guesses)
    : points[0] !== undefined ? text.points(points[0]) : answer ? end.unsolved : text.closed;
  return [several ? won(winners, seats, me) : how, ...game.endNotes(result ?? {}),
    (several || !best || best.guesses) && end.played(asClock(seconds))];
}

function won(winners, seats, me) {
  const names = winners.map((seat) => seats.get(seat)?.name ?? text.someone);
  if (names.length > 1) return text.shareWin(names.length > 3 ? text.several(names.length) : text.and(names));
  return winners[0] === me?.seat ? text.youWin : text.wins(names[0]);
}

/** Best first; what is equal by seat. */
function rank({ boards, seats, words, result }, { showsAuthors }) {
  const { solves = [], scores = {}, winners = [] } = result ?? {};
  const several = boards.size > 1;
  return [...boards].map(([board, cells]) => {
    const place = solves.findIndex((solve) => solve.board === board);
    const score = scores[board] ?? words.get(board)?.score;
    const counted = countedOf(words.get(board));
    const wins = several && winners.includes(board);
    const lines = wins || !several ? linesOf(counted) : [];
    const best = lines.reduce((a, b) => (b.points > a.points ? b : a), { points: 0 });
    const seat = seats.get(board) ?? { name: board ? text.someone : text.board };
    const total = score !== undefined ? text.points(score)
      : solves[place] ? text.end.solve(asClock(solves[place].seconds), solves[place]) : text.end.unsolved;
    const within = new Set(counted.flatMap(cellsOf));
    const colourOf = ({ by }, index) => (board ? within.has(index) && seat.colour
      : showsAuthors && seats.size > 1 && seats.get(by)?.colour);
    const people = board ? [seat] : [...seats.values()];
    const order = place < 0 ? boards.size : place;
    return { board, cells, seat, people, score, counted, wins, best, total, colourOf, order };
  }).sort((a, b) => a.order - b.order || b.score - a.score || a.board - b.board);
}

function panel(entry, { me, state }) {
  const { cells, seat, people, counted, wins, best, total, colourOf } = entry;
  const several = state.boards.size > 1;
  const heads = people.map((each) => {
    const head = el('h3', {}, el('span', { class: 'dot' }), el('b', {}, each.name),
      each.seat && each.seat === me?.seat && el('span', { class: 'note' }, text.you));
    paint(head, each.colour);
    return head;
  });
  const item = el('li', { class: `panel${wins ? ' winner' : ''}` }, el('div', { class: 'people' }, ...heads),
    several && el('p', { class: 'total' }, total), wins && el('p', { class: 'crown' }, `★ ${text.winner}`),
    picture(seat.name, cells, { words: counted, best: best.words, colourOf }));
  if (several) item.append(...wordsOf(entry, item));
  paint(item, seat.colour);
  return item;
}

/** The words of a board with their points, line by line for who wants to know. */
function wordsOf({ counted, score, best }, item) {
  if (score === undefined) return [];
  if (!counted.length) return [el('p', { class: 'note' }, text.noWordsAtAll)];
  const again = () => perform(item.querySelector('.picture'));
  if (best.words) item.querySelector('.picture').addEventListener('click', again);
  return [el('section', {},
    best.words && el('button', { type: 'button', class: 'quiet', onclick: again },
      text.end.best(best.words.map((word) => word.text).join(', '), best.points)),
    el('ul', { class: 'word-list' }, ...wordItems(counted)),
    el('details', {}, el('summary', {}, text.end.lines), lineTable(counted, score)))];
}

/** What was to be found, where nobody has. @param {import('../state/game-state.js').Cell[]} solution */
const answerPanel = (solution) =>
  el('li', { class: 'panel' }, el('h3', {}, text.end.theAnswer), picture(text.end.theAnswer, solution));

function prepareButtons(client, { hasShareText, showsAuthors }, ranking) {
  const { state, game, me } = client;
  const shared = hasShareText && state.boards.size > 0;
  // Asked for beforehand: some browsers copy only in the very moment of the press.
  const result = shared && load(client, 'share');
  const mine = ranking.find(({ board }) => board === me?.seat) ?? ranking[0];
  const actions = {
    replay: () => replay(client, showsAuthors),
    'copy-result': async () => (await result) && copyText(await result + linkTo(game), text.resultCopied),
    'save-picture': async () => {
      const drawing = await load(client, `boards/${mine.board}`, 'image/svg+xml');
      const href = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' }));
      if (drawing) el('a', { href, download: `fivebyfive-${game}.svg` }).click();
      setTimeout(() => URL.revokeObjectURL(href), 1000);
    },
  };
  for (const [id, act] of Object.entries(actions)) byId(id).onclick = act;
  show(byId('copy-result'), shared);
  for (const id of ['replay', 'save-picture']) show(byId(id), Boolean(mine));
}

/** The lines that score. @returns {{name: string, words: any[], points: number}[]} */
function linesOf(words) {
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

/** @param {any[]} words @param {number} score to which full lines may add a bonus */
function lineTable(words, score) {
  const lines = linesOf(words).map(({ name, words: found, points }) =>
    [name, found.map((word) => word.text).join(', '), points]);
  const bonus = score - lines.reduce((sum, [, , points]) => sum + points, 0);
  if (bonus) lines.push([text.end.bonus, '', bonus]);
  return table(text.end.lines, text.end.lineHeads, lines.map((line) => row('td', line)));
}

/** The clues of a crossword with their answers. */
const answers = (clues) => Object.entries(clues ?? {}).map(([direction, list]) =>
  el('section', {}, el('h3', {}, text[direction]), el('ul', { class: 'answers' },
    ...list.map(({ number, label, clue, answer }) => el('li', {}, el('span', {}, label ?? String(number)),
      el('span', {}, clue, ' ', el('b', {}, answer)))))));

/** The first ten of the day, and the reader. */
async function leaders(day, me, game) {
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
  return el('section', {}, table(caption, [...text.end.leaderHeads, game.leaderHead], rows));
}
