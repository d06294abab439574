/** The result as a picture to save or to send: the board in the page's own colours, the verdict and the brand. */
import { SIZE } from '../state/game-state.js';
import { text } from '../strings.js';

/** Pixels of the square picture, its margin, its board and the gap between tiles. */
const [WIDTH, MARGIN, BOARD, GAP] = [1080, 72, 720, 14];
const TILE = (BOARD - 6 * GAP) / SIZE;

/**
 * @param {HTMLElement} board a board as `boardPicture` has drawn it, in the document
 * @param {{title: string, verdict: string, link: string, letters: boolean}} options without `letters` it spoils nothing
 * @returns {Promise<Blob>} a PNG
 */
export function resultPicture(board, { title, verdict, link, letters }) {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: WIDTH });
  const context = canvas.getContext('2d');
  const { backgroundColor: paper, color: ink, fontFamily } = getComputedStyle(document.body);
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
  const [left, top] = [(WIDTH - BOARD) / 2, 2 * MARGIN - 12];
  fill(tray, left, top, BOARD, 32);
  [...board.querySelectorAll('.cell')].forEach((tile, index) => {
    const column = board.matches(':dir(rtl)') ? SIZE - 1 - (index % SIZE) : index % SIZE;
    const x = left + GAP + column * (TILE + GAP);
    const y = top + GAP + Math.floor(index / SIZE) * (TILE + GAP);
    const { backgroundColor, color } = getComputedStyle(tile);
    fill(backgroundColor, x, y, TILE, 20);
    const letter = tile.querySelector('b').textContent;
    if (letters) write(letter, 650, letter.length > 1 ? 36 : 76, x + TILE / 2, y + TILE / 2 + 4, 'center', color);
  });
  write(verdict, 700, 54, WIDTH / 2, WIDTH - 2 * MARGIN + 16, 'center');
  write(link.replace(/^https?:\/\//, ''), 400, 30, WIDTH / 2, WIDTH - MARGIN + 12, 'center');
  return new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
}
