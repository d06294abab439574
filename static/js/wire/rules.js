/** The server's games and their options (`GET /rules`), cached for an offline start. */
import { request } from './api.js';
import { read, write } from './storage.js';

/** @returns {any[]} empty before the first visit */
export const cachedRules = () => read('rules') ?? [];

/** @returns {Promise<any[]>} the cached rules if the request fails */
export async function fetchRules() {
  const { ok, data } = await request('GET', '/rules');
  if (!ok) return cachedRules();
  write('rules', data.rules);
  return data.rules;
}
