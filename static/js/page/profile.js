/** The name and the colour under which one plays; both are kept in this browser. */
import { text } from '../strings.js';
import { Identity } from '../wire/identity.js';
import { fillIn } from './ask.js';
import { PALETTE, paint } from './colours.js';
import { el } from './dom.js';

/** A field for the name. */
export const nameField = (name) => el('label', {}, text.name, el('input', {
  id: 'name', name: 'name', value: name, required: true, maxlength: 32, autocomplete: 'nickname',
  autocapitalize: 'words',
}));

/** A row of colours; `chosen` is checked, and offered where it is none of the palette. */
export function colourField(chosen) {
  const known = !chosen || PALETTE.includes(chosen) ? PALETTE : [chosen, ...PALETTE];
  const swatches = known.map((colour, index) => {
    const name = text.colours[PALETTE.indexOf(colour)] ?? colour;
    const checked = chosen ? colour === chosen : index === 0;
    const radio = el('input', { type: 'radio', name: 'colour', value: colour, 'aria-label': name, checked });
    const swatch = el('label', { class: 'swatch', title: name }, radio, el('span'));
    paint(swatch, colour);
    return swatch;
  });
  return el('fieldset', {}, el('legend', {}, text.colour), el('div', { id: 'swatches' }, ...swatches));
}

/**
 * Asks for name and colour. @param {string} title @param {string} ok @param {{name: string, colour: string}} offered
 * @returns {Promise<{name: string, colour: string}|null>}
 */
export async function askWho(title, ok, offered) {
  const name = nameField(offered.name);
  const form = await fillIn({
    title, body: [name, colourField(offered.colour)], buttons: [text.cancel, ok], focus: name.lastChild,
  });
  return form && { name: form.get('name').trim(), colour: form.get('colour') };
}

/** Changes what is kept; games that one sits in already stay as they are. @returns {Promise<boolean>} changed */
export async function editProfile() {
  const who = await askWho(text.profileTitle, text.ok, Identity.profile);
  if (who) Identity.profile = who;
  return Boolean(who);
}
