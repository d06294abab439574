/**
 * The event streams of this browser. It opens six connections to a server, so at most four tabs hold a stream, the ones
 * that were seen last. (Web Locks would do, but need https.)
 */
import { onChangeInOtherTab, read, write } from './storage.js';

const PLACES = 4;
const RENEWAL = 20000;
const KEY = 'streams';
const me = Math.random().toString(36).slice(2);
let timer = 0;

/** The tabs that hold a stream, the one that was seen last first; a tab that crashed is gone after three renewals. */
const holders = () => (read(KEY) ?? []).filter(({ at }) => Math.abs(Date.now() - at) < 3 * RENEWAL);
const others = () => holders().filter(({ tab }) => tab !== me);

export const hasPlace = () => holders().some(({ tab }) => tab === me);

/** Takes a place, if need be that of the tab that was seen least recently. */
export function takePlace() {
  write(KEY, [{ tab: me, at: Date.now() }, ...others()].slice(0, PLACES));
  clearInterval(timer);
  timer = setInterval(renew, RENEWAL);
}

function renew() {
  if (hasPlace()) write(KEY, holders().map((each) => (each.tab === me ? { ...each, at: Date.now() } : each)));
}

export function leavePlace() {
  clearInterval(timer);
  if (hasPlace()) write(KEY, others());
}

export const isPlaceFree = () => others().length < PLACES;

/** Calls `listener` when another tab takes or leaves a place. */
export const onPlacesChange = (listener) => onChangeInOtherTab(KEY, listener);
