/** A question in a modal dialog: title, message, buttons; the answer is the index of the button pressed. */
import { byId, el, say, show } from './dom.js';
import { secondsUntil } from './server-clock.js';
import { text } from './strings.js';

let present = null;

/** Closes the open question, if any, without an answer. */
export function dismiss() {
  present?.close(null);
}

/**
 * @param {Object} question
 * @param {string} question.title @param {string} [question.message] @param {string[]} question.buttons
 * @param {number} [question.cancel] the button that Escape means
 * @param {string} [question.expires] RFC 3339; the time left is shown
 * @param {string} [question.link] shown selected, to be copied by hand
 * @returns {Promise<number|null>} null when it was dismissed
 */
export function ask({ title, message = '', buttons, cancel = 0, expires, link }) {
  dismiss();
  const dialog = byId('ask');
  say(byId('ask-title'), title);
  say(byId('ask-message'), message);
  show(byId('ask-link'), Boolean(link));
  byId('ask-link').value = link ?? '';
  const left = byId('ask-left');
  const tick = () => say(left, expires ? text.secondsLeft(secondsUntil(expires)) : '');
  tick();
  return new Promise((resolve) => {
    const timer = setInterval(tick, 500);
    const close = (answer) => {
      present = dialog.onclose = null;
      clearInterval(timer);
      dialog.close();
      resolve(answer);
    };
    present = { close };
    // Escape closes the dialog itself. The event comes late: by then the next question may already be open.
    dialog.onclose = () => dialog.open || close(cancel);
    byId('ask-buttons').replaceChildren(...buttons.map((label, index) =>
      el('button', { type: 'button', class: index === cancel ? '' : 'primary', onclick: () => close(index) }, label)));
    dialog.showModal();
    // Not onto a button: the question may come up while its reader is typing, and a Space must not answer it.
    if (link) byId('ask-link').select();
    else byId('ask-title').focus();
  });
}

/** Shows one of the page's form dialogs; resolves with its form's data, or null when cancelled. */
export function fillIn(dialog) {
  if (dialog.open) return Promise.resolve(null);
  return new Promise((resolve) => {
    const form = dialog.querySelector('form');
    let data = null;
    form.onsubmit = (event) => {
      event.preventDefault(); // form-action is 'none'; nothing is ever sent by a form
      data = new FormData(form);
      dialog.close();
    };
    dialog.querySelector('.cancel').onclick = () => dialog.close();
    dialog.onclose = () => resolve(data);
    dialog.showModal();
  });
}
