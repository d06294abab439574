/** The puzzle's last steps: the maker checks it, tries it, sends it as a link, and saves it as a file. */
import { challengeLink, rememberChallenge } from '../challenges/known.js';
import { shareLink } from '../dialogs/share.js';
import { loadGame } from '../games/games.js';
import { failureText, toast } from '../page/announce.js';
import { byId, el, setText, setVisible } from '../page/dom.js';
import { createGame, nextGameOnly, seatProfile } from '../page/new-game.js';
import { saveFile } from '../page/save-file.js';
import { square } from '../state/game-state.js';
import { text } from '../strings.js';
import { request } from '../wire/api.js';
import { base } from '../wire/base.js';
import { Identity } from '../wire/identity.js';
import { sendAsPlayer } from '../wire/player.js';
import { ipuzOf, wordIn } from './grid.js';
import { roomButtons } from './in-room.js';
import { say } from './words.js';

/** Milliseconds after a change before the findings that are shown are found anew. */
const DEBOUNCE = 800;

/** This finding comes once for each cell, and is shown once. */
const UNCHECKED = 'unchecked-cell';

/** @typedef {{kind: string, severity: string, clue?: string, cell?: number, detail: string}} Finding */

export class Publisher {
  #puzzle;
  #pack;
  #kind;
  #clues;
  #board;
  /** The file of which the findings are shown; '' before the first check. */
  #checked = '';
  /** @type {Finding[]} */
  #findings = [];
  /** Whether the reader has seen the warnings, and the next press makes the link. */
  #isWarned = false;
  #timer = 0;
  #isBusy = false;

