/** Which games the server has, with their options: `GET /rules`, kept in this browser for a start without a line. */
import { request } from './api.js';
import { read, write } from './storage.js';

/** What was kept last. @returns {any[]} */
export const keptRules = () => read('rules') ?? [];

/** @returns {Promise<any[]>} what the server says; what was kept, when it does not answer */
export async function askRules() {
  const { ok, data } = await request('GET', '/rules');
  if (!ok) return keptRules();
  write('rules', data.rules);
  return data.rules;
}
