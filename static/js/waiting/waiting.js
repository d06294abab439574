/** The waiting room: rules, link, bots and the start button. */
import { reportFailure } from '../page/announce.js';
import { byId, el, loadStyle, setText, setVisible } from '../page/dom.js';
import { linkTo } from '../page/invite.js';
import { text } from '../strings.js';
import { say } from './words.js';

const LEVELS = ['easy', 'medium', 'hard'];

await loadStyle(new URL('./waiting.css', import.meta.url).href);

export class WaitingRoom {
  #client;
  #game;

  /**
   * @param {import('../state/game-client.js').GameClient} client @param {import('../games/game.js').Game} game
   * @param {() => void} share opens the dialog with the link
   */
  constructor(client, game, share) {
    this.#client = client;
    this.#game = game;
    byId('room').append(...roomParts(client.game, game.steps, share));
    byId('bot-levels').append(...LEVELS.map((level) => {
      const add = async () => reportFailure(await client.send('POST', 'bots', { level }));
      return el('button', { type: 'button', onclick: add }, text.levels[level]);
    }));
    byId('start').addEventListener('click', async () => {
      reportFailure(await client.act('start', {}, { asHost: !client.token }));
    });
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
    const { minimum = 1 } = this.#game.rules.seats ?? {};
    const missing = minimum > 1 ? minimum - seats.size : 0;
    // A game without the action starts by itself, once enough players are there.
    const hasStart = state.isPrivate || state.fields?.actions?.includes('start');
    const mayStart = hasStart && missing <= 0 && seats.size > 0 && (isHost || me?.seat === lowest);
    setVisible(byId('bots'), this.#game.rules.bots && (isHost || Boolean(me)) && seats.size < seatLimit);
    setVisible(byId('start'), mayStart);
    // One person invites; the start is for those who have come.
    document.body.toggleAttribute('data-alone', seats.size < 2);
    byId('start').classList.toggle('primary', seats.size > 1);
    byId('invite').classList.toggle('primary', seats.size < 2);
    if (missing > 0) setText(byId('start-note'), say.waitsFor(missing));
    else if (mayStart) setText(byId('start-note'), seats.size === 1 ? alone : '');
    else setText(byId('start-note'), seats.has(lowest) ? say.startsSoon(seats.get(lowest).name) : say.hostStarts);
  }
}

function roomParts(game, steps, share) {
  const link = el('input', { id: 'link', readonly: true, value: linkTo(game), 'aria-label': say.linkLabel });
  link.addEventListener('focus', () => link.select());
  const isWide = matchMedia('(min-width: 56rem)').matches;
  return [
    el('section', { class: 'sheet', 'aria-labelledby': 'rules-name' },
      el('h2', { id: 'rules-name' }), el('p', { id: 'rules-line' }), el('p', { id: 'pace', class: 'note' }),
      steps.length > 0 && el('details', { id: 'how', open: isWide }, el('summary', {}, text.howTitle),
        el('ol', { id: 'steps' }, ...steps.map((step) => el('li', {}, step))))),
    el('section', { 'aria-labelledby': 'invite-title' }, el('h2', { id: 'invite-title' }, say.inviteTitle),
      el('div', { class: 'inline' }, link, el('button', { id: 'invite', type: 'button', onclick: share },
        byId('share').querySelector('svg').cloneNode(true), text.share))),
  ];
}
