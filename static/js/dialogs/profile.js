/** The player's name and colour, which are stored in this browser. */
import { askForm } from '../page/ask.js';
import { PALETTE, paint } from '../page/colours.js';
import { el } from '../page/dom.js';
import { text } from '../strings.js';
import { say } from './words.js';

export const nameField = (name, { required = true } = {}) => el('label', {}, say.name, el('input', {
  id: 'name', name: 'name', value: name, required, maxlength: 32, autocomplete: 'nickname', autocapitalize: 'words',
}));

/** The palette, with `chosen` checked, and added if it is another colour. */
export function colourField(chosen) {
  const offered = !chosen || PALETTE.includes(chosen) ? PALETTE : [chosen, ...PALETTE];
  const swatches = offered.map((colour, index) => {
    const name = say.colours[PALETTE.indexOf(colour)] ?? colour;
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
export async function askProfile(title, ok, offered) {
  const name = nameField(offered.name);
  const form = await askForm({
    title, body: [name, colourField(offered.colour)], buttons: [text.cancel, ok], focus: name.lastChild,
  });
  return form && { name: form.get('name').trim(), colour: form.get('colour') };
}
