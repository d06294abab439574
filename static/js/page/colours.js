/** Players' colours: a palette, and tints of any colour with readable text (WCAG AA). */
export const PALETTE = [
  '#2a9d8f', '#e76f51', '#5661b3', '#e9a23b', '#4c9f50', '#d1497b', '#3a8fc8', '#8e5aa8', '#8a8d3a', '#b5483a',
  '#64748b', '#7c5ce0',
];
const SURFACE = { light: [255, 255, 255], dark: [32, 36, 43] };
const MIN_CONTRAST = 5.2; // AA asks for 4.5; the rest is for rounding

const parse = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
const mix = (from, to, share) => from.map((channel, i) => channel + (to[i] - channel) * share);
const css = (rgb) => `rgb(${rgb.map(Math.round).join(' ')})`;

/** WCAG 2 relative luminance. */
function luminance(rgb) {
  const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2 contrast of two colours as channels from 0 to 255. */
export function contrast(a, b) {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** The colour, mixed with black or white until it is readable on `ground`. */
function readable(colour, ground, towards) {
  let share = 0;
  while (share < 1 && contrast(mix(colour, towards, share), ground) < MIN_CONTRAST) share += 0.04;
  return mix(colour, towards, Math.min(share, 1));
}

const cache = new Map();

function shades(hex) {
  if (!cache.has(hex)) {
    const colour = parse(hex);
    const light = mix(SURFACE.light, colour, 0.13);
    const dark = mix(SURFACE.dark, colour, 0.19);
    cache.set(hex, {
      '--solid': hex,
      '--tint-light': css(light), '--ink-light': css(readable(colour, light, [0, 0, 0])),
      '--tint-dark': css(dark), '--ink-dark': css(readable(colour, dark, [255, 255, 255])),
    });
  }
  return cache.get(hex);
}

/** Sets or (undefined) removes an element's player colour. The style sheet picks the shades by colour scheme. */
export function paint(node, hex) {
  const colour = /^#[0-9a-f]{6}$/i.test(hex ?? '') ? hex : undefined;
  node.classList.toggle('painted', Boolean(colour));
  if (colour) for (const [name, value] of Object.entries(shades(colour))) node.style.setProperty(name, value);
}
