/** The buttons of the reactions, and how everybody sees a reaction. */
import { announce, reportFailure } from '../page/announce.js';
import { byId, el, setVisible } from '../page/dom.js';
import { fly } from './fly.js';
import { say } from './words.js';

const finePointer = matchMedia('(pointer: fine)');

export class Reactions {
  #client;
  #node;

  /** @param {import('../state/game-client.js').GameClient} client */
  constructor(client) {
    this.#client = client;
    this.#node = el('div', { id: 'reactions', role: 'group', 'aria-label': say.title, hidden: true },
      ...Object.entries(say.names).map(([reaction, name]) => el('button', {
        type: 'button', class: 'quiet', 'aria-label': name, onclick: (event) => this.#send(reaction, event),
      }, reaction)));
    client.addEventListener('reaction', ({ detail }) => this.#show(detail));
  }

  /** Shows the buttons below the players, at the end below the result. */
  draw() {
    const { state, me } = this.#client;
    const others = [...state.seats.values()].some(({ seat, bot }) => seat !== me?.seat && !bot);
    setVisible(this.#node, me && !me.kicked && others);
    const neighbour = state.isUnfinished ? byId('seats') : byId('again').parentNode;
    if (neighbour.nextElementSibling !== this.#node) neighbour.after(this.#node);
  }

  async #send(reaction, { detail }) {
    // After a press with the mouse, the board takes keys again.
    if (detail > 0 && finePointer.matches && this.#client.state.phase === 'playing') byId('letters').focus();
    reportFailure(await this.#client.send('POST', 'reactions', { reaction }));
  }

  #show({ seat, reaction }) {
    const { state, me } = this.#client;
    const player = state.seats.get(seat);
    if (!player) return;
    fly(document.querySelector('main'), reaction, player);
    if (seat !== me?.seat) announce(say.said(player.name, say.names[reaction] ?? reaction));
  }
}
