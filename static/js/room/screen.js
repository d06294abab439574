/**
 * `/r/{name}?tv`: the big screen of a room, for a television or a projector; `?tv=light` for a bright room. It needs
 * no input, follows the room from game to game, and shows what anybody may see.
 */
import { celebrate, clear } from '../end/party.js';
import { loadAll, loadGame } from '../games/games.js';
import { loadStyle } from '../page/dom.js';
import { fly } from '../reactions/fly.js';
import { text } from '../strings.js';
import { asClock, serverNow } from '../wire/api.js';
import { storedPlayer } from '../wire/player.js';
import { fetchRules } from '../wire/rules.js';
import { fetchDays, hasResults, loadGames } from './days.js';
import { Layout } from './screen/layout.js';
import { keepAwake } from './screen/awake.js';
import { WatchedGame } from './screen/watched-game.js';
import { say as sentences } from './screen/words.js';

/** Milliseconds for which a result stays on the screen. */
const RESULT_DURATION = 180_000;
/** Milliseconds before a lost connection is shown: the stream is opened again for each snapshot. */
const LOST_DELAY = 2000;
/** Milliseconds before a failed import is tried again. */
const RETRY_DELAY = 2000;
const TICK = 500;
/** Milliseconds between requests for the daily games, which are shown for at most {@link MOST_DAYS} members. */
const DAYS_INTERVAL = 60_000;
const MOST_DAYS = 12;

/** @typedef {'room'|'waiting'|'play'|'end'} Stage `room`: nothing is played */

export class Screen {
  #room;
  #watched;
  #layout;
  /** The module of the game with {@link #gameId}. @type {import('../games/game.js').Game|null} */
  #game = null;
  #gameId = null;
  /** Titles of games by rules. @type {Record<string, string>} */
  #titles = {};
  #loading = Promise.resolve();
  #isScheduled = false;
  #lastLive = Date.now();
  /** @type {Stage|null} */
  #stage = null;
  /** When this screen first saw the end of the game, by the server's clock; 0 before. */
  #endSeen = 0;
  #hasToldWinner = false;
  /** The members' daily games, which the server tells members only. @type {{results: any, games: Map<string, any>}|null} */
  #days = null;
  #daysAt = 0;

  /** @param {import('./room-client.js').RoomClient} room a spectator's @param {string} link the room's */
  constructor(room, link) {
    this.#room = room;
    this.#watched = new WatchedGame(room);
    this.#layout = new Layout(link);
  }

