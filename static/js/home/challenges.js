/** The home page's list of the challenges that were made or played in this browser. */
import { forgetChallenge, knownChallenges } from '../challenges/known.js';
import { byId, el, setVisible } from '../page/dom.js';
import { text } from '../strings.js';
import { base } from '../wire/base.js';
import { say } from './words.js';

/** @param {Map<string, import('../games/game.js').Game>} kinds by name @param {number} most the maximum of rows */
export function drawChallenges(kinds, most) {
  const known = knownChallenges().slice(0, most);
  const list = byId('challenge-list');
  const key = JSON.stringify(known);
  setVisible(byId('challenges'), known.length);
  if (list.dataset.drawn === key) return;
  list.dataset.drawn = key;
  list.replaceChildren(...known.map((challenge) => row(challenge, kinds, most)));
}

function row({ id, rules, title, from, mine }, kinds, most) {
  const kind = kinds.get(rules);
  const isOwnTitle = !title || title === kind?.rules.title;
  const name = isOwnTitle ? kind?.title ?? rules : title;
  const about = text.dotted([mine ? say.byYou : say.challengeFrom(from), !isOwnTitle && kind?.title]);
  const onclick = () => {
    forgetChallenge(id);
    drawChallenges(kinds, most);
    byId('challenge-list').focus();
  };
  return el('li', {},
    el('a', { href: `${base}/c/${id}` }, el('b', {}, name), el('span', { class: 'note' }, about),
      el('span', { class: 'badge' }, mine ? say.results : say.see)),
    el('button', { class: 'quiet', type: 'button', 'aria-label': say.forget(name), onclick }, '×'));
}
