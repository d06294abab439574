/** Writing on the board: joins caret, text entry and board view to the game. */
import { toast } from '../page/announce.js';
import { BoardView } from './board-view.js';
import { Caret } from './caret.js';
import { byId, say } from '../page/dom.js';
import { join } from '../page/join.js';
import { Pointer } from './pointer.js';
import { text } from '../strings.js';
import { TextEntry } from './text-entry.js';

export class Writing {
  view;
  caret;
  #client;
  #pointer;
  #entry;
  /** Whether the reader has been on the board yet; the square that is current from the start was chosen by nobody. */
  #begun = false;

  /** @param {import('../state/game-client.js').GameClient} client @param {{undo: () => void}} commands */
  constructor(client, { undo }) {
    this.#client = client;
    this.#pointer = new Pointer(client);
    this.view = new BoardView((cell) => this.#choose(cell));
    this.caret = new Caret((cell) => client.state.cells[cell].kind === 'block', () => this.#moved());
    const { caret } = this;
    this.#entry = new TextEntry(byId('letters'), {
      letters: (letters) => this.#write(letters),
      backspace: () => {
        if (!this.#shown(caret.cell)) caret.along(-1);
        this.#put('');
      },
      remove: () => this.#put(''),
      toggle: () => caret.toggle(),
      arrow: (rows, columns) => caret.step(rows, columns),
      end: (by, whole) => caret.end(by, whole),
      enter: () => {
        caret.end(1, false);
        caret.along(1);
      },
      undo,
    });
    this.#moved();
    this.#begun = false;
  }

  draw() {
    const { state, outbox } = this.#client;
    const me = this.#client.me ?? this.#client.identity.former;
    this.view.draw((cell) => {
      const { kind, value, by } = state.cells[cell];
      const over = outbox.over(cell);
      const author = over ? me : state.seats.get(by);
      const shown = over?.value ?? value;
      return { kind, value: shown, pending: over?.pending ?? false, colour: author?.colour, by: author?.name };
    });
  }

  /** Whether nothing at all stands on the board. */
  get isEmpty() {
    return this.#client.state.cells.every((_, cell) => !this.#shown(cell));
  }

  #shown(cell) {
    return this.#client.outbox.over(cell)?.value ?? this.#client.state.cells[cell].value;
  }

  #write(letters) {
    for (const letter of letters) {
      if (!this.#put(letter)) return;
      this.caret.along(1);
    }
  }

  #put(value) {
    const { state, mayWrite } = this.#client;
    if (state.sequence === null) return false; // nothing is known of the board yet
    if (mayWrite) this.#client.write(this.caret.cell, value);
    else if (state.locked) toast(text.locked);
    else if (state.playing) join(this.#client).then(() => this.view.focus());
    return mayWrite;
  }

  #choose(cell) {
    const again = this.#begun && cell === this.caret.cell && document.activeElement === byId('letters');
    this.#entry.reset();
    this.view.focus();
    if (again) this.caret.toggle();
    else this.caret.select(cell);
  }

  #moved() {
    const { cell, direction } = this.caret;
    this.#begun = true;
    this.view.place(this.caret);
    byId('turn').setAttribute('aria-label', text.turnTo(direction));
    say(byId('turn-text'), text[direction]);
    byId('turn').classList.toggle('down', direction === 'down');
    this.#pointer.at(cell, direction);
  }
}
