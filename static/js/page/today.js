/** The daily games. The same token is used every day, so that the server can count streaks. */
import { language, text } from '../strings.js';
import { request, serverNow } from '../wire/api.js';
import { read, write } from '../wire/storage.js';
import { reportFailure } from './announce.js';
import { openGame, pathOf, saveSeat, seatProfile, startGame, takeSeat } from './new-game.js';
import { el, setText } from './dom.js';
import { drawPicture, exampleCells } from './picture.js';

/** Days begin at midnight UTC, by the server's clock. */
const today = () => new Date(serverNow()).toISOString().slice(0, 10);

export const isToday = (day) => day === today();

/** A date in the reader's language. @param {string} [day] @param {Intl.DateTimeFormatOptions} [more] */
export const dayName = (day = today(), more = {}) => new Date(day).toLocaleDateString(
  language === 'en' ? 'en-GB' : language, { day: 'numeric', month: 'long', timeZone: 'UTC', ...more });

/** Opens today's game with a seat. @returns {Promise<true|void>} true if the page is being left */
export async function playToday({ name }) {
  const key = `daily:${name}`;
  const saved = read(key);
  const open = (token) => request('POST', `/daily/${name}`, { token });
  // A new name counts as another player, from the next day on.
  let token = saved && (isToday(saved.day) || saved.name === seatProfile().name) ? saved.token : null;
  let reply = await open(token);
  if (reply.status === 401) reply = await open((token = null)); // unknown to the server
  if (!reply.ok) return reportFailure(reply);
  const { id, day, state, privateBoards, seats: [seated] } = reply.data;
  const seat = seated ? { ...seated, token } : await takeSeat(id);
  if (!seat) return;
  if (seated) saveSeat(id, seat);
  write(key, { day, game: id, token: seat.token, name: seat.name });
  if (privateBoards && state === 'waiting') await startGame(id, seat.token);
  return openGame(id);
}

/**
 * Draws a daily game's card: not started, running or finished.
 * @param {HTMLButtonElement} card @param {import('../games/game.js').Game} game
 */
export async function drawToday(card, game) {
  const saved = read(`daily:${game.name}`);
  const started = saved && isToday(saved.day);
  if (!card.firstChild) {
    const name = el('b', {}, game.title);
    card.append(el('span', { class: 'pic', 'aria-hidden': 'true' }), name, el('span'), el('small'));
  }
  const [board, , state, note] = card.children;
  const draw = (cells, stateText, noteText = '', done = false) => {
    card.classList.toggle('done', done);
    drawPicture(board, cells);
    setText(state, stateText);
    setText(note, noteText);
  };
  if (!started || !state.textContent) draw(exampleCells(game), started ? text.goOn : text.play);
  if (!started) return;
  const { ok, status, data } = await request('GET', pathOf(saved.game), { token: saved.token });
  if (status === 404 || status === 401) draw(exampleCells(game), text.play);
  if (!ok) return;
  const cells = data.boards[0]?.cells ?? exampleCells(game);
  if (data.state !== 'finished') return draw(cells, text.goOn, game.dailyProgress(data, cells));
  draw(cells, game.dailyResult(data.result), note.textContent, true);
  const days = await streak(game.name, saved.name, data.result);
  if (days > 1) setText(note, text.streak(days));
}

/** Streaks are listed by name, so only an entry with this game's time, to the hundredth, is the reader's. */
async function streak(rules, name, { solves, seconds }) {
  const { data } = await request('GET', `/leaderboards/${rules}?period=day&limit=100`);
  const mine = solves?.[0]?.seconds ?? seconds;
  return data?.entries?.find((each) => (
    each.name === name && name !== text.guest && Math.abs(each.seconds - mine) < 0.02))?.streak;
}
