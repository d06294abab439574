/** The animations at the end of a game; none for readers who prefer less motion. */
import { SIZE } from '../state/game-state.js';

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Moves a board from where it was played to its place in the result. @param {Element} picture @param {DOMRect} from */
export function arrive(picture, from) {
  if (calm.matches || !from.width) return;
  const to = picture.getBoundingClientRect();
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
  const transformOrigin = '0 0';
  picture.animate([{ transform: start, transformOrigin }, { transform: 'none', transformOrigin }],
    { duration: 360, easing: 'cubic-bezier(.2, .8, .3, 1)' });
}

/** The tiles of a won board hop, one diagonal after the other. @param {Element} picture */
export function dance(picture) {
  if (calm.matches) return;
  picture.querySelectorAll('.cell').forEach((tile, index) => {
    const delay = 300 + 70 * (Math.floor(index / SIZE) + (index % SIZE));
    const places = [{ translate: '0' }, { translate: '0 -22%' }, { translate: '0' }];
    tile.animate(places, { duration: 420, delay, easing: 'ease-in-out' });
  });
}
