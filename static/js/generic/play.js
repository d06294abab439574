/** The board of a game without a folder in `games`: a shared or private board, the game's actions and its fields. */
import { reportFailure } from '../page/announce.js';
import { byId, el, setText, setVisible } from '../page/dom.js';
import { text } from '../strings.js';
import { asClock } from '../wire/api.js';
import { Play } from '../games/play.js';
import { spelled } from '../state/letters.js';
import { ActionButtons } from './actions.js';
import { gameFacts, words } from './facts.js';

/** Milliseconds in which several events cause one request for fields and actions, which events do not carry. */
const REFRESH_DELAY = 100;

export default class GenericPlay extends Play {
  #actions = new ActionButtons(this);
  #facts = el('dl', { id: 'facts', 'aria-label': words.about });
  #bots = el('div', { id: 'more-bots', class: 'buttons', role: 'group', 'aria-label': text.addBot });
  #drawnFacts = '';
  /** Tools whose action was possible once; they stay, so that nothing moves. */
  #tools = new Set();
  #isRefreshing = false;
  #isOutdated = false;

  start() {
    byId('hint').after(this.#facts);
    const buttons = Object.entries(text.levels).map(([level, name]) => {
      const onclick = async () => reportFailure(await this.client.send('POST', 'bots', { level }));
      return el('button', { type: 'button', onclick }, name);
    });
    this.#bots.append(el('span', {}, text.addBot), ...buttons);
    super.start();
  }

  /** The game as `GET /rules` lists it. */
  get rules() {
    return {};
  }

  get mayWrite() {
    return super.mayWrite && !this.state.seats.get(this.state.ownBoard)?.done;
  }

  get letters() {
    return this.rules.keys ?? super.letters;
  }

  spell(letter) {
    return this.rules.keys ? spelled(letter, this.rules.keys) : super.spell(letter);
  }

  /** The player whose turn it is: the game's field `turn` is then the number of a seat. */
  get #turn() {
    const { fields, phase, seats } = this.state;
    return phase === 'playing' ? seats.get(fields?.turn) : undefined;
  }

  /** What the reader has to do, for a tab that is not seen. */
  get task() {
    const turn = this.#turn;
    return turn && turn.seat === this.client.me?.seat ? words.yourTurn : '';
  }

  isWritable(cell) {
    return this.#kindOf(cell) !== 'block';
  }

  appearance(cell) {
    return { ...super.appearance(cell), kind: this.#kindOf(cell) };
  }

  /** A kind that the page does not know is drawn by its style, else as a letter. */
  #kindOf(cell) {
    const { kind, style } = this.state.cells[cell];
    return ['block', 'given'].find((each) => each === style) ?? kind;
  }

  draw() {
    super.draw();
    const { isPrivate, phase, paused, fields, isUnfinished } = this.state;
    setVisible(byId('paused'), paused);
    const before = isUnfinished ? byId('tools') : byId('again').parentElement;
    if (before.nextElementSibling !== this.#actions.node) before.after(this.#actions.node);
    this.#actions.draw(isPrivate && phase === 'waiting');
    this.#actions.node.after(this.#bots);
    setVisible(this.#bots, this.#mayAddBot);
    // Hides buttons of the page whose actions this game does not have.
    document.body.dataset.lacks = ['recolour', 'rematch'].filter((name) => !this.#actions.has(name))
      .concat(['close', 'lock'].filter((name) => !this.#hostMay(name))).join(' ');
    this.#drawFacts(gameFacts(fields));
  }

  /** Whether a bot may sit down in a game that has begun; before, the waiting room offers bots. */
  get #mayAddBot() {
    const { phase, seats, seatLimit } = this.state;
    const mayAsk = this.client.me || this.client.identity.hostToken;
    return Boolean(this.rules.bots && phase === 'playing' && mayAsk && seats.size < seatLimit);
  }

  #hostMay(name) {
    return this.#actions.hostHas(name) || (name === 'lock' && this.#actions.hostHas('unlock'));
  }

  #drawFacts(facts) {
    setVisible(this.#facts, facts.length);
    const key = JSON.stringify(facts);
    if (key === this.#drawnFacts) return;
    this.#drawnFacts = key;
    const item = ([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value));
    this.#facts.replaceChildren(...facts.map(item));
  }

  drawTools() {
    super.drawTools();
    const { client, mayWrite, state } = this;
    for (const name of ['undo', 'clear', 'resign']) if (this.#actions.has(name)) this.#tools.add(name);
    const offers = (name) => mayWrite && this.#tools.has(name) && name;
    const undoes = mayWrite && client.outbox.size > 0 && 'undo';
    this.showTools('turn', client.me && (offers('undo') || undoes), offers('clear'), client.me && offers('resign'));
    if (client.me?.done) this.setHint(this.doneHint);
    else if (state.isPrivate && !client.me) this.setHint(text.watchingNote);
    else if (this.#turn) this.setHint(this.task || words.turnOf(this.#turn.name));
    else if (client.me && !mayWrite) this.setHint('');
  }

  drawTime() {
    const left = this.state.phase === 'playing' ? this.state.remaining() : Infinity;
    setText(byId('sub'), left < Infinity ? words.timeLeft(asClock(left)) : '');
  }

  showEvent(event, mine) {
    super.showEvent(event, mine);
    this.#refresh();
  }

  /** Fetches fields and actions, and once more if events have come meanwhile. */
  async #refresh() {
    this.#isOutdated = true;
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    while (this.#isOutdated) {
      await new Promise((resolve) => { setTimeout(resolve, REFRESH_DELAY); });
      this.#isOutdated = false;
      await this.client.refresh();
    }
    this.#isRefreshing = false;
  }
}
