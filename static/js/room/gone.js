/** What the page of a room says when there is no such room. */
import { el } from '../page/dom.js';
import { text } from '../strings.js';
import { base } from '../wire/base.js';
import { say } from './words.js';

export function show() {
  document.title = `${say.gone} · ${text.brand}`;
  document.querySelector('main').replaceChildren(el('div', { class: 'refusal' }, el('h1', {}, say.gone),
    el('p', {}, say.goneWhy), el('p', {}, el('a', { href: `${base}/` }, text.home))));
}
