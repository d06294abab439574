/** How the line to the server stands: a lamp with a word, and more of it on request. */
import { text } from '../strings.js';
import { square } from '../state/game-state.js';
import { announce, toast } from './announce.js';
import { byId, say } from './dom.js';
import { put } from './later.js';

/** A letter on its way for less than this is no news; the count of unsaved letters would only flicker. */
const PATIENCE = 800;

/** @param {import('../state/game-client.js').GameClient} client @returns {() => void} draws what changes with time */
export function showConnection(client) {
  let unsavedSince = 0;
  let wasOffline = false;
  byId('connection').addEventListener('click', () => put('tellMore', client));
  client.addEventListener('connection', ({ detail }) => {
    if (detail === 'offline' && !wasOffline) announce(text.offlineSaid);
    if (detail === 'live' && wasOffline) announce(text.liveSaid);
    if (detail !== 'connecting') wasOffline = detail === 'offline';
  });
  client.addEventListener('conflict', ({ detail: { edit, value } }) => {
    toast(text.conflict(square(edit.cell), value, edit.value));
  });
  return () => {
    const { status, outbox: { size } } = client;
    unsavedSince = size ? unsavedSince || Date.now() : 0;
    const unsaved = size && (status !== 'live' || Date.now() - unsavedSince > PATIENCE);
    byId('connection').dataset.state = unsaved && status === 'live' ? 'unsaved' : status;
    say(byId('connection-text'), unsaved ? `${text[status]} · ${text.unsaved(size)}` : text[status]);
  };
}
