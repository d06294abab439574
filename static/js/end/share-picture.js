/** The result as a picture to save or to send: the board in the page's own colours, the verdict and the brand. */
import { SIZE } from '../state/game-state.js';
import { text } from '../strings.js';

/** Pixels of the square picture, its margin, its board and the gap between tiles. */
const [WIDTH, MARGIN, BOARD, GAP] = [1080, 72, 700, 14];
/** Marks whose colour says enough, and how strong the hue is by the length of a word. */
const MARKED = ['hit', 'near', 'miss', 'revealed'];
const STRENGTH = { 2: 0.45, 3: 0.6, 4: 0.8, 5: 1 };
const TILE = (BOARD - 6 * GAP) / SIZE;

/**
 * Draws a picture of the result. Without letters it spoils nothing: marks keep their colours, filled cells have the
 * game's hue, and each cell of a word shows the length of its longest word.
 * @param {HTMLElement} board a board as `boardPicture` has drawn it, in the document
 * @param {{title: string, verdict: string, note: string, link: string, letters: boolean}} options
 * @returns {Promise<Blob>} a PNG
 */
export function resultPicture(board, { title, verdict, note, link, letters }) {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: WIDTH });
  const context = canvas.getContext('2d');
  const { backgroundColor: paper, color: ink, fontFamily } = getComputedStyle(document.body);
  const hue = getComputedStyle(document.getElementById('verdict')).color;
  const hasWords = Boolean(board.querySelector('.bar'));
  const tray = getComputedStyle(board.querySelector('.tiles')).backgroundColor;
  const fill = (colour, x, y, size, radius) => {
    context.fillStyle = colour;
    context.beginPath();
    context.roundRect(x, y, size, size, radius);
    context.fill();
  };
  const write = (sentence, weight, size, x, y, align = 'left', colour = ink) => {
    Object.assign(context, { fillStyle: colour, textAlign: align, textBaseline: 'middle' });
    context.font = `${weight} ${size}px ${fontFamily}`;
    context.fillText(sentence, x, y, WIDTH - 2 * MARGIN);
  };

  context.fillStyle = paper;
  context.fillRect(0, 0, WIDTH, WIDTH);
  write(text.brand, 700, 40, MARGIN, MARGIN);
  write(title, 400, 34, WIDTH - MARGIN, MARGIN, 'right');
  const [left, top] = [(WIDTH - BOARD) / 2, 2 * MARGIN - 24];
  fill(tray, left, top, BOARD, 32);
  [...board.querySelectorAll('.cell')].forEach((tile, index) => {
    const column = board.matches(':dir(rtl)') ? SIZE - 1 - (index % SIZE) : index % SIZE;
    const x = left + GAP + column * (TILE + GAP);
    const y = top + GAP + Math.floor(index / SIZE) * (TILE + GAP);
    const { backgroundColor, color } = getComputedStyle(tile);
    const { textContent: letter } = tile.querySelector('b');
    const isPlain = !letters && letter && !MARKED.includes(tile.dataset.mark) && !tile.matches('.block');
    const { length } = tile.dataset;
    fill(backgroundColor, x, y, TILE, 20);
    context.globalAlpha = isPlain ? STRENGTH[length] ?? (hasWords ? 0 : 1) : 0;
    fill(hue, x, y, TILE, 20);
    context.globalAlpha = 1;
    const sign = letters ? letter : isPlain ? length : '';
    if (sign) write(sign, 650, sign.length > 1 ? 36 : 76, x + TILE / 2, y + TILE / 2 + 4, 'center', isPlain ? paper : color);
  });
  write(verdict, 700, 58, WIDTH / 2, WIDTH - 2 * MARGIN - 12, 'center', hue);
  write(note, 400, 34, WIDTH / 2, WIDTH - 2 * MARGIN + 48, 'center');
  write(link.replace(/^https?:\/\//, ''), 400, 30, WIDTH / 2, WIDTH - MARGIN + 12, 'center');
  return new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
}
