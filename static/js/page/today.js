/** The games of the day: one of each kind for everybody, the same person day after day. */
import { language, text } from '../strings.js';
import { asClock, request, serverNow } from '../wire/api.js';
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
export async function playToday(rules) {
  const key = `daily:${rules}`;
  const known = read(key);
  const open = (token) => request('GET', `/daily/${rules}`, { token });
  // Under another name one is another person, from the next day on.
  let token = known && (isToday(known.day) || known.name === whoAmI().name) ? known.token : null;
  let reply = await open(token);
  if (reply.status === 401) reply = await open((token = null)); // forgotten there
  if (!reply.ok) return explain(reply);
  const { id, day, state, seats: [seated] } = reply.data;
  const seat = seated ? { ...seated, token } : await sit(id);
  if (!seat) return;
  if (seated) keep(id, seat);
  write(key, { day, game: id, token: seat.token, name: seat.name });
  if (rules === 'square' && state === 'waiting') await start(id, seat.token);
  return go(id);
}

/** Draws a card: untouched, begun or done. @param {HTMLButtonElement} card */
export async function drawToday(card) {
  const rules = card.value;
  const known = read(`daily:${rules}`);
  const begun = known && isToday(known.day);
  if (!card.firstChild) {
    const name = el('b', {}, text.kinds[rules]);
    card.append(el('span', { class: 'pic', 'aria-hidden': 'true' }), name, el('span'), el('small'));
  }
  const [board, , state, note] = card.children;
  const draw = (cells, said, more = '', done = false) => {
    card.classList.toggle('done', done);
    picture(board, cells);
    say(state, said);
    say(note, more);
  };
  if (!begun || !state.textContent) draw(example(rules), begun ? text.goOn : text.play);
  if (!begun) return;
  const { ok, status, data: game } = await request('GET', pathOf(known.game), { token: known.token });
  if (status === 404 || status === 401) draw(example(rules), text.play);
  if (!ok) return;
  const cells = game.boards[0]?.cells ?? example(rules);
  if (game.state !== 'finished') return draw(cells, text.goOn, progress(game, cells));
  draw(cells, resultOf(game), note.textContent, true);
  const days = await streak(rules, known.name, game.result);
  if (days > 1) say(note, text.streak(days));
}

function progress({ row, seats: [seat] }, cells) {
  if (row !== undefined) return text.outOf(row + 1, 5);
  const letters = cells.filter(({ kind }) => kind !== 'block');
  return text.outOf(seat?.filled ?? letters.filter(({ value }) => value).length, letters.length);
}

function resultOf({ rules, result: { scores, solves } }) {
  if (scores) return text.points(Object.values(scores)[0]);
  if (!solves?.length) return rules === 'square' ? text.over : text.end.unsolved;
  const [{ guesses, seconds }] = solves;
  return guesses ? text.outOf(guesses, 5) : asClock(seconds);
}

/** The server counts by name. Only where its entry is this very game, to the hundredth, the days are told. */
async function streak(rules, name, { solves, seconds }) {
  const { data } = await request('GET', `/leaderboards/${rules}?period=day&limit=100`);
  const mine = solves?.[0]?.seconds ?? seconds;
  return data?.entries?.find((each) => (
    each.name === name && name !== text.guest && Math.abs(each.seconds - mine) < 0.02))?.streak;
}
