/** Buttons in each of their states. */
import { el } from '../js/page/dom.js';
import { shelf, specimen } from './specimens.js';

/** @param {string} label @param {any} [attributes] @param {string} [icon] the id of a symbol of the game's page */
function button(label, attributes = {}, icon) {
  const node = el('button', { type: 'button', ...attributes }, label);
  if (icon) node.prepend(iconOf(icon));
  return node;
}

function iconOf(id) {
  const [svg, use] = ['svg', 'use'].map((name) => document.createElementNS('http://www.w3.org/2000/svg', name));
  use.setAttribute('href', `#${id}`);
  svg.append(use);
  return svg;
}

const KINDS = [['Plain', ''], ['Primary: one to a view', 'primary'], ['Quiet: beside a heading', 'quiet']];

const states = (kind) => [
  button('Play', { class: kind }), button('Undo', { class: kind }, 'i-undo'),
  button('Disabled', { class: kind, disabled: true }), button('Busy', { class: kind, 'aria-busy': 'true' }),
];

function pressed() {
  const node = button('Pencil', { 'aria-pressed': 'true' }, 'i-pencil');
  node.addEventListener('click', () => { node.ariaPressed = String(node.ariaPressed !== 'true'); });
  return node;
}

const icons = () => [...document.querySelectorAll('symbol')].map(({ id }) => (
  el('li', {}, iconOf(id), el('code', {}, id))));

export const buttonsPart = () => ({
  id: 'part-buttons', title: 'Buttons', about: 'At least 44 px high. A press of the pencil switches its state.',
  nodes: [
    shelf('wide', [
      ...KINDS.map(([caption, kind]) => specimen(caption, el('div', { class: 'buttons' }, ...states(kind)))),
      specimen('Pressed', el('div', { class: 'buttons' }, pressed())),
      specimen('Icons', el('ul', { class: 'icons' }, ...icons())),
    ]),
  ],
});
