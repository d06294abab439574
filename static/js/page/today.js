/** The daily games. They are played with the player's key, so that the server can count streaks. */
import { text } from '../strings.js';
import { request } from '../wire/api.js';
import { sendAsPlayer, storedPlayer } from '../wire/player.js';
import { read, write } from '../wire/storage.js';
import { dailyName, dailyPath, foreignLanguage, isSolved, isToday, packFor, savePlayedDay, today } from './day.js';
import { pathOf, saveSeat, seatProfile, startGame } from './new-game.js';
import { el, setText } from './dom.js';
import { drawPicture, exampleCells } from './picture.js';

/** @typedef {import('../types.js').Reply} Reply */

/** Makes today's game with a seat, unless there is one. @param {string} daily @returns {Promise<Reply>} */
export const openToday = async (daily) => seatedIn(await requestToday(daily));

/** Opens the game of an earlier day, which is for practice. @param {string} daily @param {string} day */
export async function openEarlier(daily, day) {
  const reply = await sendAsPlayer(seatProfile(), (token) => requestDay(daily, day, token));
  return seatedIn({ reply, token: storedPlayer()?.key });
}

const requestDay = (daily, date, token) => request('POST', dailyPath(daily, { folder: '/daily', date }), { token });

async function seatedIn({ reply, token }) {
  if (!reply.ok) return reply;
  const { id, rules, day, options: { lexicon }, state, privateBoards, seats: [seated] } = reply.data;
  const daily = dailyName(rules, lexicon);
  saveSeat(id, { ...seated, token });
  if (isToday(day)) write(`daily:${daily}`, { day, game: id, token, name: seated.name });
  savePlayedDay(daily, day, { game: id, result: reply.data.result });
  if (privateBoards && state === 'waiting') await startGame(id, token);
  return reply;
}

/** @param {string} daily @returns {Promise<{reply: Reply, token?: string}>} */
async function requestToday(daily) {
  const open = (token) => requestDay(daily, today(), token);
  const saved = read(`daily:${daily}`);
  // A game that was begun today goes on with the key of its player, even if the browser's player is another one by now.
  if (isToday(saved?.day) && saved.token !== storedPlayer()?.key) {
    const reply = await open(saved.token);
    if (reply.status !== 401) return { reply, token: saved.token };
  }
  const reply = await sendAsPlayer(seatProfile(), open);
  return { reply, token: storedPlayer()?.key };
}

/** The game of the day that a reader of this page's language plays. @param {import('../games/game.js').Game} game */
export const dailyOf = ({ name, rules }) => dailyName(name, packFor(rules));

/**
 * Draws a daily game's card: not started, running or finished.
 * @param {HTMLElement} card @param {import('../games/game.js').Game} game
 * @param {() => Promise<Record<string, any>>} statistics of the browser's player, by game
 */
export async function drawToday(card, game, statistics) {
  const daily = dailyOf(game);
  const saved = read(`daily:${daily}`);
  const started = saved && isToday(saved.day);
  if (!card.firstChild) {
    const picture = el('span', { class: 'pic', 'aria-hidden': 'true' });
    card.append(el('span', { class: 'band' }, picture), el('b', {}, game.title), el('span'));
  }
  const [{ firstChild: board }, , state] = card.children;
  const notBegun = text.dotted([text.play, foreignLanguage(game.rules)]);
  const draw = (cells, stateText, looks = '') => {
    for (const each of ['begun', 'done', 'lost']) card.classList.toggle(each, looks.includes(each));
    drawPicture(board, cells);
    setText(state, stateText);
  };
  if (!started || !state.textContent) draw(exampleCells(game), started ? text.goOn : notBegun, started ? 'begun' : '');
  if (!started) return;
  const { ok, status, data } = await request('GET', pathOf(saved.game), { token: saved.token });
  if (status === 404 || status === 401) draw(exampleCells(game), notBegun);
  if (!ok) return;
  const cells = data.boards[0]?.cells ?? exampleCells(game);
  if (data.state !== 'finished') return draw(cells, game.dailyProgress(data, cells) || text.goOn, 'begun');
  savePlayedDay(daily, saved.day, { game: saved.game, result: data.result });
  const isOwn = saved.token === storedPlayer()?.key;
  const { [daily]: { streak = 0 } = {} } = isOwn ? await statistics() : {};
  const looks = isSolved(data.result) ? 'done' : 'done lost';
  draw(cells, text.dotted([game.dailyResult(data.result), streak > 0 && text.days(streak)]), looks);
}
