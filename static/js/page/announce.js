/** Short messages: toasts, and a live region for screen readers. */
import { byId, el } from './dom.js';
import { text } from '../strings.js';

const TOAST_DURATION = 4000;
const BATCH_DELAY = 900;
let queued = [];

/** Moves a message to the foot of the window if it covers the title, the board or the keys, or is above the window. */
export function keepClear(message) {
  message.classList.remove('foot');
  const at = message.getBoundingClientRect();
  const covers = ['title', 'sub', 'grid', 'keys'].map((id) => byId(id)?.getBoundingClientRect()).some((part) =>
    part?.height && part.top < at.bottom && part.bottom > at.top && part.left < at.right && part.right > at.left);
  message.classList.toggle('foot', covers || at.top < -8);
}

/** Shows a sentence, which screen readers read out too. The same sentence again replaces the first one. */
export function toast(sentence) {
  const region = byId('toasts');
  for (const shown of region.children) if (shown.textContent === sentence) shown.remove();
  while (region.children.length > 2) region.firstChild.remove();
  const note = el('p', { class: 'toast' }, sentence);
  region.append(note);
  keepClear(region);
  setTimeout(() => note.remove(), TOAST_DURATION);
}

/** Takes away sentences that are no longer true. */
export const clearToasts = () => byId('toasts').replaceChildren();

/** Reads out what others do, with bursts gathered into one sentence so that a fast game stays bearable. */
export function announce(sentence) {
  queued.push(sentence);
  if (queued.length > 1) return;
  setTimeout(() => {
    byId('announcer').textContent = queued.length > 3 ? text.manyChanges(queued.length) : queued.join('. ');
    queued = [];
  }, BATCH_DELAY);
}

/** Shows in a toast why a request failed; no effect if it succeeded. */
export function reportFailure(reply) {
  if (!reply.ok) toast(failureText(reply));
}

/** Why a request failed: the page's own sentence for the problem's code if it has one, else the server's. */
export function failureText({ status, data }) {
  if (status === 0) return text.noConnection;
  if (status === 429) return text.slowDown;
  return text.codes[data?.code] ?? data?.detail ?? data?.title ?? text.refused;
}
