/** The fields that a game's rules add to the JSON of the game and of its seats, as text. */
import { readable } from '../dialogs/form.js';
import { language, translated } from '../strings.js';

export const { words } = await translated({ en: () => import('./en.js'), de: () => import('./de.js'), ko: () => import('./ko.js') });

/** Fields that every game has. */
const GAME = new Set(['id', 'rules', 'options', 'title', 'public', 'created', 'previous', 'state', 'sequence', 'hash',
  'challenge', 'open', 'privateBoards', 'seatLimit', 'locked', 'paused', 'day', 'next', 'seats', 'boards', 'lexicon', 'scoring',
  'clock', 'spectators', 'actions', 'prompts', 'result', 'host', 'turn', 'room', 'seatsClosed', 'taskUnfinished']);
/** Fields that every seat has, and those of the event that adds it. */
const SEAT = new Set(['seat', 'name', 'colour', 'bot', 'level', 'present', 'goneAt', 'player', 'nickname', 'away', 'kicked', 'filled', 'cells', 'done', 'solved', 'seconds', 'score',
  'hash', 'game']);

const number = new Intl.NumberFormat(language);

/** The numbers, texts and flags besides `known`, by name. Groups and lists are left out. */
const plainFields = (fields, known) => Object.entries(fields ?? {}).filter(([name, value]) =>
  !known.has(name) && value !== '' && ['number', 'string', 'boolean'].includes(typeof value));

const asText = (value) => (typeof value === 'number' ? number.format(value)
  : typeof value === 'boolean' ? (value ? words.yes : words.no) : value);

/** @param {any} game the body of `GET /games/{id}` @returns {[string, string][]} names and values */
export const gameFacts = (game) => plainFields(game, GAME).map(([name, value]) => [readable(name), asText(value)]);

/** @param {any} seat @returns {string[]} such as "moves: 3"; of a flag its name if it is set */
export function seatFacts(seat) {
  return plainFields(seat, SEAT).filter(([, value]) => value !== false).map(([name, value]) => {
    const lowerCase = readable(name).replace(/^./u, (first) => first.toLowerCase());
    return value === true ? lowerCase : words.fact(lowerCase, asText(value));
  });
}
