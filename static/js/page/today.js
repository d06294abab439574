/** The daily games. They are played with the player's key, so that the server can count streaks. */
import { text } from '../strings.js';
import { request } from '../wire/api.js';
import { sendAsPlayer, storedPlayer } from '../wire/player.js';
import { read, write } from '../wire/storage.js';
import { isSolved, isToday, savePlayedDay, today } from './day.js';
import { pathOf, saveSeat, seatProfile, startGame } from './new-game.js';
import { el, setText } from './dom.js';
import { drawPicture, exampleCells } from './picture.js';

/** @typedef {import('../types.js').Reply} Reply */

/** Makes today's game with a seat, unless there is one. @param {string} name @returns {Promise<Reply>} */
export const openToday = async (name) => seatedIn(await requestToday(name), name);

/** Opens the game of an earlier day, which is for practice. @param {string} name @param {string} day */
export async function openEarlier(name, day) {
  const reply = await sendAsPlayer(seatProfile(), (token) => (
    request('POST', `/daily/${name}?date=${day}`, { token })));
  return seatedIn({ reply, token: storedPlayer()?.key }, name);
}

async function seatedIn({ reply, token }, name) {
  if (!reply.ok) return reply;
  const { id, day, state, privateBoards, seats: [seated] } = reply.data;
  saveSeat(id, { ...seated, token });
  if (isToday(day)) write(`daily:${name}`, { day, game: id, token, name: seated.name });
  savePlayedDay(name, day, { game: id, result: reply.data.result });
  if (privateBoards && state === 'waiting') await startGame(id, token);
  return reply;
}

/** @param {string} name @returns {Promise<{reply: Reply, token?: string}>} */
async function requestToday(name) {
  const open = (token) => request('POST', `/daily/${name}?date=${today()}`, { token });
  const saved = read(`daily:${name}`);
  // A game that was begun today goes on with the key of its player, even if the browser's player is another one by now.
  if (isToday(saved?.day) && saved.token !== storedPlayer()?.key) {
    const reply = await open(saved.token);
    if (reply.status !== 401) return { reply, token: saved.token };
  }
  const reply = await sendAsPlayer(seatProfile(), open);
  return { reply, token: storedPlayer()?.key };
}

/**
 * Draws a daily game's card: not started, running or finished.
 * @param {HTMLElement} card @param {import('../games/game.js').Game} game
 * @param {() => Promise<Record<string, any>>} statistics of the browser's player, by game
 */
export async function drawToday(card, game, statistics) {
  const saved = read(`daily:${game.name}`);
  const started = saved && isToday(saved.day);
  if (!card.firstChild) {
    const picture = el('span', { class: 'pic', 'aria-hidden': 'true' });
    card.append(el('span', { class: 'band' }, picture), el('b', {}, game.title), el('span'));
  }
  const [{ firstChild: board }, , state] = card.children;
  const draw = (cells, stateText, looks = '') => {
    for (const each of ['begun', 'done', 'lost']) card.classList.toggle(each, looks.includes(each));
    drawPicture(board, cells);
    setText(state, stateText);
  };
  if (!started || !state.textContent) draw(exampleCells(game), started ? text.goOn : text.play, started ? 'begun' : '');
  if (!started) return;
  const { ok, status, data } = await request('GET', pathOf(saved.game), { token: saved.token });
  if (status === 404 || status === 401) draw(exampleCells(game), text.play);
  if (!ok) return;
  const cells = data.boards[0]?.cells ?? exampleCells(game);
  if (data.state !== 'finished') return draw(cells, game.dailyProgress(data, cells) || text.goOn, 'begun');
  savePlayedDay(game.name, saved.day, { game: saved.game, result: data.result });
  const isOwn = saved.token === storedPlayer()?.key;
  const { [game.name]: { streak = 0 } = {} } = isOwn ? await statistics() : {};
  const looks = isSolved(data.result) ? 'done' : 'done lost';
  draw(cells, text.dotted([game.dailyResult(data.result), streak > 0 && text.days(streak)]), looks);
}
