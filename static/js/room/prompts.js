/** The room's question whether the present game should end for the next one. */
import { isTransient } from '../wire/api.js';
import { toast } from '../page/announce.js';
import { ask } from '../page/ask.js';
import { loadGame } from '../games/games.js';
import { text } from '../strings.js';
import { succeeded } from './outcome.js';
import { say } from './words.js';

/** Milliseconds in which the next game begins, once the others have agreed. */
const GRACE = 3000;
let shown = null;
let dismissal = new AbortController();
const answered = new Set();
/** The prompt of the reader's own request. */
let asked = null;

/** Asks the reader, if the members' consent is wanted, and tells the asker if they do not agree. */
export function update(client) {
  const { room, me } = client;
  const open = (id) => room.prompts.some((prompt) => prompt.id === id);
  if (shown !== null && !open(shown)) dismissal.abort();
  if (asked !== null && !open(asked)) {
    asked = null;
    setTimeout(() => toast(say.declined), GRACE); // the next game replaces this page before that
  }
  asked = room.prompts.find(({ asker }) => asker === me.seat)?.id ?? asked;
  const mine = room.prompts.find(({ id, deciders = [] }) => deciders.includes(me.seat) && !answered.has(id));
  if (mine && shown === null) question(client, mine);
}

/** The title of the game that is asked about. @returns {Promise<string>} */
export const titleOf = async (subject) =>
  (subject ? (await loadGame(subject.rules).catch(() => null))?.title ?? subject.rules : text.nextGame);

async function question(client, { id, asker, cancel, expires, subject }) {
  shown = id;
  dismissal = new AbortController();
  const title = await titleOf(subject);
  const name = client.room.members.find(({ seat }) => seat === asker)?.name ?? text.someone;
  const button = await ask({
    title: say.promptTitle, message: say.promptMessage(name, title), buttons: [say.playOn, text.nextGame], cancel, expires,
    signal: dismissal.signal,
  });
  shown = null;
  answered.add(id);
  if (button === null) return;
  const reply = await client.send('POST', `prompts/${id}`, { button });
  // It may have been decided in the meantime.
  if (reply.status !== 404) succeeded(reply);
  if (isTransient(reply)) {
    answered.delete(id);
    update(client);
  }
}
