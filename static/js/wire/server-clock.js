/** The server's wall clock, judged from `Date` headers, so that deadlines count right on a phone set wrong. */
let offset = 0;

/** @param {Headers} headers */
export function noteDate(headers) {
  const date = Date.parse(headers.get('Date') ?? '');
  // The header is cut to whole seconds; half a second on top is the best guess.
  if (!Number.isNaN(date)) offset = date + 500 - Date.now();
}

/** Milliseconds since 1970. */
export const serverNow = () => Date.now() + offset;

/** Whole seconds from now until an RFC 3339 time, never negative. */
export function secondsUntil(time) {
  return Math.max(0, Math.ceil((Date.parse(time) - serverNow()) / 1000));
}

/** @param {number} seconds @returns {string} `m:ss`, or `h:mm:ss` */
export function asClock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
