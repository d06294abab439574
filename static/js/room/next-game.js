/** The choice of the next game: every kind, with the options used last. */
import { inRoom } from '../page/new-game.js';
import { lazy } from '../page/lazy.js';
import { byId, el, setText, setVisible } from '../page/dom.js';
import { toast } from '../page/announce.js';
import { text } from '../strings.js';
import { succeeded } from './outcome.js';
import { say } from './words.js';

const callOptions = lazy(() => import('../dialogs/options.js'));
const callMake = lazy(() => import('../challenges/make.js'), { preload: false });
const callAsk = lazy(() => import('../page/ask.js'));

/**
 * Begins a game, which starts by itself; while one is running, the server asks the others, and without others the page
 * asks the reader.
 * @param {import('./room-client.js').RoomClient} client @param {any} game its rules and options, or `again`
 */
export async function begin(client, game) {
  const { room, othersPresent } = client;
  const ends = room.game && room.game.state !== 'finished' && !othersPresent.length;
  const question = { title: say.endTitle, message: say.endMessage, buttons: [say.playOn, text.nextGame] };
  if (ends && await callAsk('ask', question) !== 1) return;
  const reply = await client.send('POST', 'games', { ...game, start: true });
  if (succeeded(reply) && reply.status === 202) toast(text.waiting);
}

export class NextGame {
  #client;
  #busy = false;
  node = el('ul', { class: 'kinds' });

  /** @param {import('./room-client.js').RoomClient} client @param {import('../games/game.js').Game[]} games */
  constructor(client, games) {
    this.#client = client;
    this.node.append(...games.map((game) => this.#row(game)));
    if (games.some(({ rules, ownWords }) => rules.daily && ownWords)) this.node.append(this.#ownWords(games));
  }

  /** A race in the reader's own words, which the reader watches. */
  #ownWords(games) {
    const item = el('li', { class: 'own' });
    item.append(byId('kind').content.cloneNode(true));
    const [{ children: [title, note] }, set, buttons] = item.children;
    setText(title, say.ownWords);
    setText(note, say.ownWordsNote);
    setVisible(set, false);
    const onclick = async () => {
      const labels = { title: say.ownWords, word: say.wordForAll, go: text.start };
      const made = await callMake('askForTask', games, labels);
      if (made) await this.#begin({ challenge: made.challenge.id });
    };
    buttons.append(el('button', { type: 'button', onclick }, say.chooseWords));
    return item;
  }

  #row(game) {
    const { fields, options, summary } = inRoom(game);
    const item = el('li');
    item.append(byId('kind').content.cloneNode(true));
    const [{ children: [title, chosen] }, set, buttons] = item.children;
    const drawSummary = () => setText(chosen, summary());
    setText(title, game.title);
    setVisible(set, fields.some((name) => name !== 'lexicon'));
    set.setAttribute('aria-label', text.optionsOf(game.title));
    set.addEventListener('click', () => callOptions('editOptions', game, fields).then(drawSummary));
    // Games against bots or for one are for the home page.
    const starts = game.startButtons.filter((start) => !start.bot && start.options?.mode !== 'solo');
    buttons.append(...starts.map((start) => {
      const label = starts.length > 1 ? start.label : text.play;
      const name = text.dotted([label, game.title]);
      const onclick = () => this.#begin({ rules: game.name, options: { ...options(), ...start.options } });
      return el('button', { type: 'button', 'aria-label': name, onclick }, label);
    }));
    drawSummary();
    return item;
  }

  async #begin(game) {
    if (this.#busy) return;
    this.#busy = true;
    await begin(this.#client, game);
    this.#busy = false;
  }
}
