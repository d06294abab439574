/** The tokens of the style sheets, read from the sheets themselves. */
import { contrast } from '../js/page/colours.js';
import { el, setText } from '../js/page/dom.js';
import { group } from './specimens.js';

/** The colours in which text is written, and those on which it stands. */
const TEXTS = ['--ink', '--muted', '--accent', '--good', '--warn', '--bad'];
const GROUNDS = ['--paper', '--surface'];

/** All style rules of a sheet or a rule. @returns {CSSStyleRule[]} */
const rulesIn = ({ cssRules = [] }) =>
  [...cssRules].flatMap((rule) => [...(rule.selectorText ? [rule] : []), ...rulesIn(rule)]);

const allRules = () => [...document.styleSheets].filter(({ href }) => !href?.includes('styleguide'))
  .flatMap((sheet) => rulesIn(sheet));

/** The tokens at the top of style.css, by name. @returns {[string, string][]} */
function tokens() {
  const { style } = allRules().find(({ selectorText }) => selectorText === ':root');
  return [...style].filter((name) => name.startsWith('--')).map((name) => [name, style.getPropertyValue(name).trim()]);
}

/** The value as a colour; a shade is three channels, to which a rule adds the opacity. */
function asColour(name, value) {
  if (/^\d+ \d+ \d+$/.test(value)) return `rgb(var(${name}))`;
  // The specified value may refer to other tokens, which the computed one does not.
  const computed = getComputedStyle(document.documentElement).getPropertyValue(name);
  return !value.includes('env(') && CSS.supports('color', computed) ? `var(${name})` : null;
}

/** @param {string} colour as computed */
const channels = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map(Number);

const hex = (colour) => `#${channels(colour).map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`;

/** @param {string} name @param {string} colour */
function swatch(name, colour) {
  const patch = el('span', { class: 'patch', 'aria-hidden': 'true' });
  patch.style.backgroundColor = colour;
  const [value, note] = [el('span', { class: 'value' }), el('span', { class: 'note' })];
  const draw = () => {
    const computed = getComputedStyle(patch).backgroundColor;
    setText(value, hex(computed));
    if (!TEXTS.includes(name)) return;
    const ratios = GROUNDS.map((ground) => {
      const under = document.querySelector(`[data-token="${ground}"] .patch`);
      const ratio = contrast(channels(computed), channels(getComputedStyle(under).backgroundColor));
      return `${ratio.toFixed(1)} on ${ground.slice(2)}`;
    });
    setText(note, ratios.join(', '));
  };
  return { node: el('li', { class: 'token', 'data-token': name }, patch, el('code', {}, name), value, note), draw };
}

/** The first of several selectors. */
const firstOf = (selectors) => selectors.match(/^(?:\([^)]*\)|[^,(])+/)[0].replace('& ', '');

/** The different values of a property in px or rem, with the selectors that use them, smallest first. */
function valuesOf(properties, most = Infinity) {
  const found = new Map();
  for (const { style, selectorText } of allRules()) {
    for (const property of properties) {
      const value = style.getPropertyValue(property);
      if (!/^[\d.]+(px|rem)$/.test(value)) continue;
      found.set(value, [...found.get(value) ?? [], firstOf(selectorText)]);
    }
  }
  const pixels = (value) => parseFloat(value) * (value.endsWith('rem') ? 16 : 1);
  return [...found].map(([value, selectors]) => ({ value, selectors: [...new Set(selectors)], size: pixels(value) }))
    .filter(({ size }) => size <= most).sort((a, b) => a.size - b.size);
}

/** A value with the first selectors that use it. @param {(sample: HTMLElement, value: string) => void} show */
const scale = (entries, kind, show) => el('ul', { class: `scale ${kind}` }, ...entries.map(({ value, selectors }) => {
  const sample = el('span', { class: 'sample', 'aria-hidden': 'true' }, kind === 'type' && 'Quartz glyph');
  show(sample, value);
  const more = selectors.length > 3 ? ` and ${selectors.length - 3} more` : '';
  const users = `${selectors.slice(0, 3).join(', ')}${more}`;
  return el('li', {}, sample, el('code', {}, value), el('span', { class: 'note' }, users));
}));

export function tokensPart() {
  const found = tokens();
  const swatches = found.map(([name, value]) => [name, asColour(name, value)]).filter(([, colour]) => colour)
    .map(([name, colour]) => swatch(name, colour));
  const others = found.filter(([name, value]) => !asColour(name, value));
  const draw = () => swatches.forEach((each) => each.draw());
  for (const change of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)']) {
    matchMedia(change).addEventListener('change', () => requestAnimationFrame(draw));
  }
  addEventListener('theme', () => requestAnimationFrame(draw));
  const set = (property) => (sample, value) => sample.style.setProperty(property, value);
  return {
    id: 'part-tokens', title: 'Tokens',
    about: 'All colours stand at the top of style.css, each with a value for light and for dark. The values are those '
      + 'of the look that is chosen above; text needs a contrast of 4.5.',
    onShown: draw,
    nodes: [
      group('Colours', el('ul', { class: 'swatches' }, ...swatches.map(({ node }) => node))),
      group('Other tokens', el('dl', { class: 'facts' },
        ...others.flatMap(([name, value]) => [el('dt', {}, el('code', {}, name)), el('dd', {}, value)]))),
      group('Type sizes', el('p', { class: 'note' }, 'Letters on a board are a share of its width.'),
        scale(valuesOf(['font-size']), 'type', set('font-size'))),
      group('Radii', scale(valuesOf(['border-top-left-radius']), 'radius', set('border-radius'))),
      group('Gaps', scale(valuesOf(['row-gap', 'column-gap'], 48), 'gap', set('width'))),
    ],
  };
}
