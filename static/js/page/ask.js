/** Modal dialogs: a question with buttons, or a form to fill in. Made when it is asked, gone when it is answered. */
import { secondsUntil } from '../wire/api.js';
import { text } from '../strings.js';
import { el, say } from './dom.js';

let count = 0;

/**
 * @typedef {Object} Question
 * @property {string} title @property {string} [message] @property {Node[]} [body] fields, links, pictures
 * @property {string[]} [buttons] `cancel` does not submit the form; without any there is one to close
 * @property {number} [cancel] the button that Escape means
 * @property {string} [expires] RFC 3339; the time left is shown
 * @property {HTMLElement} [focus] where to begin; else the title, since the question may come up while its reader is
 *   typing, and a Space must not answer it
 * @property {AbortSignal} [signal] takes the question back
 */

/** @param {Question} question @returns {Promise<number|null>} the button pressed; null when it was taken back */
export const ask = (question) => open(question).then(([button]) => button);

/** @param {Question} question @returns {Promise<FormData|null>} the form's data; null when cancelled */
export async function fillIn(question) {
  const [button, form] = await open({ buttons: [text.cancel, text.ok], ...question });
  return button ? new FormData(form) : null;
}

function open({ title, message, body = [], buttons = [text.done], cancel = 0, expires, focus, signal }) {
  const id = `ask-${(count += 1)}`;
  const left = el('span', { class: 'left' });
  const tick = () => say(left, expires ? text.secondsLeft(secondsUntil(expires)) : '');
  tick();
  return new Promise((resolve) => {
    const close = (answer) => {
      clearInterval(timer);
      resolve([answer, form]);
      dialog.close(); // gives the focus back
      dialog.remove();
    };
    const choices = buttons.map((label, index) => (index === cancel
      ? el('button', { type: 'button', onclick: () => close(index) }, label)
      : el('button', { class: 'primary', value: index }, label)));
    const heading = el('h2', { id, tabindex: -1 }, title);
    const form = el('form', {}, heading, message && el('p', {}, message), ...body,
      el('div', { class: 'foot' }, left, el('div', { class: 'buttons' }, ...choices)));
    const dialog = el('dialog', { 'aria-labelledby': id }, form);
    form.addEventListener('submit', (event) => {
      event.preventDefault(); // form-action is 'none'; nothing is ever sent by a form
      close(Number(event.submitter?.value ?? 1));
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
