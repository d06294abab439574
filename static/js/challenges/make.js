/** The dialog that makes a challenge: a word for a friend to find, or a list of own words. */
import { nameField } from '../dialogs/profile.js';
import { shareLink } from '../dialogs/share.js';
import { failureText } from '../page/announce.js';
import { askForm } from '../page/ask.js';
import { el, setText, setVisible } from '../page/dom.js';
import { seatProfile } from '../page/new-game.js';
import { text } from '../strings.js';
import { request } from '../wire/api.js';
import { base } from '../wire/base.js';
import { Identity } from '../wire/identity.js';
import { sendAsPlayer } from '../wire/player.js';
import { challengeLink, rememberChallenge } from './known.js';
import { ownWords, wordOf } from './own-words.js';
import { loadChallengeStyle } from './results.js';
import { say } from './words.js';

/** @typedef {import('../games/game.js').Game} Game */

const style = loadChallengeStyle();

/** Radio buttons that look like one control. @param {[string, string][]} choices values and labels */
const segments = (name, label, choices, onchange) => el('fieldset', { class: 'segments' }, el('legend', {}, label),
  el('div', {}, ...choices.map(([value, shown], index) => el('label', {},
    el('input', { type: 'radio', name, value, checked: index === 0, onchange: () => onchange?.(value) }),
    el('span', {}, shown)))));

/** A field with a hint, and with a place for an error. */
function field(tag, label, hint, attributes) {
  const noteId = `${attributes.name}-hint`;
  const input = el(tag, { 'aria-describedby': noteId, autocomplete: 'off', spellcheck: 'false', ...attributes });
  const note = el('small', { id: noteId }, hint);
  const error = el('p', { class: 'error', role: 'alert' });
  const node = el('div', { class: 'field' }, el('label', {}, label, input), note, error);
  const refuse = (sentence) => {
    setText(error, sentence);
    setVisible(note, !sentence);
    input.setAttribute('aria-invalid', String(Boolean(sentence)));
    if (sentence) input.focus();
    return false;
  };
  const clear = () => refuse('');
  input.addEventListener('input', () => error.textContent && clear());
  return { node, input, refuse, clear };
}

/** The fields of a new challenge, in one of two modes: a word to find, or a list of words. */
class Form {
  #games;
  #single;
  #mode;
  #word;
  #list;
  #kinds;

  /** @param {Game[]} games those that can be made from own words @param {string} word the label of a single word */
  constructor(games, word) {
    this.#games = games;
    this.#single = games.find(({ ownWords: { single } }) => single);
    this.#mode = this.#single ? 'word' : 'list';
    const [length] = this.#single?.ownWords.lengths ?? [];
    this.#word = field('input', word, say.wordHint(length), {
      name: 'word', class: 'own-word', maxlength: 40, autocapitalize: 'characters', enterkeyhint: 'done',
    });
    this.#list = field('textarea', say.list, say.listHint, { name: 'words', rows: 6, autocapitalize: 'characters' });
    const kinds = games.filter((game) => game !== this.#single).concat(this.#single ?? []);
    this.#kinds = segments('rules', say.playedAs, kinds.map(({ name, title }) => [name, title]), this.#list.clear);
    this.#show(this.#mode);
  }

  /** The field with the word or the words. */
  get #field() {
    return this.#mode === 'word' ? this.#word : this.#list;
  }

  get focus() {
    return this.#field.input;
  }

  get nodes() {
    const show = (mode) => this.#show(mode);
    const modes = this.#single && segments('mode', say.make, Object.entries(say.modes), show);
    modes?.classList.add('untitled');
    const title = el('label', {}, say.title, el('input', { name: 'title', maxlength: 80, autocomplete: 'off' }));
    const name = nameField('', { required: false });
    name.lastChild.placeholder = seatProfile().name;
    const fields = [this.#word.node, this.#list.node, this.#kinds, title];
    return [modes, ...fields, !Identity.profile.name && name].filter(Boolean);
  }

  #show(mode) {
    this.#mode = mode;
    setVisible(this.#word.node, mode === 'word');
    for (const node of [this.#list.node, this.#kinds]) setVisible(node, mode === 'list');
    this.#word.input.required = mode === 'word';
    this.#list.input.required = mode === 'list';
  }

  /**
   * @param {FormData} data
   * @returns {[Game, (string|{word: string})[], any]} the game, its words, and the body of the request
   */
  read(data) {
    const isWord = this.#mode === 'word';
    const game = isWord ? this.#single : this.#games.find(({ name }) => name === data.get('rules'));
    const words = isWord ? [data.get('word').trim()] : ownWords(data.get('words'));
    const title = data.get('title').trim();
    const options = isWord ? { word: words[0] } : { words };
    return [game, words, { rules: game.name, options, ...(title && { title }) }];
  }

  /** Shows at the field why the challenge was refused. @returns {false} */
  refuse(sentence) {
    return this.#field.refuse(sentence);
  }
}

/** Why the server made no challenge, with the word that does not fit. */
function refusalText(reply, game, words) {
  const { lengths: [least, most] } = game.ownWords;
  if (reply.status !== 422) return failureText(reply);
  const isUnfit = (word) => word.length < least || word.length > most || !/^[a-z]+$/i.test(word);
  const [, quoted] = /“(.+?)”/.exec(reply.data?.detail ?? '') ?? [];
  const unfit = words.map(wordOf).find((word) => word === quoted) ?? words.map(wordOf).find(isUnfit);
  if (unfit) return say.unfit(unfit.toUpperCase(), [...new Set([least, most])]);
  return say.unfitTogether;
}

/**
 * Asks for the words, makes the challenge, and shows its link.
 * @param {Game[]} games those of the server @param {() => void} onMade called when there is a new challenge
 */
export async function makeChallenge(games, onMade) {
  const made = await askForTask(games, { title: say.make, word: say.word, go: say.makeIt });
  if (!made) return;
  onMade();
  await showLink(made);
}

/**
 * Asks for the words, and makes a challenge of them.
 * @param {Game[]} games those of the server
 * @param {{title: string, word: string, go: string}} labels of the dialog, the field for a single word, and the button
 * @returns {Promise<{challenge: any, of: number}|null>} null if the reader has cancelled; `of`: the number of own words
 */
export async function askForTask(games, { title, word, go }) {
  const form = new Form(games.filter(({ rules, ownWords: own }) => rules.daily && own), word);
  await style;
  let made = null;
  const accept = async (data) => {
    const [game, words, body] = form.read(data);
    if (!words[0]) return form.refuse(say.noWords);
    const name = data.get('name')?.trim();
    if (name) Identity.profile = { ...seatProfile(), name };
    const reply = await sendAsPlayer(seatProfile(), (token) => request('POST', '/challenges', { body, token }));
    if (!reply.ok) return form.refuse(refusalText(reply, game, words));
    made = { challenge: reply.data, of: words.length };
    return true;
  };
  const done = await askForm({
    title, body: form.nodes, buttons: [text.cancel, go], focus: form.focus, accept,
  });
  if (!done || !made) return null;
  rememberChallenge(made.challenge);
  return made;
}

/** Shows the link of a new challenge. @param {{challenge: any, of: number}} made `of`: the number of own words */
function showLink({ challenge: { id, title, used }, of }) {
  const results = el('a', { class: 'see-results', href: `${base}/c/${id}` }, say.seeResults);
  const message = of > 1 && used !== undefined ? say.used(used, of) : undefined;
  return shareLink(challengeLink(id), title, { heading: say.ready, message, label: say.linkLabel, more: [results] });
}
