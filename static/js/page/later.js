/** Parts of the page that few visits need, fetched at the first press or key or when asked for. */
import { text } from '../strings.js';
import { toast } from './announce.js';

/**
 * @param {() => Promise<any>} load
 * @param {{soon?: boolean}} how `soon`: at the first press or key, as the line may be gone when it is needed
 * @returns {(name: string, ...given: any) => Promise<any>} calls a function of the part; while it is fetched, the last
 */
export function later(load, { soon = true } = {}) {
  let part = null;
  let calls = 0;
  const fetched = async () => (part ??= await load());
  for (const type of soon ? ['pointerdown', 'keydown'] : []) {
    addEventListener(type, () => fetched().catch(() => {}), { once: true });
  }
  return async (name, ...given) => {
    const call = (calls += 1);
    if (!part) await fetched().catch(() => toast(text.noConnection));
    return call === calls ? part?.[name](...given) : null;
  };
}

/** Puts one of the page's questions. */
export const put = later(() => import('./questions.js'));
