/** The note below a result that says who chooses the next game. */
import { byId, setText, setVisible } from '../page/dom.js';
import { say } from './words.js';

/** Shown to a member who may not choose. @param {import('./room-client.js').RoomClient} client */
export function draw({ me, host, mayChoose }) {
  const note = byId('who-chooses');
  const waits = Boolean(me && host && !mayChoose);
  if (waits) setText(note, say.hostChooses(host.name));
  if (note) setVisible(note, waits);
}
