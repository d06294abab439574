/** The end of a called-letters game: all boards side by side with their words, the winners, and the result as text. */
import { paint } from './colours.js';
import { byId, el, say } from './dom.js';
import { copyText, linkTo } from './invite.js';
import { text } from '../strings.js';
import { rulesOf } from './waiting.js';
import { cellsOf, countedOf, wordItems } from '../board/words.js';

let drawn = null;

/** @param {import('../state/game-client.js').GameClient} client */
export function drawResults(client) {
  const { state, me } = client;
  if (state.stale || drawn === state.boards) return;
  drawn = state.boards;
  const ranking = rank(state);
  say(byId('verdict'), verdict(state, me));
  const several = ranking.length > 1;
  byId('boards').replaceChildren(...ranking.map((entry) => panel(entry, several, entry.number === me?.seat)));
  byId('copy-result').onclick = () => copyText(asText(client, ranking), text.resultCopied);
}

/** Best first; equal scores by seat. */
function rank({ boards, seats, words, result }) {
  return [...boards.keys()].map((number) => ({
    number,
    seat: seats.get(number) ?? { name: text.someone },
    score: result?.scores?.[number] ?? words.get(number)?.score ?? 0,
    winner: Boolean(result?.winners?.includes(number)),
    words: countedOf(words.get(number)),
    rows: rowsOf(words.get(number)?.text),
  })).sort((a, b) => b.score - a.score || a.number - b.number);
}

const rowsOf = (board) => (board ?? '').split('/').map((row) => [...row].map((sign) => (sign === '.' ? '' : sign)));

function verdict({ seats, result }, me) {
  const winners = result?.winners ?? [];
  if (!winners.length) return text.closed;
  const scores = Object.values(result.scores);
  if (scores.length === 1) return text.points(scores[0]);
  const names = winners.map((seat) => seats.get(seat)?.name ?? text.someone);
  if (names.length > 1) return text.shareWin(names.length > 3 ? text.several(names.length) : text.and(names));
  return winners[0] === me?.seat ? text.youWin : text.wins(names[0]);
}

function panel({ seat, score, winner, words, rows }, several, mine) {
  const name = el('h3', {}, el('span', { class: 'dot' }), el('b', {}, seat.name));
  if (mine) name.append(el('span', { class: 'note' }, text.you));
  const total = el('p', { class: 'total' }, text.points(score));
  if (winner && several) total.append(el('span', { class: 'crown' }, `★ ${text.winner}`));
  const list = words.length ? el('ul', { class: 'word-list' }, ...wordItems(words)) : el('p', {}, text.noWordsAtAll);
  const item = el('li', { class: `panel${winner && several ? ' winner' : ''}` });
  item.append(name, total, picture(seat, rows, words), list);
  paint(item, seat.colour);
  return item;
}

function picture(seat, rows, words) {
  const label = text.boardOf(seat.name, rows.map((row) => row.map((sign) => sign || '–').join(' ')).join(', '));
  const letters = rows.flat();
  const within = new Set(words.flatMap(cellsOf));
  return el('div', { class: 'picture', role: 'img', 'aria-label': label },
    ...letters.map((letter, index) => el('span', { class: within.has(index) ? 'scored' : '' }, letter)));
}

/** The result to paste into a message. */
function asText({ state, game }, ranking) {
  const [rules] = rulesOf(state.scoring);
  const boards = ranking.map(({ seat, score, winner, rows, words }) => [
    `${winner && ranking.length > 1 ? '★ ' : ''}${seat.name}: ${text.points(score)}`,
    ...rows.map((row) => row.map((letter) => letter || '·').join(' ')),
    words.map((word) => `${word.text} ${word.points}`).join(', '),
  ].join('\n').trim());
  return [`${text.brand} · ${state.title || text.kinds[state.rules]} · ${rules}`, ...boards, linkTo(game)].join('\n\n');
}
