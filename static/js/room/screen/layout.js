/** The parts of the big screen and where they are; `screen.css` arranges them by `data-view`. */
import { wordItems } from '../../board/words.js';
import { animateBest } from '../../end/picture.js';
import { verdict } from '../../end/verdict.js';
import { paint } from '../../page/colours.js';
import { el, setText, setVisible } from '../../page/dom.js';
import { qrPicture } from '../../page/qr.js';
import { text } from '../../strings.js';
import { secondsLeft } from '../countdown.js';
import { sumsOf, todayTable } from '../days.js';
import { LiveBoard, endPanels } from './boards.js';
import { callPanel, status, time, turnOf } from './call.js';
import { clueLists } from './clues.js';
import { Part, fit, fitPictures } from './part.js';
import { alsoHere, dayHead, memberList, playerList, standingsTable } from './people.js';
import { promptTexts } from './prompt.js';
import { say } from './words.js';

/** Hosts that mean this machine, so that no phone can open them. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Milliseconds for which news stays. */
const NEWS_DURATION = 4000;
/** The views of a running game. */
const PLAYING = ['board', 'call', 'cards', 'paused'];
/** Beside the boards there is room for the standings of so many members; beside the daily games for fewer. */
const BEST = 6;
const FEW = 3;
/** How much larger than usual the text beside the boards may be, by view. */
const LARGEST = { cards: 2, room: 1.5, waiting: 1.2, board: 1.3 };

/**
 * @typedef {Object} Showing
 * @property {import('../screen.js').Stage} stage
 * @property {any} room
 * @property {import('./watched-game.js').WatchedGame} watched
 * @property {import('../../games/game.js').Game|null} game
 * @property {Record<string, string>} titles of games, by rules
 * @property {{results: import('../days.js').RoomDays, games: Map<string, any>}|null} days the members' daily games
 */

