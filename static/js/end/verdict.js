/** Who won, how, and the order of the boards. */
import { cellsOf, countedWords } from '../board/words.js';
import { SIZE } from '../state/game-state.js';
import { text } from '../strings.js';
import { asClock } from '../wire/api.js';
import { say } from './words.js';

/** @returns {any[]} the title, then the notes below it */
export function verdict(state, me, game) {
  const { result, seats, words, isPrivate } = state;
  const { winners = [], scores = {}, solves = [], answer, seconds = 0 } = result ?? {};
  const { end } = text;
  const [best] = solves;
  const points = [...Object.values(scores), words.get(0)?.score];
  // Points by seat make players rivals on a shared board too.
  const isContest = isPrivate || Object.keys(scores).length > 0;
  const several = winners.length > 0 && seats.size > 1 && isContest;
  const outcome = game.outcome(result ?? {}, state) ?? (best ? say.solved(asClock(best.seconds), best.guesses)
    : points[0] !== undefined ? text.points(points[0]) : answer ? end.unsolved : text.closed);
  // Spectators read the outcome alone.
  const feeling = me && !several && game.feeling(state);
  return [several ? winnersText(winners, seats, me) : feeling || outcome, feeling && outcome !== end.unsolved && outcome,
    ...game.endNotes(result ?? {}, state),
    (several || !best || (best.guesses && !feeling)) && end.played(asClock(seconds))];
}

function winnersText(winners, seats, me) {
  const names = winners.map((seat) => seats.get(seat)?.name ?? text.someone);
  if (names.length > 1) return say.shareWin(names.length > 3 ? text.several(names.length) : text.and(names));
  return winners[0] === me?.seat ? say.youWin : say.wins(names[0]);
}

/** The boards, best first, ties in the order of the seats. */
export function rankBoards({ boards, seats, words, result }, game) {
  const { solves = [], scores = {}, winners = [] } = result ?? {};
  const several = boards.size > 1;
  return [...boards].map(([board, cells]) => {
    const place = solves.findIndex((solve) => solve.board === board);
    const score = scores[board] ?? words.get(board)?.score;
    const counted = countedWords(words.get(board));
    const wins = several && winners.includes(board);
    const lines = wins || !several ? scoringLines(counted) : [];
    const best = lines.reduce((a, b) => (b.points > a.points ? b : a), { points: 0 });
    const seat = seats.get(board) ?? { name: text.someone };
    const title = board ? say.boardOf(seat.name) : text.board;
    const colour = seats.size > 1 ? seat.colour : game.hue[0];
    const total = game.total(score, solves[place], result ?? {});
    const scoringCells = new Set(counted.flatMap(cellsOf));
    const colourOf = ({ by }, index) => (board ? scoringCells.has(index) && colour
      : game.showsAuthors && seats.size > 1 && seats.get(by)?.colour);
    const people = board ? [seat] : [...seats.values()];
    const order = place < 0 ? boards.size : place;
    const hasWords = words.has(board);
    return { board, title, cells, seat, colour, people, score, counted, hasWords, wins, best, total, colourOf, order };
  }).sort((a, b) => a.order - b.order || b.score - a.score || a.board - b.board);
}

/** The lines that score. @returns {{name: string, words: any[], points: number}[]} */
export function scoringLines(words) {
  const lines = {};
  for (const word of words) {
    const [first, second] = cellsOf(word);
    const index = { across: Math.floor(first / SIZE), down: first % SIZE }[word.direction] ?? second < first;
    const name = say.line[word.direction](index);
    const line = (lines[name] ??= { name, words: [], points: 0 });
    line.words.push(word);
    line.points += word.points;
  }
  return Object.values(lines);
}
