/** The note below a result that says who chooses the next game. */
import { byId, setText, setVisible } from '../page/dom.js';
import { say } from './words.js';

/**
 * Shown to a member who may not choose, once the page of the game is there.
 * @param {import('./room-client.js').RoomClient} client
 */
export function draw({ me, host, mayChoose }) {
  const note = byId('who-chooses');
  if (!note) return;
  setVisible(byId('next-game'), mayChoose);
  const waits = Boolean(me && host && !mayChoose);
  if (waits) setText(note, say.hostChooses(host.name));
  setVisible(note, waits);
}
