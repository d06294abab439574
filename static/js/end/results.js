/** The end of a game: the verdict, all boards with their words, and the buttons for what comes next. */
import { wordItems } from '../board/words.js';
import { PALETTE, paint } from '../page/colours.js';
import { byId, el, loadStyle, setText, setVisible } from '../page/dom.js';
import { copyText } from '../page/copy.js';
import { dailyName, dailyPath, isToday, savePlayedDay } from '../page/day.js';
import { lazy } from '../page/lazy.js';
import { linkFor } from '../dialogs/share.js';
import { locale, text } from '../strings.js';
import { request } from '../wire/api.js';
import { base } from '../wire/base.js';
import { storedPlayer } from '../wire/player.js';
import { drawDay } from './day.js';
import { celebrate } from './party.js';
import { nameForm } from './ask-name.js';
import { arrive, dance } from './motion.js';
import { animateBest, boardPicture } from './picture.js';
import { fetchText, openReplay } from './replay.js';
import { resultPicture } from './share-picture.js';
import { rankBoards, scoringLines, verdict } from './verdict.js';
import { say } from './words.js';

/** The end of a game of a challenge, and making a challenge of a game. */
const callChallenge = lazy(() => import('../challenges/end.js'), { preload: false });
/** The coach, whose module and style are loaded on demand. */
const callCoach = lazy(() => Promise.all([import('../coach/coach.js'), loadStyle(new URL('../../coach.css', import.meta.url).href)])
  .then(([module]) => module), { preload: false });
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
  if (state.day && me) savePlayedDay(dailyName(state.rules, state.options.lexicon), state.day, { game: client.game, result: state.result });
  setText(byId('end-note'), text.dotted(notes));
  const ranking = rankBoards(state, game);
  const panels = ranking.map((entry) => boardPanel({ ...entry, besides: game.besides(entry.cells, state) }, client));
  const solution = game.solution(state);
  byId('boards').replaceChildren(...panels);
  const more = byId('end-more');
  const list = game.writtenWords(state);
  more.replaceChildren(nameForm(client), list.length ? el('p', { class: 'written' }, text.dotted(list)) : '',
    ...(boards.size === 1 ? wordSections(ranking[0], panels[0], state) : []),
    ...(game.rules.review && boards.size ? [coachSection(client)] : []),
    ...(solution ? [answerSection(solution)] : []), ...(state.clues ? [clueAnswers(state.clues)] : []));
  prepareButtons(client, game, ranking);
  const best = byId('boards').querySelector('.picture:has(.best)');
  if (best) animateBest(best);
  if (state.challenge) await callChallenge('drawChallenge', client, game);
  if (state.day) {
    const [leaders] = await Promise.all([leaderTable(state, me, game), me && isToday(state.day) && drawDay(client, game)]);
    more.append(leaders);
  }
  return true;
}

/** The picture of the board that the reader has played on; null for the spectators of a race. */
const ownPicture = ({ ownBoard }) => byId('boards').querySelector(`[data-board="${ownBoard}"] .picture`);

/**
 * Moves the reader's board from where it was played to the result, which slides in.
 * @param {import('../state/game-client.js').GameClient} client @param {DOMRect} from
 */
export function moveBoard({ state }, from) {
  byId('finished-part').classList.add('arrives');
  const picture = ownPicture(state);
  if (picture) arrive(picture, from);
}

/**
 * Confetti for a reader who has won or solved a game; nobody wins by having it revealed.
 * @param {import('../state/game-client.js').GameClient} client @param {import('../games/game.js').Game} game
 */
export function celebrateWin({ me, state }, game) {
  if (!me || !state.result?.winners?.includes(me.seat) || game.ending(state) === 'revealed') return;
  celebrate(document.body, [me.colour, ...PALETTE]);
  const picture = ownPicture(state);
  if (picture) dance(picture);
}

function boardPanel(entry, { me, state }) {
  const { board, title, cells, colour, people, counted, wins, best, total, colourOf, besides } = entry;
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
  const item = el('li', { class: `panel${wins ? ' winner' : ''}`, 'data-board': board },
    // A single board of the reader needs no name.
    (several || people.length > 1 || people[0].seat !== me?.seat) && el('div', { class: 'people' }, ...heads),
    several && total && el('p', { class: 'total' }, total), wins && el('p', { class: 'crown' }, `★ ${text.winner}`),
    boardPicture(title, cells, { words: counted, best: best.words, colourOf, besides }));
  if (several) item.append(...wordSections(entry, item, state));
  paint(item, colour);
  return item;
}

/** The words of a board with their points, and a table of its lines. */
function wordSections({ counted, hasWords, score, best }, item, state) {
  if (!hasWords || score === undefined) return [];
  if (!counted.length) return [el('p', { class: 'note' }, say.noWordsAtAll)];
  const again = () => animateBest(item.querySelector('.picture'));
  if (best.words) item.querySelector('.picture').addEventListener('click', again);
  return [el('section', {},
    best.words && el('button', { type: 'button', class: 'quiet', onclick: again },
      say.best(best.words.map((word) => state.written(word.text)).join(', '), best.points)),
    el('details', {}, el('summary', {}, say.lines), el('ul', { class: 'word-list' }, ...wordItems(counted, state)),
      lineTable(counted, score, state)))];
}

/** The coach in a closed section. Opening it fetches the review; after a failure, opening it again retries. */
function coachSection(client) {
  const body = el('div', {});
  let opened = false;
  const node = el('details', { id: 'coach', ontoggle: async () => {
    if (!node.open || opened) return;
    opened = true;
    opened = await callCoach('openCoach', body, client) ?? false;
  } }, el('summary', {}, say.coach), body);
  return node;
}

