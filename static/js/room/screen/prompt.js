/** The question to the players: the first open prompt of the room or of its game. */
import { say as dialogs } from '../../dialogs/words.js';
import { text } from '../../strings.js';
import { secondsUntil } from '../../wire/api.js';
import { waitingFor } from './call.js';
import { say } from './words.js';

/**
 * @param {any} room @param {import('../../state/game-state.js').GameState|null} state the running game's
 * @param {Record<string, string>} [titles] of games, by rules
 * @returns {{wish: string, waiting: string, left: string}|null} null if nothing is asked
 */
export function promptTexts({ prompts, members }, state, titles = {}) {
  const [prompt] = prompts;
  if (prompt) {
    const { rules } = prompt.subject ?? {};
    const wish = rules && ((name) => say.nextGame(name, titles[rules] ?? rules));
    return texts(prompt, new Map(members.map((member) => [member.seat, member])), wish);
  }
  const [asked] = state?.prompts ?? [];
  return asked ? texts(asked, state.seats, dialogs.prompts[asked.purpose.split('-')[0]]?.wish) : null;
}

/** @param {(name: string, about: string) => string} [wish] the page's own words, else the server's are used */
function texts({ asker, purpose, message, deciders = [], expires }, seats, wish) {
  const nameOf = (seat) => seats.get(seat)?.name ?? text.someone;
  const about = Number(purpose.split('-')[1]);
  const areKnown = deciders.every((seat) => seats.has(seat));
  return {
    wish: wish && seats.has(asker) ? wish(nameOf(asker), nameOf(about)) : message,
    waiting: areKnown ? waitingFor(deciders.map(nameOf)) : say.waitingForSome(deciders.length),
    left: text.secondsLeft(secondsUntil(expires)),
  };
}
