/** Waiting times between attempts: 0.5 s doubling to 8 s, each with jitter so that a crowd does not return at once. */
const FIRST = 500;
const LAST = 8000;

export class Backoff {
  #attempt = 0;

  /** @param {number} [atLeast] milliseconds the server asked for (Retry-After) */
  next(atLeast = 0) {
    const base = Math.min(LAST, FIRST * 2 ** this.#attempt);
    this.#attempt = Math.min(this.#attempt + 1, 8);
    return Math.max(atLeast, base * (0.75 + Math.random() * 0.5));
  }

  reset() {
    this.#attempt = 0;
  }
}
