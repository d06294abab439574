/** The tools of a room's host: codes, settings, names of members, the results as a file. */
import { locale, text } from '../strings.js';
import { request, secondsUntil } from '../wire/api.js';
import { base } from '../wire/base.js';
import { read, write } from '../wire/storage.js';
import { ask, askForm } from '../page/ask.js';
import { el, setText } from '../page/dom.js';
import { saveFile } from '../page/save-file.js';
import { box } from './make.js';
import { succeeded } from './outcome.js';
import { say } from './words.js';

/** @typedef {import('./room-client.js').RoomClient} RoomClient */
/** A code is shown again while it works for so many seconds at least: the next one ends it. */
const REMAINING = 300;

async function makeCode(client) {
  const reply = await client.send('POST', 'codes', {});
  if (!succeeded(reply)) return null;
  write(`code:${client.name}`, reply.data, { session: true });
  return reply.data;
}

/** Shows the digits by which people join, large, until it is dismissed. @param {RoomClient} client */
export async function showCode(client) {
  const kept = read(`code:${client.name}`, { session: true });
  const first = kept && secondsUntil(kept.expires) > REMAINING ? kept : await makeCode(client);
  if (!first) return;
  const digits = el('b');
  const until = el('p', { class: 'note' });
  const draw = ({ code, expires }) => {
    setText(digits, `${code.slice(0, 3)} ${code.slice(3)}`);
    setText(until, say.validUntil(new Date(expires).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' })));
  };
  const renew = async () => {
    const made = await makeCode(client);
    if (made) draw(made);
  };
  draw(first);
  await ask({
    title: say.codeTitle, message: say.howToJoin(location.host + base),
    body: [
      el('p', { class: 'digits', role: 'status' }, el('span', { class: 'unseen' }, `${say.code}: `), digits), until,
      el('div', {}, el('button', { type: 'button', class: 'quiet', onclick: renew }, say.newCode),
        el('small', {}, say.newCodeHint)),
    ],
  });
}

/** @param {RoomClient} client */
export async function editSettings(client) {
  const { title, public: listed, open, locked } = client.room;
  const form = await askForm({
    title: say.settings, buttons: [text.cancel, say.save],
    body: [el('label', {}, say.title, el('input', { name: 'title', value: title, maxlength: 80, autocomplete: 'off' })),
      box('public', say.isPublic, say.isPublicHint, listed), box('open', say.isOpen, say.isOpenHint, open),
      box('locked', say.lock, say.lockHint, locked)],
  });
  if (!form) return;
  const chosen = {
    title: form.get('title').trim() || title, public: form.has('public'), open: form.has('open'), locked: form.has('locked'),
  };
  const changed = Object.entries(chosen).filter(([name, value]) => value !== client.room[name]);
  if (changed.length) await change(client, client.path, Object.fromEntries(changed));
}

/** Gives a member another name in the room. @param {RoomClient} client @param {{player: string, name: string}} member */
export async function rename(client, { player, name }) {
  const field = el('input', { name: 'name', value: name, required: true, maxlength: 32, autocomplete: 'off', autocapitalize: 'words' });
  const form = await askForm({
    title: say.rename(name), buttons: [text.cancel, say.save], focus: field,
    body: [el('label', {}, say.nameHere, field, el('small', {}, say.renameHint))],
  });
  const chosen = form?.get('name').trim();
  if (chosen && chosen !== name) await change(client, `${client.path}/members/${player}`, { name: chosen });
}

async function change(client, path, body) {
  if (succeeded(await request('PATCH', path, { body, token: client.key }))) await client.refresh();
}

/** @param {RoomClient} client */
export const saveResults = (client) => saveFile(`${client.path}/results.csv`, `${client.name}.csv`);
