/** Prompts of the game: those that must decide get a dialog, the one who asked a countdown. */
import { announce, explain, toast } from './announce.js';
import { isPassing } from '../wire/api.js';
import { ask } from './ask.js';
import { text } from '../strings.js';

export class Consent {
  #client;
  #shown = null;
  #taken = new AbortController();
  #answered = new Set();
  #known = new Map();

  constructor(client) {
    this.#client = client;
  }

  /** The prompt to tell of in the notice: mine, or one that others decide. */
  get waiting() {
    return this.#client.state.prompts.find(({ id }) => id !== this.#shown) ?? null;
  }

  update() {
    const { prompts } = this.#client.state;
    const seat = this.#client.identity.seat?.seat;
    if (this.#shown !== null && !prompts.some(({ id }) => id === this.#shown)) {
      this.#shown = null;
      this.#taken.abort();
    }
    for (const prompt of prompts) this.#known.set(prompt.id, prompt);
    const mine = prompts.find(({ id, deciders = [] }) => deciders.includes(seat) && !this.#answered.has(id));
    if (mine && this.#shown === null) this.#put(mine);
  }

  async #put(prompt) {
    this.#shown = prompt.id;
    this.#taken = new AbortController();
    const { title, wish, buttons } = text.prompts[prompt.purpose] ?? prompt;
    const message = wish?.(this.#client.state.seats.get(prompt.asker)?.name ?? text.someone) ?? prompt.message;
    const { cancel, expires } = prompt;
    const button = await ask({ title, message, buttons, cancel, expires, signal: this.#taken.signal });
    if (this.#shown === prompt.id) this.#shown = null;
    if (button === null) return;
    this.#answered.add(prompt.id);
    const reply = await this.#client.answer(prompt.id, button);
    explain(reply);
    if (isPassing(reply)) this.#answered.delete(prompt.id); // not heard: the question is still open
  }

  /** Tells how a prompt ended: to the one who asked for the eye, to the others for the ear. */
  dismissed({ prompt, button }) {
    const { asker, purpose, cancel = 0 } = this.#known.get(prompt) ?? {};
    const { no, yes } = text.prompts[purpose] ?? text.prompts.clear;
    const sentence = button === cancel ? no : yes;
    if (asker !== undefined && asker === this.#client.identity.seat?.seat) toast(sentence);
    else announce(sentence);
  }
}
