/** The waiting room: rules, link, bots and the start button. */
import { text } from '../strings.js';
import { reportFailure } from './announce.js';
import { byId, el, setText, setVisible } from './dom.js';
import { linkTo } from './invite.js';

const LEVELS = ['easy', 'medium', 'hard'];

export class WaitingRoom {
  #client;
  #game;

  /** @param {import('../state/game-client.js').GameClient} client @param {import('../games/game.js').Game} game */
  constructor(client, game) {
    this.#client = client;
    this.#game = game;
    const { steps = [] } = game.words;
    setVisible(byId('how'), steps.length);
    byId('how').open = matchMedia('(min-width: 56rem)').matches;
    byId('steps').append(...steps.map((step) => el('li', {}, step)));
    byId('bot-levels').append(...LEVELS.map((level) => {
      const add = async () => reportFailure(await client.send('POST', 'bots', { level }));
      return el('button', { type: 'button', onclick: add }, text.levels[level]);
    }));
    byId('start').addEventListener('click', async () => {
      reportFailure(await client.act('start', {}, { asHost: !client.token }));
    });
    byId('link').value = linkTo(client.game);
    byId('link').addEventListener('focus', () => byId('link').select());
  }

  draw() {
    const { state, me, identity } = this.#client;
    const { seats, seatLimit } = state;
    const { name, line, pace = '', alone = '' } = this.#game.about(state);
    setText(byId('rules-name'), name);
    setText(byId('rules-line'), line);
    setText(byId('pace'), pace);
    const isHost = Boolean(identity.hostToken);
    const lowest = Math.min(...seats.keys());
    const mayStart = seats.size > 0 && (isHost || me?.seat === lowest);
    setVisible(byId('bots'), this.#game.rules.bots && (isHost || Boolean(me)) && seats.size < seatLimit);
    setVisible(byId('start'), mayStart);
    if (mayStart) setText(byId('start-note'), seats.size === 1 ? alone : '');
    else setText(byId('start-note'), seats.has(lowest) ? text.startsSoon(seats.get(lowest).name) : text.hostStarts);
  }
}
