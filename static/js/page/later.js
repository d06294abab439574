/** Parts of the page that few visits need: fetched at the first press or key, or when one is asked for. */
import { text } from '../strings.js';
import { toast } from './announce.js';

/** Fetches a part before it is needed, for by then the line may be gone. @param {() => Promise<any>} load */
export function soon(load) {
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, () => load().catch(() => {}), { once: true });
}

/** @returns {Promise<any>} what a function of the part returns; undefined, and a toast, when the part does not come */
export async function use(load, name, ...given) {
  const part = await load().catch(() => toast(text.noConnection));
  return part?.[name](...given);
}

const questions = () => import('./questions.js');
soon(questions);

/** Puts one of the questions of `questions.js`. */
export const put = (question, ...about) => use(questions, question, ...about);
