/** The game's prompts: a dialog for a player who must decide; the asker sees a countdown in the notice. */
import { announce, reportFailure, toast } from '../page/announce.js';
import { ask } from '../page/ask.js';
import { text } from '../strings.js';
import { isTransient } from '../wire/api.js';
import { say } from './words.js';

/** The page's own words for a prompt; a purpose such as `drop-3` is a kind and a seat. */
const wordsOf = ({ purpose = '' }) => say.prompts[purpose.split('-')[0]];

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
    const prompt = this.#client.state.prompts.find(({ id }) => id !== this.#shownId);
    return prompt ? { ...prompt, wish: this.#wishOf(prompt) } : null;
  }

  #wishOf(prompt) {
    const nameOf = (number) => this.#client.state.seats.get(number)?.name ?? text.someone;
    const about = Number(prompt.purpose.split('-')[1]);
    return wordsOf(prompt)?.wish(nameOf(prompt.asker), nameOf(about)) ?? prompt.message;
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
    const { title, buttons } = wordsOf(prompt) ?? prompt;
    const { cancel, expires } = prompt;
    const { signal } = this.#abort;
    const button = await ask({ title, message: this.#wishOf(prompt), buttons, cancel, expires, signal });
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
