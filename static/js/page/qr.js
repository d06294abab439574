/** QR codes of links: byte mode, versions 1 to 10, error correction level M, as in ISO/IEC 18004. */

/** For each version: correction codewords per block, and the number of blocks. */
const BLOCKS = [[10, 1], [16, 1], [26, 1], [18, 2], [24, 2], [16, 4], [18, 4], [22, 4], [22, 5], [26, 5]];
/** A module is inverted where the mask gives 0. */
const MASKS = [
  (x, y) => x + y & 1, (x, y) => y & 1, (x) => x % 3, (x, y) => (x + y) % 3, (x, y) => Math.floor(x / 3) + (y >> 1) & 1,
  (x, y) => (x * y & 1) + x * y % 3, (x, y) => (x * y & 1) + x * y % 3 & 1, (x, y) => (x + y & 1) + x * y % 3 & 1,
];
const QUIET = 4;
const range = (count) => [...Array(count).keys()];
const binary = (value, width) => value.toString(2).padStart(width, '0');

/** A code without data: rows of modules, its free modules in data order, and a setter for the format bits. */
function emptyCode(version) {
  const size = version * 4 + 17;
  const rows = range(size).map(() => Array(size));
  const set = (x, y, dark) => { if (rows[y] && x >= 0 && x < size) rows[y][x] = dark & 1; };
  /** Concentric squares; the bits of `dark` are their colours, from the centre outwards. */
  const squares = (x, y, radius, dark) => {
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) set(x + dx, y + dy, dark >> Math.max(Math.abs(dx), Math.abs(dy)));
    }
  };
  const format = (mask) => {
    const bits = withRemainder(mask, 10, 0x537) ^ 0x5412;
    for (const i of range(15)) {
      set(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, bits >> i);
      set(i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i, 8, bits >> i);
    }
    set(8, size - 8, 1);
  };
  for (const i of range(size)) [[6, i], [i, 6]].forEach(([x, y]) => set(x, y, ~i));
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) squares(x, y, 4, 0b1011);
  const centres = version < 2 ? [] : version < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7];
  for (const x of centres) {
    for (const y of centres) if (x + y > 12 && Math.abs(x - y) < size - 13) squares(x, y, 2, 0b101);
  }
  for (const i of version < 7 ? [] : range(18)) {
    const [a, b] = [size - 11 + i % 3, Math.floor(i / 3)];
    for (const [x, y] of [[a, b], [b, a]]) set(x, y, withRemainder(version, 12, 0x1f25) >> i);
  }
  format(0);
  const free = [];
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    const up = (right > 6 ? right : right + 1) % 4 === 0;
    for (const i of range(size)) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (rows[y][x] === undefined) free.push([x, y]);
    }
  }
  return { rows, free, format };
}

/** The value followed by its BCH remainder of `width` bits. */
function withRemainder(value, width, polynomial) {
  let rest = value;
  for (let i = 0; i < width; i += 1) rest = (rest << 1) ^ (rest >> (width - 1)) * polynomial;
  return value << width | rest;
}

/** The product in GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1. */
const multiply = (a, b) => range(8).reduce((product, i) => {
  return (product << 1) ^ (product >> 7) * 0x11d ^ (b >> 7 - i & 1) * a;
}, 0);

/** Reed-Solomon codewords for a block. */
function correction(block, degree) {
  const generator = [...Array(degree - 1).fill(0), 1];
  for (let i = 0, root = 1; i < degree; i += 1, root = multiply(root, 2)) {
    generator.forEach((each, j) => { generator[j] = multiply(each, root) ^ generator[j + 1]; });
  }
  return block.reduce(([first, ...rest], codeword) => {
    return [...rest, 0].map((each, i) => each ^ multiply(generator[i], first ^ codeword));
  }, Array(degree).fill(0));
}

/** Interleaves the blocks of data and their correction codewords; the last blocks may be longer by one. */
function interleave(data, [degree, count]) {
  const start = (n) => n * Math.floor(data.length / count) + Math.max(0, n - count + data.length % count);
  const blocks = range(count).map((i) => data.slice(start(i), start(i + 1)));
  const interleaved = (lists) => lists.at(-1).flatMap((_, i) => lists.flatMap((list) => list[i] ?? []));
  return [...interleaved(blocks), ...interleaved(blocks.map((block) => correction(block, degree)))];
}

/** The penalty points of a code, by the four rules of the standard. */
function penalty(rows) {
  let points = 0;
  for (const line of [...rows, ...rows.map((_, x) => rows.map((row) => row[x]))]) {
    const modules = line.join('');
    for (const run of modules.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    points += 40 * (`0000${modules}0000`.match(/(?=00001011101|10111010000)/g)?.length ?? 0);
  }
  rows.slice(1).forEach((row, y) => row.slice(1).forEach((dark, x) => {
    if ((dark + row[x] + rows[y][x] + rows[y][x + 1]) % 4 === 0) points += 3;
  }));
  const share = rows.flat().filter(Boolean).length / rows.length ** 2;
  return points + 10 * Math.floor(Math.abs(share * 20 - 10));
}

/** @param {string} link @returns {number[][]|null} rows of modules, 1 is dark; null if the link is too long */
export function encode(link) {
  const bytes = [...new TextEncoder().encode(link)];
  for (const [index, [degree, count]] of BLOCKS.entries()) {
    const { rows, free, format } = emptyCode(index + 1);
    const capacity = (free.length >> 3) - degree * count;
    const head = `0100${binary(bytes.length, index < 9 ? 8 : 16)}`;
    const bits = head + bytes.map((byte) => binary(byte, 8)).join('');
    if (bits.length > capacity * 8) continue;
    const data = bits.padEnd(Math.min(capacity * 8, bits.length + 4), '0').match(/.{1,8}/g)
      .map((each) => parseInt(each.padEnd(8, '0'), 2));
    for (let pad = 0xec; data.length < capacity; pad ^= 0xfd) data.push(pad);
    const modules = interleave(data, BLOCKS[index]).map((each) => binary(each, 8)).join('');
    const codes = MASKS.map((mask, number) => {
      format(number);
      free.forEach(([x, y], i) => { rows[y][x] = (modules[i] === '1') ^ (mask(x, y) === 0); });
      return rows.map((row) => [...row]);
    });
    const points = codes.map(penalty);
    return codes[points.indexOf(Math.min(...points))];
  }
  return null;
}

/** The code with its quiet zone, dark on light in every colour scheme. @returns {SVGElement|null} */
export function qrPicture(link, label) {
  const rows = encode(link);
  if (!rows) return null;
  const node = (tag, attributes, ...children) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const side = rows.length + 2 * QUIET;
  const dots = rows.map((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')).join(''));
  return node('svg', { class: 'qr', role: 'img', 'aria-label': label, viewBox: `0 0 ${side} ${side}` },
    node('path', { fill: '#fff', d: `M0 0h${side}v${side}H0z` }),
    node('path', { 'shape-rendering': 'crispEdges', d: dots.join('') }));
}
