/** The games of the day: one of each kind for everybody, the same person day after day. */
import { language, text } from '../strings.js';
import { request, serverNow } from '../wire/api.js';
import { read, write } from '../wire/storage.js';
import { explain } from './announce.js';
import { go, keep, pathOf, sit, start, whoAmI } from './begin.js';
import { el, say } from './dom.js';
import { example, picture } from './picture.js';

/** Days begin at midnight UTC, by the server's clock. */
const today = () => new Date(serverNow()).toISOString().slice(0, 10);

export const isToday = (day) => day === today();

/** In the reader's words. @param {string} [day] @param {Intl.DateTimeFormatOptions} [more] */
export const dayName = (day = today(), more = {}) => new Date(day).toLocaleDateString(
  language === 'en' ? 'en-GB' : language, { day: 'numeric', month: 'long', timeZone: 'UTC', ...more });

/** Goes to today's game, seated. @returns {Promise<true|void>} whether one is on one's way */
export async function playToday({ name }) {
  const key = `daily:${name}`;
  const known = read(key);
  const open = (token) => request('GET', `/daily/${name}`, { token });
  // Under another name one is another person, from the next day on.
  let token = known && (isToday(known.day) || known.name === whoAmI().name) ? known.token : null;
  let reply = await open(token);
  if (reply.status === 401) reply = await open((token = null)); // forgotten there
  if (!reply.ok) return explain(reply);
  const { id, day, state, privateBoards, seats: [seated] } = reply.data;
  const seat = seated ? { ...seated, token } : await sit(id);
  if (!seat) return;
  if (seated) keep(id, seat);
  write(key, { day, game: id, token: seat.token, name: seat.name });
  if (privateBoards && state === 'waiting') await start(id, seat.token);
  return go(id);
}

/**
 * Draws a card: untouched, begun or done.
 * @param {HTMLButtonElement} card @param {import('../games/game.js').Game} game
 */
export async function drawToday(card, game) {
  const known = read(`daily:${game.name}`);
  const begun = known && isToday(known.day);
  if (!card.firstChild) {
    const name = el('b', {}, game.title);
    card.append(el('span', { class: 'pic', 'aria-hidden': 'true' }), name, el('span'), el('small'));
  }
  const [board, , state, note] = card.children;
  const draw = (cells, said, more = '', done = false) => {
    card.classList.toggle('done', done);
    picture(board, cells);
    say(state, said);
    say(note, more);
  };
  if (!begun || !state.textContent) draw(example(game), begun ? text.goOn : text.play);
  if (!begun) return;
  const { ok, status, data } = await request('GET', pathOf(known.game), { token: known.token });
  if (status === 404 || status === 401) draw(example(game), text.play);
  if (!ok) return;
  const cells = data.boards[0]?.cells ?? example(game);
  if (data.state !== 'finished') return draw(cells, text.goOn, game.progress(data, cells));
  draw(cells, game.resultOf(data.result), note.textContent, true);
  const days = await streak(game.name, known.name, data.result);
  if (days > 1) say(note, text.streak(days));
}

/** The server counts by name. Only where its entry is this very game, to the hundredth, the days are told. */
async function streak(rules, name, { solves, seconds }) {
  const { data } = await request('GET', `/leaderboards/${rules}?period=day&limit=100`);
  const mine = solves?.[0]?.seconds ?? seconds;
  return data?.entries?.find((each) => (
    each.name === name && name !== text.guest && Math.abs(each.seconds - mine) < 0.02))?.streak;
}
