/** Whether the page is in step with the server; if not, the state is asked for anew, which is counted. */

/** Two resynchronisations are at least this far apart, so that a disagreement can never become a storm. */
const PAUSE = 5000;
/** An answer may overtake the stream by a moment; by more, the page is behind; by much more, the line is suspect. */
const LATE = 800;
const TOO_LATE = 4000;

export class Agreement {
  /** How often the state was asked for anew, by the reason. */
  resyncs = { hash: 0, gap: 0, late: 0 };
  needsSnapshot = true;
  #client;
  #snapshots = 0;
  #resynced = 0;
  #timer = 0;
  /** The sequence that is known to be missing: Infinity for a state that is wrong, 0 for none. */
  #missing = 0;

  constructor(client) {
    this.#client = client;
  }

  /** @returns {'connecting'|'live'|'behind'|'offline'} `behind`: the line is live, but the server knows more */
  get status() {
    const { connection } = this.#client.stream;
    if (connection !== 'live') return connection;
    if (this.#isBehind) return 'behind';
    return this.needsSnapshot ? 'connecting' : 'live';
  }

  get #isBehind() {
    return this.#missing > (this.#client.state.sequence ?? 0);
  }

  /** A snapshot has come. */
  settle() {
    this.needsSnapshot = false;
    this.#snapshots += 1;
    this.#missing = 0;
  }

  /** Asks for a snapshot. */
  restart() {
    this.needsSnapshot = true;
    this.#client.stream.open();
  }

  /** Compares the state with the server's, where both are at the same event. */
  check(sequence, hash) {
    const { state } = this.#client;
    if (hash && !state.stale && sequence === state.sequence && hash !== state.hash()) this.resync('hash');
  }

  /** An answer told of this event: the stream has to bring it, and all before. */
  await(sequence) {
    const snapshots = this.#snapshots;
    const { state, stream } = this.#client;
    const soon = (delay, act) => setTimeout(() => {
      const same = stream.connection === 'live' && snapshots === this.#snapshots;
      if (same && state.sequence < sequence) act();
    }, delay);
    if (sequence <= state.sequence) return;
    soon(LATE, () => this.#miss(Math.max(sequence, this.#missing)));
    soon(TOO_LATE, () => this.resync('late'));
  }

  /** @param {'hash'|'gap'|'late'} reason */
  resync(reason) {
    clearTimeout(this.#timer);
    this.#miss(Infinity);
    const wait = this.#resynced + PAUSE - Date.now();
    if (wait > 0) {
      this.#timer = setTimeout(() => this.#isBehind && this.resync(reason), wait);
      return;
    }
    this.#resynced = Date.now();
    this.resyncs[reason] += 1;
    this.restart();
  }

  #miss(sequence) {
    this.#missing = sequence;
    this.#client.dispatchEvent(new CustomEvent('change'));
  }
}
