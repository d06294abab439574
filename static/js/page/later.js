/** Parts of the page that few visits need, fetched at the first press or key, or when one is asked for. */
import { text } from '../strings.js';
import { toast } from './announce.js';

/**
 * @param {() => Promise<any>} load
 * @param {{soon?: boolean}} how `soon`: with the first press or key, for when it is needed the line may be gone
 * @returns {(name: string, ...given: any) => Promise<any>} calls a function of the part, at once if it is there
 */
export function later(load, { soon = true } = {}) {
  let part = null;
  const fetched = async () => (part ??= await load());
  for (const type of soon ? ['pointerdown', 'keydown'] : []) {
    addEventListener(type, () => fetched().catch(() => {}), { once: true });
  }
  return async (name, ...given) => {
    if (!part) await fetched().catch(() => toast(text.noConnection));
    return part?.[name](...given);
  };
}

/** Puts one of the page's questions. */
export const put = later(() => import('./questions.js'));
