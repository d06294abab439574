/** The end of a game of a challenge, and a finished game that becomes a challenge. */
import { shareLink } from '../dialogs/share.js';
import { reportFailure } from '../page/announce.js';
import { byId, el } from '../page/dom.js';
import { text } from '../strings.js';
import { asClock, request } from '../wire/api.js';
import { base } from '../wire/base.js';
import { challengeLink, fetchChallenge, rememberChallenge } from './known.js';
import { Results, loadChallengeStyle, makerTools } from './results.js';
import { say } from './words.js';

/**
 * Draws the results of everybody below the verdict.
 * @param {import('../state/game-client.js').GameClient} client @param {import('../games/game.js').Game} game
 */
export async function drawChallenge({ game: id, me, state: { challenge } }, game) {
  const part = byId('day-part');
  const sayGone = () => {
    part.replaceChildren(el('p', { class: 'note' }, say.isDeleted));
    if (me) history.replaceState(null, '', `${base}/g/${encodeURIComponent(id)}`); // the challenge's leads nowhere now
  };
  const results = new Results(challenge, game, sayGone);
  const [{ ok, status, data }] = await Promise.all([fetchChallenge(challenge), loadChallengeStyle()]);
  if (status === 404) return sayGone();
  if (!ok) return undefined;
  if (me) rememberChallenge(data, id);
  results.draw(data);
  part.replaceChildren(results.node, data.mine ? makerTools(challenge) : '');
  return results.follow();
}

/** A result as a sentence to send, then its squares and the link. @param {string} squares as from `/share` */
export function sharedResult({ me, state: { result } }, squares, link) {
  const { scores, solves: [solve] = [], assisted } = result ?? {};
  const { turn } = say;
  const name = me?.name ?? text.someone;
  const [points] = Object.values(scores ?? {});
  const sentence = points !== undefined ? turn.scored(name, text.points(points))
    : !solve ? turn.missed(name) : assisted ? turn.helped(name)
    : solve.guesses ? turn.guessed(name, solve.guesses) : turn.solved(name, asClock(solve.seconds));
  const [, ...rows] = squares.trim().split('\n');
  return [sentence, ...rows, '', link].join('\n');
}

/**
 * Makes a challenge of a finished game, and shows its link.
 * @param {import('../state/game-client.js').GameClient} client
 */
export async function passOn({ game, token }) {
  const [reply] = await Promise.all([request('POST', '/challenges', { body: { game }, token }), loadChallengeStyle()]);
  if (!reply.ok) return reportFailure(reply);
  const { id, title } = reply.data;
  rememberChallenge(reply.data);
  const results = el('a', { class: 'see-results', href: challengeLink(id) }, say.seeResults);
  return shareLink(challengeLink(id), title, { heading: say.ready, label: say.linkLabel, more: [results] });
}