  /**
   * @param {{puzzle: import('./draft.js').Draft, pack: string, kind: string, clues: any, board: any}} parts
   *   `kind`: the kind of game that is played with puzzles
   */
  constructor({ puzzle, pack, kind, clues, board }) {
    [this.#puzzle, this.#pack, this.#kind, this.#clues, this.#board] = [puzzle, pack, kind, clues, board];
    const onPress = (id, work) => byId(id).addEventListener('click', () => this.#run(byId(id), work));
    onPress('check', () => this.#check());
    onPress('try', () => this.#try());
    onPress('publish', () => this.#publish());
    for (const format of ['ipuz', 'puz']) onPress(format, () => this.#download(format));
    for (const name of ['title', 'author']) {
      byId(`puzzle-${name}`).addEventListener('input', ({ target }) => puzzle.set({ [name]: target.value }));
    }
  }

  draw() {
    const { title, author, isFull, isBlank } = this.#puzzle;
    for (const [id, value] of [['puzzle-title', title], ['puzzle-author', author]]) {
      if (byId(id).value !== value && document.activeElement !== byId(id)) byId(id).value = value;
    }
    setVisible(byId('finish'), isFull);
    setVisible(byId('fill-first'), !isFull && !isBlank);
    const isStale = this.#checked && this.#checked !== this.#file;
    if (!isFull) this.#forget();
    else if (isStale) this.#checkSoon();
    this.#drawPublish();
  }

  get #file() {
    return JSON.stringify(ipuzOf(this.#puzzle));
  }

  #forget() {
    clearTimeout(this.#timer);
    if (!this.#checked) return;
    this.#checked = '';
    this.#show([]);
    setText(byId('verdict'), '');
  }

  #checkSoon() {
    this.#isWarned = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => !this.#isBusy && this.#check(), DEBOUNCE);
  }

  /** Ignores presses while a request is under way. */
  async #run(button, work) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    button.setAttribute('aria-busy', 'true');
    try {
      await work();
    } finally {
      this.#isBusy = false;
      button.removeAttribute('aria-busy');
      this.draw();
    }
  }

  /** Asks the server what the maker may want to change. @returns {Promise<Finding[]|null>} null without an answer */
  async #check() {
    clearTimeout(this.#timer);
    const file = this.#file;
    const path = `/puzzles?check=1&lexicon=${encodeURIComponent(this.#pack)}`;
    const { ok, data, ...reply } = await request('POST', path, { body: JSON.parse(file) });
    if (!ok) {
      setText(byId('verdict'), failureText({ data, ...reply }));
      return null;
    }
    this.#checked = file;
    // The maker knows that these words are their own.
    const findings = data.findings.filter((each) => each.kind !== 'unknown-word' || each.severity === 'error'
      || !this.#puzzle.own.includes(this.#subjectOf(each).word));
    this.#show(findings);
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const lines = this.#listed.length;
    setText(byId('verdict'), errors ? say.errors(errors) : lines ? say.warnings(lines) : say.fine);
    return findings;
  }

  /** The slot and the word that a finding is about. @param {Finding} finding */
  #subjectOf({ clue }) {
    const slot = this.#puzzle.slots.find(({ id }) => id === clue);
    if (!slot) return { name: '' };
    return { name: say.word(slot.number, text[slot.direction]), word: wordIn(this.#puzzle.cells, slot) };
  }

  get #unchecked() {
    return this.#findings.filter(({ kind }) => kind === UNCHECKED).length;
  }

  #sentenceOf(finding) {
    const { kind, cell, detail } = finding;
    const { name, word } = this.#subjectOf(finding);
    const sentence = say.findings[kind];
    if (kind === UNCHECKED && this.#unchecked > 1) return say.uncheckedCells(this.#unchecked);
    const isPlaced = name || cell !== undefined;
    return sentence && (isPlaced || !sentence.length) ? sentence(name || square(cell), word) : detail;
  }

  /** Shows findings at their clues, and as a list whose lines lead there. @param {Finding[]} findings */
  #show(findings) {
    this.#findings = findings;
    const byClue = new Map();
    for (const finding of findings.filter(({ clue }) => clue)) {
      const note = { sentence: this.#sentenceOf(finding), isError: finding.severity === 'error' };
      byClue.set(finding.clue, [...byClue.get(finding.clue) ?? [], note]);
    }
    this.#clues.mark(byClue);
    const marked = findings.map(({ cell }) => cell).filter((cell) => cell !== undefined);
    for (let cell = 0; cell < 25; cell += 1) byId(`cell-${cell}`).classList.toggle('flawed', marked.includes(cell));
    const listed = this.#listed;
    byId('findings').replaceChildren(...listed.map((finding) => el('li', {}, el('button', {
      type: 'button', class: finding.severity === 'error' ? 'quiet grave' : 'quiet', onclick: () => this.#goTo(finding),
    }, this.#sentenceOf(finding)))));
    setVisible(byId('findings'), findings.length);
    this.#drawPublish();
  }

  /** The findings with a line of their own, errors first. */
  get #listed() {
    const first = this.#findings.find(({ kind }) => kind === UNCHECKED);
    const isError = ({ severity }) => severity === 'error';
    const lines = this.#findings.filter((each) => each.kind !== UNCHECKED || each === first);
    return [...lines.filter(isError), ...lines.filter((each) => !isError(each))];
  }

  #goTo({ clue, cell }) {
    if (clue) return this.#clues.focus(clue);
    if (cell === undefined) return;
    this.#board.caret.select(cell);
    this.#board.view.focus();
    byId('frame').scrollIntoView({ block: 'nearest' });
  }

  #drawPublish() {
    const hasErrors = this.#findings.some(({ severity }) => severity === 'error');
    byId('publish').toggleAttribute('disabled', hasErrors);
    setText(byId('publish'), this.#isWarned && !hasErrors && this.#findings.length ? say.publishAnyway : say.publish);
  }

  /** Stores the puzzle, once for each content. @returns {Promise<any>} null after a failure, which it has shown */
  async #store() {
    const content = this.#file;
    const { stored } = this.#puzzle;
    if (stored?.content === content) return stored;
    const path = `/puzzles?lexicon=${encodeURIComponent(this.#pack)}`;
    const reply = await request('POST', path, { body: JSON.parse(content) });
    if (!reply.ok) {
      toast(failureText(reply));
      return null;
    }
    const { id, token } = reply.data;
    this.#puzzle.setStored({ content, id, token });
    return this.#puzzle.stored;
  }

  /** A private game with the puzzle; the draft waits in this browser. */
  async #try() {
    const [puzzle, game] = await Promise.all([this.#store(), loadGame(this.#kind).catch(() => null)]);
    if (!puzzle || !game) return puzzle && toast(text.noConnection);
    nextGameOnly[this.#kind] = { puzzle, public: false, autocheck: false };
    return createGame(game, { options: { mode: 'together' } });
  }

  async #download(format) {
    const stored = await this.#store();
    if (stored) await saveFile(`/puzzles/${stored.id}.${format}`, `${this.#fileName}.${format}`, stored.token);
  }

  get #fileName() {
    return this.#puzzle.title.trim().toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'puzzle';
  }

  /** Makes the link, once nothing is wrong, or the maker has seen the warnings. */
  async #publish() {
    const wasWarned = this.#isWarned && this.#checked === this.#file;
    if (!wasWarned) {
      const findings = await this.#check();
      this.#isWarned = Boolean(findings?.length);
      if (!findings || findings.length) return byId('verdict').scrollIntoView({ block: 'nearest' });
    }
    const stored = await this.#store();
    const challenge = stored && (stored.challenge ?? await this.#challenge(stored));
    if (!challenge) return undefined;
    this.#isWarned = false;
    const results = el('a', { class: 'see-results', href: `${base}/c/${challenge.id}` }, say.seeResults);
    return shareLink(challengeLink(challenge.id), challenge.title, {
      heading: say.ready, label: say.linkLabel, more: [results, ...roomButtons(challenge.id)],
    });
  }

  /** A challenge with a stored puzzle. @returns {Promise<any>} null after a failure, which it has shown */
  async #challenge(stored) {
    const author = this.#puzzle.author.trim();
    if (author && !Identity.profile.name) Identity.profile = { ...seatProfile(), name: author.slice(0, 32) };
    const body = {
      rules: this.#kind, options: { puzzle: stored.id }, puzzleToken: stored.token,
      title: this.#puzzle.title.trim() || say.untitled,
    };
    const reply = await sendAsPlayer(seatProfile(), (token) => request('POST', '/challenges', { body, token }));
    if (!reply.ok) {
      toast(failureText(reply));
      return null;
    }
    const { id, title } = reply.data;
    rememberChallenge(reply.data);
    this.#puzzle.setStored({ ...stored, challenge: { id, title } });
    return { id, title };
  }
}
