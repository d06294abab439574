/** Modal dialogs: a question with buttons, or a form. */
import { secondsUntil } from '../wire/api.js';
import { text } from '../strings.js';
import { el, loadStyle, setText } from './dom.js';

/** Without it, a dialog is plain but works. */
const style = loadStyle(new URL('../../dialog.css', import.meta.url).href).catch(() => {});
let count = 0;

/**
 * @typedef {Object} Question
 * @property {string} title @property {string} [message] @property {Node[]} [body] fields, links, pictures
 * @property {string[]} [buttons] `cancel` does not submit the form; default: a button to close
 * @property {number} [cancel] index of the button that Escape presses @property {boolean} [grave] the other is not filled
 * @property {string} [expires] in RFC 3339; the dialog shows the time left
 * @property {boolean} [enter] whether Enter presses the last button from the title; not for a question that may come
 *   while the reader is typing
 * @property {HTMLElement} [focus] default: the title, because the dialog may open while the reader is typing, and a
 *   Space must not press a button
 * @property {AbortSignal} [signal] closes the dialog
 * @property {(data: FormData) => Promise<boolean>} [accept] whether the dialog closes after the form has been submitted
 */

/** @param {Question} question @returns {Promise<number|null>} the index of the button; null if closed by the signal */
export const ask = (question) => showDialog(question).then(([button]) => button);

/** @param {Question} question @returns {Promise<FormData|null>} null if cancelled */
export async function askForm(question) {
  const [button, form] = await showDialog({ buttons: [text.cancel, text.ok], ...question });
  return button ? new FormData(form) : null;
}

/** Ignores further presses of the button until `work` is done. @returns {Promise<any>} false if it is under way already */
async function whileBusy(button, work) {
  if (button.hasAttribute('aria-busy')) return false;
  button.setAttribute('aria-busy', 'true');
  try {
    return await work();
  } finally {
    button.removeAttribute('aria-busy');
  }
}

async function showDialog(question) {
  const { title, message, body = [], buttons = [text.done], cancel = 0, grave, expires, enter, focus, signal, accept } = question;
  await style;
  const id = `ask-${(count += 1)}`;
  const timeLeft = el('span', { class: 'left' });
  const tick = () => setText(timeLeft, expires ? text.secondsLeft(secondsUntil(expires)) : '');
  tick();
  return new Promise((resolve) => {
    const close = (answer) => {
      clearInterval(timer);
      resolve([answer, form]);
      dialog.close(); // returns the focus
      dialog.remove();
    };
    const choices = buttons.map((label, index) => (index === cancel
      ? el('button', { type: 'button', class: grave && 'primary', onclick: () => close(index) }, label)
      : el('button', { class: grave ? 'grave' : 'primary', value: index }, label)));
    const heading = el('h2', { id, tabindex: -1 }, title);
    const form = el('form', {}, heading, message && el('p', {}, message), ...body,
      el('div', { class: 'foot' }, timeLeft, el('div', { class: 'buttons' }, ...choices)));
    const dialog = el('dialog', { 'aria-labelledby': id }, form);
    form.addEventListener('submit', async (event) => {
      event.preventDefault(); // form-action is 'none': forms are never sent
      const answer = Number(event.submitter?.value ?? 1);
      if (accept && !await whileBusy(choices[answer], () => accept(new FormData(form)))) return;
      close(answer);
    });
    heading.addEventListener('keydown', ({ key, repeat }) => {
      if (enter && key === 'Enter' && !repeat) close(buttons.length - 1);
    });
    dialog.addEventListener('cancel', () => close(cancel));
    signal?.addEventListener('abort', () => close(null));
    const timer = setInterval(tick, 500);
    document.body.append(dialog);
    dialog.showModal();
    (focus ?? heading).focus();
    focus?.select?.();
  });
}
