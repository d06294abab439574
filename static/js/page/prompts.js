/** The game's prompts: a dialog for a player who must decide; the asker sees a countdown in the notice. */
import { announce, reportFailure, toast } from './announce.js';
import { isTransient } from '../wire/api.js';
import { ask } from './ask.js';
import { text } from '../strings.js';

/** The page's own words for a prompt; a purpose such as `drop-3` is a kind and a seat. */
const wordsOf = ({ purpose = '' }) => text.prompts[purpose.split('-')[0]];

export class PromptDialogs {
  #client;
  #shownId = null;
  #abort = new AbortController();
  #answered = new Set();
  #known = new Map();

  constructor(client) {
    this.#client = client;
  }

  /** The prompt for the notice: any that has no dialog here. */
  get noticePrompt() {
    return this.#client.state.prompts.find(({ id }) => id !== this.#shownId) ?? null;
  }

  update() {
    const { prompts } = this.#client.state;
    const seat = this.#client.identity.seat?.seat;
    if (this.#shownId !== null && !prompts.some(({ id }) => id === this.#shownId)) {
      this.#shownId = null;
      this.#abort.abort();
    }
    for (const prompt of prompts) this.#known.set(prompt.id, prompt);
    const mine = prompts.find(({ id, deciders = [] }) => deciders.includes(seat) && !this.#answered.has(id));
    if (mine && this.#shownId === null) this.#ask(mine);
  }

  async #ask(prompt) {
    this.#shownId = prompt.id;
    this.#abort = new AbortController();
    const { title, wish, buttons } = wordsOf(prompt) ?? prompt;
    const nameOf = (number) => this.#client.state.seats.get(number)?.name ?? text.someone;
    const about = Number(prompt.purpose.split('-')[1]);
    const message = wish?.(nameOf(prompt.asker), nameOf(about)) ?? prompt.message;
    const { cancel, expires } = prompt;
    const button = await ask({ title, message, buttons, cancel, expires, signal: this.#abort.signal });
    if (this.#shownId === prompt.id) this.#shownId = null;
    if (button === null) return;
    this.#answered.add(prompt.id);
    const reply = await this.#client.answerPrompt(prompt.id, button);
    reportFailure(reply);
    if (isTransient(reply)) this.#answered.delete(prompt.id); // the server did not answer: ask again
  }

  /** Reports how a prompt ended: to the asker in a toast, to others through the screen reader. */
  announceOutcome({ prompt, button }) {
    const { asker, purpose, cancel = 0, title, buttons } = this.#known.get(prompt) ?? {};
    const known = wordsOf({ purpose });
    const sentence = known ? known[button === cancel ? 'no' : 'yes'] : text.dotted([title, buttons?.[button]]);
    if (!sentence) return;
    if (asker !== undefined && asker === this.#client.identity.seat?.seat) toast(sentence);
    else announce(sentence);
  }
}
