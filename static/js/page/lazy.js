/** Modules that few visits need, imported on first use or at the first press or key. */
import { text } from '../strings.js';
import { toast } from './announce.js';

let last = Promise.resolve();

/** Imports one part after the other: of two at once that share a module, WebKit returns one unfinished. */
export const inTurn = (load) => (last = last.catch(() => {}).then(load));

/**
 * @param {() => Promise<any>} load
 * @param {{preload?: boolean}} options `preload`: import at the first press or key, before the page may be offline
 * @returns {(name: string, ...args: any) => Promise<any>} calls an export; of calls during the import only the last
 */
export function lazy(load, { preload = true } = {}) {
  let loading = null;
  let calls = 0;
  const fetchModule = () => (loading ??= inTurn(load).catch((error) => {
    loading = null;
    throw error;
  }));
  for (const type of preload ? ['pointerdown', 'keydown'] : []) {
    addEventListener(type, () => fetchModule().catch(() => {}), { once: true });
  }
  return async (name, ...args) => {
    const call = (calls += 1);
    const module = await fetchModule().catch(() => toast(text.noConnection));
    return call === calls ? module?.[name](...args) : null;
  };
}

/** Calls one of the functions of dialogs.js. */
export const openDialog = lazy(() => import('../dialogs/dialogs.js'));
