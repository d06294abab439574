/** QR codes of links: byte mode, versions 1 to 10, error correction level M, as ISO/IEC 18004 has them. */

/** For each version: the correction codewords of a block, and how many blocks. */
const BLOCKS = [[10, 1], [16, 1], [26, 1], [18, 2], [24, 2], [16, 4], [18, 4], [22, 4], [22, 5], [26, 5]];
/** A module is turned where its mask gives 0. */
const MASKS = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + (y >> 1)) % 2, (x, y) => (x * y) % 2 + (x * y) % 3,
  (x, y) => ((x * y) % 2 + (x * y) % 3) % 2, (x, y) => ((x + y) % 2 + (x * y) % 3) % 2,
];
const QUIET = 4;
const numbers = (count) => [...Array(count).keys()];
const binary = (value, width) => value.toString(2).padStart(width, '0');

/** A code of this version without its data: rows, a setter, and the free modules in the order of the data. */
function blank(version) {
  const size = version * 4 + 17;
  const rows = numbers(size).map(() => Array(size));
  const set = (x, y, dark) => { if (rows[y] && x >= 0 && x < size) rows[y][x] = Boolean(dark); };
  const square = (x, y, radius, ...light) => {
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  };
  for (const i of numbers(size)) [[6, i], [i, 6]].forEach(([x, y]) => set(x, y, i % 2 === 0));
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, 2, 4);
  const middles = version < 2 ? [] : version < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7];
  for (const x of middles) {
    for (const y of middles) if (x + y > 12 && Math.abs(x - y) < size - 13) square(x, y, 2, 1);
  }
  const bits = withRemainder(version, 12, 0x1f25);
  for (const i of version < 7 ? [] : numbers(18)) {
    const [a, b] = [size - 11 + i % 3, Math.floor(i / 3)];
    for (const [x, y] of [[a, b], [b, a]]) set(x, y, bits >> i & 1);
  }
  setFormat({ size, set }, 0);
  const free = [];
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    const up = (right > 6 ? right : right + 1) % 4 === 0;
    for (const i of numbers(size)) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (rows[y][x] === undefined) free.push([x, y]);
    }
  }
  return { size, rows, set, free };
}

/** Level (M is 0) and mask, written twice. */
function setFormat({ size, set }, mask) {
  const bits = withRemainder(mask, 10, 0x537) ^ 0x5412;
  for (const i of numbers(15)) {
    const dark = bits >> i & 1;
    if (i < 8) set(8, i < 6 ? i : i + 1, dark);
    else set(i === 8 ? 7 : 14 - i, 8, dark);
    if (i < 8) set(size - 1 - i, 8, dark);
    else set(8, size - 15 + i, dark);
  }
  set(8, size - 8, true);
}

/** A value, followed by its BCH remainder of `width` bits. */
function withRemainder(value, width, polynomial) {
  let rest = value;
  for (let i = 0; i < width; i += 1) rest = (rest << 1) ^ (rest >> (width - 1)) * polynomial;
  return value << width | rest;
}

/** The product in GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function times(a, b) {
  let product = 0;
  for (let i = 7; i >= 0; i -= 1) product = (product << 1) ^ (product >> 7) * 0x11d ^ (b >> i & 1) * a;
  return product;
}

/** Reed-Solomon codewords for a block. */
function correction(block, degree) {
  const generator = [...Array(degree - 1).fill(0), 1];
  for (let i = 0, root = 1; i < degree; i += 1, root = times(root, 2)) {
    generator.forEach((each, j) => { generator[j] = times(each, root) ^ generator[j + 1]; });
  }
  return block.reduce(([first, ...rest], codeword) => {
    return [...rest, 0].map((each, i) => each ^ times(generator[i], first ^ codeword));
  }, Array(degree).fill(0));
}

/** The data in blocks, each with its correction, all interleaved; the last blocks may be longer by one. */
function interleave(data, [degree, count]) {
  const start = (n) => n * Math.floor(data.length / count) + Math.max(0, n - count + data.length % count);
  const blocks = numbers(count).map((i) => data.slice(start(i), start(i + 1)));
  const inTurn = (lists) => lists.at(-1).flatMap((_, i) => lists.flatMap((list) => list[i] ?? []));
  return [...inTurn(blocks), ...inTurn(blocks.map((block) => correction(block, degree)))];
}

/** How hard a code is to read, by the four rules of the standard. */
function penalty(rows) {
  let points = 0;
  for (const line of [...rows, ...rows.map((_, x) => rows.map((row) => row[x]))]) {
    const signs = line.map(Number).join('');
    for (const run of signs.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    points += 40 * (`0000${signs}0000`.match(/(?=00001011101|10111010000)/g)?.length ?? 0);
  }
  rows.slice(1).forEach((row, y) => row.slice(1).forEach((dark, x) => {
    if ([row[x], rows[y][x], rows[y][x + 1]].every((each) => each === dark)) points += 3;
  }));
  const share = rows.flat().filter(Boolean).length / rows.length ** 2;
  return points + 10 * Math.floor(Math.abs(share * 20 - 10));
}

/** @param {string} link @returns {boolean[][]|null} rows of modules, true is dark; null: it is too long */
export function encode(link) {
  const bytes = [...new TextEncoder().encode(link)];
  for (const [index, [degree, count]] of BLOCKS.entries()) {
    const code = blank(index + 1);
    const room = (code.free.length >> 3) - degree * count;
    const head = `0100${binary(bytes.length, index < 9 ? 8 : 16)}`;
    const bits = head + bytes.map((byte) => binary(byte, 8)).join('');
    if (bits.length > room * 8) continue;
    const data = bits.padEnd(Math.min(room * 8, bits.length + 4), '0').match(/.{1,8}/g)
      .map((each) => parseInt(each.padEnd(8, '0'), 2));
    for (let pad = 0xec; data.length < room; pad ^= 0xfd) data.push(pad);
    return masked(code, interleave(data, BLOCKS[index]).map((each) => binary(each, 8)).join(''));
  }
  return null;
}

/** The code with its data, under the mask that makes it easiest to read. */
function masked(code, bits) {
  const all = MASKS.map((mask, index) => {
    setFormat(code, index);
    const rows = code.rows.map((row) => [...row]);
    code.free.forEach(([x, y], i) => { rows[y][x] = (bits[i] === '1') !== (mask(x, y) === 0); });
    return { rows, points: penalty(rows) };
  });
  return all.reduce((a, b) => (b.points < a.points ? b : a)).rows;
}

/** A picture of the code with its quiet zone, dark on light in every scheme. @returns {SVGElement|null} */
export function qrPicture(link, label) {
  const rows = encode(link);
  if (!rows) return null;
  const node = (tag, attributes) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  };
  const side = rows.length + 2 * QUIET;
  const dot = (dark, x, y) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '');
  const d = rows.flatMap((row, y) => row.map((dark, x) => dot(dark, x, y))).join('');
  const viewBox = `0 0 ${side} ${side}`;
  const picture = node('svg', { class: 'qr', role: 'img', 'aria-label': label, viewBox });
  picture.append(node('path', { fill: '#fff', d: `M0 0h${side}v${side}H0z` }),
    node('path', { d, 'shape-rendering': 'crispEdges' }));
  return picture;
}
