/** The actions of a game as buttons, with a dialog for those that have parameters. */
import { announce, reportFailure, toast } from '../page/announce.js';
import { askForm } from '../page/ask.js';
import { el, setVisible } from '../page/dom.js';
import { SchemaForm, readable } from '../dialogs/form.js';
import { square } from '../state/game-state.js';
import { actSurely } from '../state/sure-action.js';
import { text } from '../strings.js';
import { words } from './facts.js';

/** Actions that the page offers elsewhere. */
const PLACED = ['recolour', 'rematch', 'close', 'lock', 'unlock', 'undo', 'clear', 'resign', 'return',
  'close-seats', 'open-seats', 'drop'];
/** Milliseconds before a failed request for the parameters is repeated. */
const RETRY_DELAY = 2000;
const finePointer = matchMedia('(pointer: fine)');

/** @typedef {{name: string, title?: string, description?: string, parameters: Record<string, any>}} Action */

/** The page's own word if the name has one, since it is then in the reader's language. @param {Action} action */
const labelOf = ({ name, title }) =>
  title ?? { start: text.start, pause: text.pause, resume: text.resume }[name] ?? readable(name);

export class ActionButtons {
  node = el('div', { id: 'actions', class: 'buttons', role: 'group', 'aria-label': words.actions });
  #play;
  #client;
  /** @type {Map<string, Action>} every action seen so far, by name: an action never changes its parameters */
  #known = new Map();
  /** The names of the host's actions. */
  #hosts = [];
  /** The response for which the actions were fetched. */
  #fetchedFor = null;
  #buttons = new Map();
  /** Whether the focused button has vanished, and no other was left. */
  #hasLostFocus = false;

  /** @param {import('./play.js').default} play */
  constructor(play) {
    this.#play = play;
    this.#client = play.client;
  }

  /** Whether the viewer may perform the action now. */
  has(name) {
    return Boolean(this.#client.state.fields?.actions?.includes(name));
  }

  /** Whether the host may perform the action now, in the host's own window. */
  hostHas(name) {
    return this.#hosts.includes(name);
  }

  /** @param {boolean} offersStart whether the page has a start button besides these */
  draw(offersStart) {
    this.#fetch();
    const { fields, isUnfinished } = this.#client.state;
    const hosts = isUnfinished ? this.#hosts : [];
    const names = [...new Set([...fields?.actions ?? [], ...hosts])]
      .filter((name) => this.#known.has(name) && !PLACED.includes(name) && !(offersStart && name === 'start'));
    const focused = [...this.node.children].indexOf(document.activeElement);
    const buttons = names.map((name) => this.#button(name));
    if (buttons.some((button, index) => this.node.children[index] !== button)
        || buttons.length !== this.node.children.length) {
      this.node.replaceChildren(...buttons);
      if (focused >= 0 || this.#hasLostFocus) this.#restoreFocus(Math.max(focused, 0));
    }
    setVisible(this.node, buttons.length);
  }

  #restoreFocus(index) {
    const next = this.node.children[index] ?? this.node.lastElementChild;
    this.#hasLostFocus = !next;
    if (document.activeElement === document.body) next?.focus();
  }

  #button(name) {
    if (!this.#buttons.has(name)) {
      const action = this.#known.get(name);
      const onclick = (event) => this.#press(action, event);
      this.#buttons.set(name, el('button', { type: 'button', 'data-action': name, onclick }, labelOf(action)));
    }
    return this.#buttons.get(name);
  }

  /** Fetches the parameters of new actions, and what the host may do. */
  async #fetch() {
    const { client } = this.#play;
    const { fields, isUnfinished } = client.state;
    const { hostToken } = client.identity;
    const isNew = fields?.actions?.some((name) => !this.#known.has(name));
    if (!fields || fields === this.#fetchedFor || !(isNew || (hostToken && isUnfinished))) return;
    this.#fetchedFor = fields;
    const get = (token) => client.send('GET', 'actions', undefined, token);
    const replies = await Promise.all([isNew && get(client.token), hostToken && get(hostToken)].filter(Boolean));
    if (replies.some(({ ok }) => !ok)) {
      setTimeout(() => {
        if (this.#fetchedFor === fields) this.#fetchedFor = null;
        this.#play.draw();
      }, RETRY_DELAY);
      return;
    }
    for (const { data } of replies) for (const action of data.actions) this.#known.set(action.name, action);
    if (hostToken) this.#hosts = replies.at(-1).data.actions.map(({ name }) => name);
    this.#play.draw();
  }

  async #press(action, { currentTarget: button, detail }) {
    if (button.ariaBusy) return;
    const { name } = action;
    const parameters = await this.#askParameters(action);
    if (parameters) {
      button.ariaBusy = 'true';
      await this.#perform(name, parameters);
      button.ariaBusy = null;
    }
    // As with the tools: after a click the focus returns to the board.
    if (detail > 0 && finePointer.matches && document.body.dataset.stage === 'play') this.#play.view.focus();
  }

  /** @param {Action} action @returns {Promise<any>} null if the reader cancels */
  async #askParameters(action) {
    const presets = { cell: square(this.#play.caret.cell), colour: this.#client.me?.colour };
    const form = new SchemaForm(Object.entries(action.parameters ?? {}), { words, noChoice: '–', presets });
    const body = form.fields({});
    if (!body.length) return {};
    const title = labelOf(action);
    const focus = body[0].querySelector('input, select');
    const given = await askForm({ title, message: action.description, body, focus, buttons: [text.cancel, title] });
    return given && form.read(given);
  }

  async #perform(name, parameters) {
    const client = this.#client;
    // An action that waits for long could meet another board.
    if (client.status === 'offline') return toast(text.noConnection);
    const asHost = !this.has(name) && this.hostHas(name);
    const sender = { act: (...call) => client.act(...call, { asHost }) };
    const reply = await actSurely(sender, name, parameters, () => this.has(name) || this.hostHas(name));
    if (!reply) return;
    reportFailure(reply);
    if (reply.ok) this.#showChanges(reply.data.events);
  }

  /** Moves the caret to the first cell that the action has changed, and reads out all of them. */
  #showChanges(events = []) {
    const { caret, state } = this.#play;
    const changes = events.filter(({ type, board = 0, cell }) =>
      type === 'cell.changed' && board === state.ownBoard && cell !== undefined);
    if (changes.length) caret.select(changes[0].cell);
    const who = this.#client.me?.name ?? text.someone;
    for (const { cell, value } of changes) {
      announce(value ? text.wrote(who, value, square(cell)) : text.emptied(who, square(cell)));
    }
  }
}
