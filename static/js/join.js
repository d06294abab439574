/** Taking a seat and choosing a colour. */
import { explain } from './announce.js';
import { fillIn } from './ask.js';
import { PALETTE, paint } from './colours.js';
import { byId, el, say, show } from './dom.js';
import { Identity } from './identity.js';
import { text } from './strings.js';

/** Fills the row of colours; `chosen` is checked. */
function offerColours(chosen) {
  const known = PALETTE.includes(chosen) ? PALETTE : [chosen, ...PALETTE];
  byId('swatches').replaceChildren(...known.map((colour, index) => {
    const name = text.colours[PALETTE.indexOf(colour)] ?? colour;
    const radio = el('input', { type: 'radio', name: 'colour', value: colour, 'aria-label': name });
    radio.checked = colour === chosen || (!chosen && index === 0);
    const swatch = el('label', { class: 'swatch', title: name }, radio, el('span'));
    paint(swatch, colour);
    return swatch;
  }));
}

/** A colour nobody has, the reader's own last one first. */
function freeColour(client, preferred) {
  const taken = [...client.state.seats.values()].map(({ colour }) => colour.toLowerCase());
  return [preferred, ...PALETTE].find((colour) => colour && !taken.includes(colour)) ?? PALETTE[0];
}

/** @param {import('./game-client.js').GameClient} client @returns {Promise<boolean>} joined */
export async function join(client) {
  const { name, colour } = Identity.profile;
  say(byId('join-title'), text.joinTitle);
  show(byId('name-field'), true);
  say(byId('join-ok'), text.join);
  byId('name').disabled = false;
  byId('name').value = name;
  offerColours(freeColour(client, colour));
  const form = await fillIn(byId('join'));
  return form ? take(client, form.get('name').trim(), form.get('colour')) : false;
}

export async function take(client, name, colour) {
  const reply = await client.join(name, colour);
  explain(reply);
  return reply.ok;
}

/** @param {import('./game-client.js').GameClient} client */
export async function recolour(client) {
  say(byId('join-title'), text.recolourTitle);
  show(byId('name-field'), false);
  say(byId('join-ok'), text.ok);
  byId('name').disabled = true; // else an empty name would forbid the form
  offerColours(client.me.colour);
  const form = await fillIn(byId('join'));
  if (form) explain(await client.act('recolour', { colour: form.get('colour') }));
}
