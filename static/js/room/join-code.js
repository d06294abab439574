/** Joining a room by its six digits, on the home page. */
import { failureText } from '../page/announce.js';
import { setText } from '../page/dom.js';
import { seatProfile } from '../page/new-game.js';
import { request } from '../wire/api.js';
import { base } from '../wire/base.js';
import { sendAsPlayer } from '../wire/player.js';
import { haveName } from './members.js';
import { say } from './words.js';

const DIGITS = 6;

/**
 * Makes the reader a member of the room, and goes there.
 * @param {HTMLInputElement} field @param {HTMLElement} error where to say why not
 * @returns {Promise<boolean>} whether the page is being left
 */
export async function joinByCode(field, error) {
  const refuse = (sentence) => {
    setText(error, sentence);
    field.setAttribute('aria-invalid', String(Boolean(sentence)));
    if (sentence) field.select();
    return false;
  };
  const code = field.value.replace(/\D/g, '');
  if (code.length !== DIGITS) return refuse(say.sixDigits);
  refuse('');
  if (!await haveName()) return false;
  const reply = await sendAsPlayer(seatProfile(), (token) => request('POST', '/rooms/join', { body: { code }, token }));
  // The answer leads to the room, which the browser has fetched.
  if (!reply.ok) return refuse(refusalText(reply));
  location.assign(`${base}/r/${reply.data.room}`);
  return true;
}

function refusalText(reply) {
  if (reply.status === 404) return say.wrongCode;
  if (reply.status === 429) return say.manyCodes;
  return say.codes[reply.data?.code] ?? failureText(reply);
}