  async start() {
    document.documentElement.dataset.screen = new URLSearchParams(location.search).get('tv');
    const room = this.#room;
    const watched = this.#watched;
    room.addEventListener('change', () => this.#schedule());
    watched.addEventListener('change', () => this.#schedule());
    watched.addEventListener('game', () => this.#enterGame());
    watched.addEventListener('cursor', ({ detail }) => {
      this.#layout.board.setCursor(detail);
      this.#schedule();
    });
    watched.addEventListener('reaction', ({ detail: { seat, reaction } }) => {
      const player = watched.state.seats.get(seat);
      if (player) fly(this.#layout.node, reaction, player);
    });
    watched.addEventListener('event', ({ detail }) => this.#tell(detail));
    room.addEventListener('left', ({ detail: name }) => this.#layout.tell(sentences.left(name)));
    keepAwake();
    await Promise.all([
      loadStyle(new URL('../../game.css', import.meta.url).href),
      loadStyle(new URL('../../end.css', import.meta.url).href),
      loadStyle(new URL('../../screen.css', import.meta.url).href),
    ]);
    document.querySelector('main').replaceChildren(this.#layout.node);
    setInterval(() => this.#tick(), TICK);
    this.#loadTitles();
    this.#schedule();
  }

  #schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.#draw();
    });
  }

  async #loadTitles() {
    const games = await loadAll(await fetchRules()).catch(() => []);
    this.#titles = Object.fromEntries(games.map(({ name, title }) => [name, title]));
    if (!games.length) setTimeout(() => this.#loadTitles(), RETRY_DELAY);
    this.#schedule();
  }

  /** Loads one game after the other, so that the style sheet of the last one stays. */
  #enterGame() {
    this.#loading = this.#loading.then(() => this.#loadGame());
  }

  async #loadGame() {
    const { id, state } = this.#watched;
    const { rules } = state;
    const before = document.querySelectorAll('link[rel="stylesheet"][href*="/js/games/"]');
    const game = await loadWithStyle(rules, state).catch(() => null);
    if (!game) return void setTimeout(() => this.#enterGame(), RETRY_DELAY);
    for (const sheet of before) if (!sheet.href.includes(`/js/games/${rules}/`)) sheet.remove();
    if (id !== this.#watched.id) return; // the next one has begun meanwhile
    this.#layout.board.clear();
    this.#game = game;
    this.#gameId = id;
    this.#endSeen = 0;
    this.#hasToldWinner = false;
    this.#schedule();
  }

  /** What to show now; null while the next game is being loaded. @returns {Stage|null} */
  #findStage() {
    const { room } = this.#room;
    const { state, id } = this.#watched;
    if (!room.game) return 'room';
    if (!this.#watched.isPresent || this.#gameId !== id) return null;
    if (state.phase !== 'finished') return state.phase === 'waiting' ? 'waiting' : 'play';
    this.#endSeen ||= serverNow();
    const ended = Date.parse(room.games.find((past) => past.id === id)?.ended);
    return serverNow() - (ended || this.#endSeen) < RESULT_DURATION ? 'end' : 'room';
  }

  #draw() {
    const { room } = this.#room;
    if (!room) return;
    const stage = this.#findStage();
    // The screen keeps what it shows until the next game has loaded, and until the boards are revealed.
    if (stage && !(stage !== 'room' && this.#watched.state.stale)) {
      const before = this.#stage;
      this.#stage = stage;
      this.#layout.draw({ stage, room, watched: this.#watched, game: this.#game, titles: this.#titles, days: this.#days });
      if (stage === 'end' && before === 'play') this.#celebrate();
      else if (stage !== before) clear();
    }
    document.title = `${room.title} · ${text.brand}`;
    this.#tick();
  }

  /** Tells at once who has finished a board, and who has won. */
  #tell({ type, seat, seconds, solved, winners = [], result }) {
    const { seats, isPrivate } = this.#watched.state;
    if (seats.size < 2 || !isPrivate) return;
    const names = (list) => text.and(list.map((each) => seats.get(each)?.name ?? text.someone));
    if (type === 'board.finished' && solved && !this.#layout.tellsWinner) {
      this.#layout.tell(sentences.finishedIn(seats.get(seat)?.name ?? text.someone, asClock(seconds)), seats.get(seat));
    }
    const won = type === 'race.won' ? winners : type === 'game.finished' && !this.#hasToldWinner ? result?.winners ?? [] : [];
    if (!won.length) return;
    this.#hasToldWinner = true;
    this.#layout.tell(sentences.wins(names(won)), { colour: seats.get(won[0])?.colour, isLarge: true });
  }

  #celebrate() {
    const { result, seats } = this.#watched.state;
    const { winners = [], solves = [] } = result ?? {};
    const who = winners.length ? winners : solves.length ? [...seats.keys()] : [];
    celebrate(this.#layout.node, who.map((seat) => seats.get(seat)?.colour).filter(Boolean));
  }

  /** Between games, a television in a member's browser shows the daily games of everybody, with that member's key. */
  async #loadDays() {
    const { room } = this.#room;
    if (Date.now() - this.#daysAt < DAYS_INTERVAL || room.members.length > MOST_DAYS) return;
    if (!this.#room.member(storedPlayer()?.player)) return;
    this.#daysAt = Date.now();
    const results = await fetchDays(this.#room);
    if (!results) return;
    const games = this.#days?.games ?? await loadGames().catch(() => new Map());
    this.#days = hasResults(results) ? { results, games } : null;
    this.#schedule();
  }

  /** Draws what changes with time. */
  #tick() {
    const { room, stream } = this.#room;
    if (stream.connection === 'live') this.#lastLive = Date.now();
    this.#layout.drawConnection(Date.now() - this.#lastLive > LOST_DELAY);
    if (!room || !this.#stage) return;
    if (this.#stage === 'room') this.#loadDays();
    this.#layout.drawTime(this.#stage, room, this.#watched.state, this.#game, this.#titles);
    if (this.#stage === 'waiting' || this.#stage === 'end' && this.#findStage() === 'room') this.#schedule();
  }
}

/** A game brings its style sheet with the modules of its board. */
async function loadWithStyle(rules, state) {
  const game = await loadGame(rules);
  await Promise.all([game.loadPlay(), game.loadSteps()]);
  if (state.lexicon.unit === 'jamo') await (await import('../page/packs.js')).prepareLexicon(state);
  return game;
}
