/** The seconds before a game of the room begins by itself: 3, 2, 1 over the page. */
import { el, setText } from '../page/dom.js';
import { secondsUntil } from '../wire/api.js';
import { say } from './words.js';

/** Milliseconds between readings of the clock. */
const TICK = 100;

let timer = 0;

/** Whole seconds until the room's game begins by itself; 0 once it may have begun. @param {any} game of the room */
export const secondsLeft = (game) =>
  (game?.begins && game.state !== 'finished' ? Math.max(0, Math.min(3, Math.ceil(secondsUntil(game.begins)))) : 0);

/**
 * Counts down over the page, which takes no letter until then.
 * @param {() => any} currentGame the room's present game @param {() => void} [begin] called at the end
 */
export function countDown(currentGame, begin) {
  if (timer || !secondsLeft(currentGame())) return;
  const number = el('b', { 'aria-hidden': 'true' });
  const sheet = el('div', { id: 'get-ready', role: 'status' }, el('span', {}, say.getReady), number);
  document.body.append(sheet);
  const main = document.querySelector('main');
  main.inert = true;
  const tick = () => {
    const left = secondsLeft(currentGame());
    if (left) return setText(number, String(left));
    clearInterval(timer);
    timer = 0;
    sheet.remove();
    document.querySelector('main').inert = false;
    main.inert = false;
    begin?.();
  };
  timer = setInterval(tick, TICK);
  tick();
}
