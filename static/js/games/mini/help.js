/** The mini's dialogs: check, reveal and reset; a rebus (several letters in one square). */
import { say } from '../../dialogs/words.js';
import { announce, reportFailure } from '../../page/announce.js';
import { ask, askForm } from '../../page/ask.js';
import { el } from '../../page/dom.js';
import { openDialog } from '../../page/lazy.js';
import { SIZE, square } from '../../state/game-state.js';
import { text } from '../../strings.js';
import { words } from './game.js';

export async function help(play) {
  const controller = new AbortController();
  const { cell, direction } = play.caret;
  const act = async (name, parameters) => {
    controller.abort();
    const all = name === 'resign' || (name === 'reveal' && parameters.scope === 'board');
    if (all) {
      await openDialog(name, play.client);
    } else {
      const reply = await play.client.act(name, parameters);
      reportFailure(reply);
      if (reply.ok && name === 'check' && !reply.data.events.length) announce(say.checkedNothing);
    }
    play.view.focus();
  };
  const button = (label, onclick) => el('button', { type: 'button', onclick }, label);
  const row = (name) => el('div', { class: 'choices', role: 'group', 'aria-label': words[name] },
    el('b', {}, words[name]),
    ...['cell', 'word', 'board'].map((scope) => {
      const parameters = { scope, ...(scope !== 'board' && { cell }), ...(scope === 'word' && { direction }) };
      return button(words.scopes[scope], () => act(name, parameters));
    }));
  await ask({
    title: text.help, message: words.helpMessage, signal: controller.signal,
    body: [row('check'), row('reveal'), row('reset'), el('div', { class: 'choices' }, el('b', {}, words.more),
      button(words.rebus, () => (controller.abort(), rebus(play))), button(text.resign, () => act('resign')))],
  });
  play.view.focus();
}

export async function rebus(play) {
  const { cell } = play.caret;
  const field = el('input', { name: 'letters', value: play.valueAt(cell), maxlength: 20, autocomplete: 'off' });
  const form = await askForm({
    title: words.rebusTitle(square(cell)), body: [el('label', {}, text.keys, field)], focus: field,
  });
  play.view.focus();
  if (form) play.writeCell(form.get('letters').trim().toUpperCase(), cell);
}

/** Reads out what Check has found, and which letters Reveal has shown; the end of the game tells the rest. */
export function sayMarks(play, { marks, cause }) {
  const marked = Object.entries(marks);
  if (cause === 'check') announce(say.checkedSaid(marked.filter(([, mark]) => mark === 'wrong').length));
  else if (marked.length <= SIZE) announce(say.revealedSaid(marked.map(([cell]) => play.valueAt(cell))));
}
