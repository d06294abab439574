/** What is said in passing: toasts for the eye, a live region for the ear. */
import { byId, el } from './dom.js';
import { text } from '../strings.js';

const SHOWN = 6000;
const GATHER = 900;
let waiting = [];

/** A short sentence at the foot of the page; the region is a status, so it is read out as well. */
export function toast(sentence) {
  const region = byId('toasts');
  while (region.children.length > 2) region.firstChild.remove();
  const note = el('p', { class: 'toast' }, sentence);
  region.append(note);
  setTimeout(() => note.remove(), SHOWN);
}

/** Reads out what others do. A burst is gathered into one sentence, else a fast game would never stop talking. */
export function announce(sentence) {
  waiting.push(sentence);
  if (waiting.length > 1) return;
  setTimeout(() => {
    byId('announcer').textContent = waiting.length > 3 ? text.manyChanges(waiting.length) : waiting.join('. ');
    waiting = [];
  }, GATHER);
}

/** Why a request came to nothing, in a toast. */
export function explain(reply) {
  if (reply.ok) return;
  if (reply.status === 0) toast(text.noConnection);
  else toast(reply.status === 429 ? text.slowDown : reason(reply));
}

/** The server's sentence, or the page's own where it has one in the reader's language. */
export const reason = ({ data }) => text.codes[data?.code] ?? data?.detail ?? data?.title ?? text.refused;