/** @param {import('../types.js').Cell[]} solution */
const answerSection = (solution) =>
  el('section', { class: 'solution' }, el('h3', {}, say.theAnswer), boardPicture(say.theAnswer, solution));

/** The verdict and a note for a picture, which does not tell the answer of the day. */
function shareLines([title, ...notes], state) {
  const { day, challenge, result } = state;
  const answer = (day || challenge) && result?.answer;
  const spoils = (sentence) => Boolean(answer) && [answer, state.written(answer)].some((each) => sentence.includes(each));
  return { verdict: spoils(title) ? text.end.unsolved : title, note: notes.find((each) => !spoils(each)) ?? '' };
}

function prepareButtons(client, game, ranking) {
  const { state, me } = client;
  const { hasShareText, showsAuthors } = game;
  const link = linkFor(client);
  const { day, challenge } = state;
  const shared = (hasShareText || challenge) && state.boards.size > 0;
  // Fetched in advance: some browsers allow copying only directly in the click handler.
  const result = shared && hasShareText ? fetchText(client, 'share') : '';
  const mine = ranking.find(({ board }) => board === me?.seat) ?? ranking[0];
  // A picture of a game of a day or a challenge has no letters, because others play the same one.
  const picture = async () => new File([await resultPicture(ownPicture(state) ?? byId('boards').querySelector('.picture'), {
    title: byId('title').textContent, link, letters: !day && !challenge,
    ...shareLines(verdict(state, me, game).filter(Boolean), state),
  })], `fivebyfive-${client.game}.png`, { type: 'image/png' });
  const actions = {
    replay: () => openReplay(client, showsAuthors),
    'copy-result': async () => {
      const squares = await result;
      const sentence = challenge ? await callChallenge('sharedResult', client, squares, link) : squares && squares + link;
      if (!sentence) return;
      if (!navigator.share) return copyText(sentence, say.resultCopied);
      const files = day || challenge ? [await picture()] : [];
      const what = { text: sentence, ...(files.length && navigator.canShare?.({ files }) && { files }) };
      await navigator.share(what).catch(() => {}); // closed without sharing
    },
    'pass-on': () => (challenge ? location.assign(`${base}/#challenge`) : callChallenge('passOn', client)),
    'save-picture': async () => {
      const file = await picture();
      const href = URL.createObjectURL(file);
      el('a', { href, download: file.name }).click();
      setTimeout(() => URL.revokeObjectURL(href), 1000);
    },
  };
  const labels = { 'pass-on': challenge ? say.challengeBack : say.passOn, replay: say.replay, 'copy-result': text.share, 'save-picture': say.savePicture };
  for (const [id, act] of Object.entries(actions)) {
    byId(id).onclick = act;
    setText(byId(id), labels[id]);
  }
  setVisible(byId('copy-result'), shared);
  // A game of a day or a challenge is to be shared; another one to be played again.
  byId('copy-result').classList.toggle('primary', Boolean(day || challenge));
  byId('again').classList.toggle('primary', !day && !challenge);
  const mayPassOn = !challenge && state.seats.size === 1 && game.rules.daily && me?.player === storedPlayer()?.player;
  setVisible(byId('pass-on'), me?.player && (challenge || mayPassOn));
  for (const id of ['replay', 'save-picture']) setVisible(byId(id), Boolean(mine));
  // Somebody who was sent the link is invited to a game of their own.
  const home = byId('home');
  setText(home, me ? text.home : text.playOwn);
  home.classList.toggle('primary', !me);
}

const row = (tag, values, more) => el('tr', more, ...values.map((value) => el(tag, {}, String(value))));

/** @param {string} caption @param {string[]} heads @param {Node[]} rows */
const table = (caption, heads, rows) => el('table', {}, el('caption', {}, caption),
  el('thead', {}, row('th', heads)), el('tbody', {}, ...rows));

/** @param {any[]} words @param {number} score may include a bonus for full lines @param {any} state the game's */
function lineTable(words, score, state) {
  const lines = scoringLines(words).map(({ name, words: found, points }) =>
    [name, found.map((word) => state.written(word.text)).join(', '), points]);
  const bonus = score - lines.reduce((sum, [, , points]) => sum + points, 0);
  if (bonus) lines.push([say.bonus, '', bonus]);
  return table(say.lines, say.lineHeads, lines.map((line) => row('td', line)));
}

/** The clues with their answers, folded away. */
const clueAnswers = (clues) => el('details', {}, el('summary', {}, say.answers), ...Object.entries(clues).map(
  ([direction, list]) => el('section', {}, el('h3', {}, text[direction]), el('ul', { class: 'answers' },
    ...list.map(({ number, label, clue, answer }) => el('li', {}, el('span', {}, label ?? String(number)),
      el('span', {}, clue, ' ', el('b', {}, answer))))))));

/** The day's first ten, and the reader. */
async function leaderTable({ day, options: { lexicon } }, me, game) {
  const path = dailyPath(dailyName(game.name, lexicon), { folder: '/leaderboards', period: 'day', date: day, limit: 100 });
  const { ok, data } = await request('GET', path);
  const isMine = ({ player }) => Boolean(player) && player === me?.player;
  const rows = (ok ? [...data.entries, ...data.assisted] : [])
    .filter((leader, index) => index < 10 || isMine(leader))
    .map((leader) => {
      const { rank = say.helped, name } = leader;
      return row('td', [rank, name, game.leaderValue(leader)], { class: isMine(leader) && 'mine' });
    });
  if (!rows.length) return '';
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const caption = say.bestOf(date.format(new Date(day)));
  return el('section', {}, table(caption, [...say.leaderHeads, game.leaderColumn], rows));
}