export class Layout {
  board = new LiveBoard();
  #title = el('h1');
  #subtitle = el('p', { id: 'tv-game' });
  #clock = el('p', { id: 'tv-clock' });
  #bar = el('span', { id: 'tv-bar', 'aria-hidden': 'true' });
  #verdict = el('h2', { id: 'tv-verdict' });
  #notes = el('p', { id: 'tv-notes' });
  #wish = el('p', { role: 'status' });
  #left = el('p');
  #prompt = el('div', { id: 'tv-prompt' }, this.#wish, this.#left);
  #lost = el('p', { id: 'tv-lost', role: 'status' });
  /** Who has just finished, won or left. */
  #news = el('div', { id: 'tv-news', role: 'status' });
  #newsTimer = 0;
  #parts = Object.fromEntries(['about', 'call', 'boards', 'players', 'also', 'clues', 'words', 'days', 'standings', 'members']
    .map((name) => [name, new Part(el(name === 'boards' ? 'ul' : 'div', { id: `tv-${name}` }))]));
  #main;
  #side;

  /** @param {string} link the room's */
  constructor(link) {
    const { about, call, boards, players, also, clues, words, days, standings, members } = this.#parts;
    this.#main = el('div', { id: 'tv-main' }, call.node, this.board.node, boards.node);
    this.#side = el('div', { id: 'tv-side' }, about.node, players.node, also.node, clues.node, words.node,
      days.node, standings.node, members.node);
    this.node = el('div', { id: 'tv' },
      el('div', { id: 'tv-head' }, this.#title, this.#subtitle, this.#clock, this.#bar, this.#verdict, this.#notes),
      this.#main, this.#side, this.#prompt, joinPanel(link), this.#lost, this.#news);
    for (const node of [this.#verdict, this.#notes, this.board.node, this.#prompt, this.#lost]) setVisible(node, false);
    const observer = new ResizeObserver(() => this.#fit());
    for (const box of [this.#main, this.#side]) observer.observe(box);
  }

  /** @param {Showing} showing */
  draw(showing) {
    const { stage, room, watched: { state }, game } = showing;
    const view = viewOf(stage, state);
    const hasMoved = this.node.dataset.view !== view;
    this.node.dataset.view = view;
    setText(this.#title, room.title);
    setText(this.#subtitle, stage === 'room' ? say.noApp : gameLine(state, game));
    setVisible(this.board.node, view === 'board');
    if (view === 'board') this.board.draw(state, game);
    const drawn = [this.#drawGame(view, showing), this.#drawEnd(view, showing), this.#drawPeople(view, showing)];
    if (hasMoved || drawn.some(Boolean)) this.#fit();
  }

  /** @param {string} view @param {Showing} showing @returns {boolean} whether anything was drawn */
  #drawGame(view, { room, watched: { state }, game }) {
    const { about, call, clues, words } = this.#parts;
    const host = room.members.find(({ player }) => player === room.host);
    const left = room.game?.begins ? secondsLeft(room.game) || 1 : 0; // it may begin a moment late
    const before = view === 'waiting' && [host?.name, game.about(state), left];
    const now = PLAYING.includes(view) ? status(state) : null;
    const { letters = [], called } = (view === 'call' && state.round) || {};
    const { cells, clues: ownClues, words: found } = state;
    const values = view === 'board' ? cells.map(({ value }) => value) : [];
    const list = view === 'board' ? ownClues : null;
    const counted = view === 'board' ? found.get(0) : null;
    const written = (view === 'board' && game.besides(cells, state)) || (view === 'end' && game.writtenWords(state)) || [];
    return [
      about.update(before, () => (before ? aboutGame(game, ...before) : [])),
      call.update([view, now, called, letters], () => callPanel(view, now, called, letters)),
      clues.update([list, values], () => (list ? clueLists(list, values) : [])),
      words.update([counted, written], () => (counted ? wordList(counted, state) : writtenList(written.filter(Boolean)))),
    ].some(Boolean);
  }

  #drawEnd(view, { watched: { state, id }, game }) {
    const isEnd = view === 'end';
    setVisible(this.#verdict, isEnd);
    setVisible(this.#notes, isEnd);
    if (isEnd) {
      const [title, ...notes] = verdict(state, null, game);
      setText(this.#verdict, title);
      setText(this.#notes, text.dotted(notes));
    }
    const { boards } = this.#parts;
    const seats = [...state.seats.values()].map(({ name, colour }) => [name, colour]);
    const drawn = boards.update(isEnd && [id, [...state.boards], [...state.words], state.result, seats],
      () => (isEnd ? endPanels(state, game) : []));
    if (!drawn || !isEnd) return drawn;
    for (const picture of boards.node.querySelectorAll('.picture:has(.best)')) animateBest(picture);
    return true;
  }

  #drawPeople(view, { room, watched, game, titles, days }) {
    const { players, also, standings, members, days: daily } = this.#parts;
    const shownDays = view === 'room' ? days : null;
    const limit = view === 'end' || room.members.length > BEST * 2 ? BEST : shownDays ? FEW : undefined;
    const { state } = watched;
    const isPlaying = view === 'waiting' || PLAYING.includes(view);
    const seats = [...state.seats.values()];
    const turn = turnOf(state);
    const isBetween = view === 'room' || view === 'end';
    return [
      players.update(isPlaying && [seats, turn, state.phase, state.result, state.round?.step, watched.id],
        () => (isPlaying ? playerList(watched, game, turn) : [])),
      also.update(isPlaying && [room.members, seats.map(({ player }) => player)],
        () => (isPlaying ? alsoHere(room.members, seats) : [])),
      daily.update(shownDays && [shownDays.results, room.members], () => (shownDays ? [todayTable(
        shownDays.results, shownDays.games, dayHead(room.members), sumsOf(shownDays.results))] : [])),
      standings.update(isBetween && [view, room.standings, room.members, titles, limit],
        () => (isBetween ? standingsTable(room, titles, view === 'end' ? { limit, only: game.name } : { limit }) : [])),
      members.update(view === 'room' && room.members, () => (view === 'room' ? memberList(room.members) : [])),
    ].some(Boolean);
  }

  /** @param {import('../screen.js').Stage} stage */
  drawTime(stage, room, state, game, titles) {
    const { clock, share, hurries } = stage === 'play' ? time(state, game) : {};
    setText(this.#clock, clock ?? '');
    this.#clock.classList.toggle('hurry', Boolean(hurries));
    setVisible(this.#bar, share != null);
    if (share != null) this.#bar.style.setProperty('--left', share.toFixed(3));
    const asked = promptTexts(room, stage === 'play' ? state : null, titles);
    setText(this.#wish, asked?.wish ?? '');
    setText(this.#left, asked ? text.dotted([asked.waiting, asked.left]) : '');
    setVisible(this.#prompt, asked);
  }

  /**
   * Tells news for four seconds: a line that slides in, or the winner over the whole screen.
   * @param {string} sentence @param {{colour?: string, isLarge?: boolean}} options
   */
  tell(sentence, { colour, isLarge = false } = {}) {
    clearTimeout(this.#newsTimer);
    const line = el('p', { class: isLarge ? 'large' : '' }, sentence);
    if (colour) paint(line, colour);
    this.#news.replaceChildren(line);
    this.#newsTimer = setTimeout(() => this.#news.replaceChildren(), NEWS_DURATION);
  }

  /** Whether the winner is over the whole screen now. */
  get tellsWinner() {
    return Boolean(this.#news.querySelector('.large'));
  }

  /** @param {boolean} isLost */
  drawConnection(isLost) {
    setText(this.#lost, isLost ? say.lost : '');
    setVisible(this.#lost, isLost);
    this.node.classList.toggle('lost', isLost);
  }

  /** Makes everything as large as the window allows. */
  #fit() {
    fit(this.#side, LARGEST[this.node.dataset.view]);
    fit(this.#main);
    fitPictures(this.#parts.boards.node);
  }
}

/** @returns {'room'|'waiting'|'board'|'call'|'cards'|'paused'|'end'} `cards`: the boards are hidden */
function viewOf(stage, { boards, round, paused }) {
  if (stage !== 'play') return stage;
  return paused ? 'paused' : boards.size ? 'board' : round ? 'call' : 'cards';
}

function joinPanel(link) {
  const { host, hostname } = new URL(link);
  const [address, path] = [host, link.slice(link.indexOf(host) + host.length)];
  return el('div', { id: 'tv-join' }, el('p', { class: 'scan' }, say.scan), qrPicture(link, say.qr),
    el('p', { class: 'address' }, el('span', {}, say.join, ' '), el('b', {}, address, el('wbr'), path)),
    LOOPBACK.test(hostname) && el('p', { class: 'warning' }, say.onlyHere));
}

const gameLine = ({ round, phase }, { title }) =>
  text.dotted([title, phase === 'playing' && round && say.round(round.number, round.total)]);

/** How the game is played, and who starts it. */
function aboutGame(game, host, { line, pace }, secondsToStart) {
  const { steps } = game;
  const who = host ? say.starts(host) : say.startsSoon;
  return [el('p', { class: secondsToStart ? 'status count' : 'status' }, el('b', {}, secondsToStart ? String(secondsToStart) : who)), el('p', {}, line),
    pace && el('p', {}, pace), steps.length > 0 && el('ol', {}, ...steps.map((step) => el('li', {}, step)))];
}

/** Words of jamo in syllables. @param {string[]} words */
const writtenList = (words) => (words.length
  ? [el('h2', {}, text.words), el('ul', { class: 'word-list' }, ...words.map((word) => el('li', {}, word)))] : []);

function wordList({ words, score }, state) {
  const counted = words.filter(({ counts }) => counts);
  if (!counted.length) return [];
  return [el('h2', {}, `${text.words} · ${text.points(score)}`),
    el('ul', { class: 'word-list' }, ...wordItems(counted, state))];
}
