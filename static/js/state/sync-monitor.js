/** Detects when the page's state differs from the server's, and asks for a snapshot. */

/** Milliseconds between two resynchronisations, so that a lasting difference does not flood the server. */
const MIN_INTERVAL = 5000;
/** A response may arrive before its event on the stream: milliseconds until the page counts as behind. */
const BEHIND_AFTER = 800;
/** And milliseconds until it resynchronises. */
const RESYNC_AFTER = 4000;

export class SyncMonitor {
  /** Resynchronisations by reason. */
  resyncs = { hash: 0, gap: 0, late: 0 };
  /** The stream's last id, with which it goes on; null asks for a snapshot. @type {string|null} */
  lastId = null;
  #client;
  #snapshotCount = 0;
  #resyncedAt = 0;
  #timer = 0;
  /** The newest sequence known to exist; Infinity if the state is wrong. */
  #newest = 0;

  constructor(client) {
    this.#client = client;
  }

  get needsSnapshot() {
    return this.lastId === null;
  }

  /** Also `behind`: connected, but newer events are missing. */
  get status() {
    const { connection } = this.#client.stream;
    if (connection !== 'live') return connection;
    if (this.#isBehind) return 'behind';
    return this.needsSnapshot ? 'connecting' : 'live';
  }

  get #isBehind() {
    return this.#newest > (this.#client.state.sequence ?? 0);
  }

  didLoadSnapshot() {
    this.#snapshotCount += 1;
    this.#newest = 0;
  }

  requestSnapshot() {
    this.lastId = null;
    this.#client.stream.open();
  }

  /** Compares the hashes if the state is at this event. */
  checkHash(sequence, hash) {
    const { state } = this.#client;
    if (hash && !state.stale && sequence === state.sequence && hash !== state.hash()) this.resync('hash');
  }

  /** Notes that a response named this event: the stream must deliver it and all events before it. */
  expectSequence(sequence) {
    const snapshots = this.#snapshotCount;
    const { state, stream } = this.#client;
    const ifStillMissing = (delay, act) => setTimeout(() => {
      const isCurrent = stream.connection === 'live' && snapshots === this.#snapshotCount;
      if (isCurrent && state.sequence < sequence) act();
    }, delay);
    if (sequence <= state.sequence) return;
    stream.hurry();
    ifStillMissing(BEHIND_AFTER, () => this.#setNewest(Math.max(sequence, this.#newest)));
    ifStillMissing(RESYNC_AFTER, () => this.resync('late'));
  }

  resync(reason) {
    clearTimeout(this.#timer);
    this.#setNewest(Infinity);
    const wait = this.#resyncedAt + MIN_INTERVAL - Date.now();
    if (wait > 0) {
      this.#timer = setTimeout(() => this.#isBehind && this.resync(reason), wait);
      return;
    }
    this.#resyncedAt = Date.now();
    this.resyncs[reason] += 1;
    this.requestSnapshot();
  }

  #setNewest(sequence) {
    this.#newest = sequence;
    this.#client.dispatchEvent(new CustomEvent('change'));
  }
}
