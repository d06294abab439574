/** Before a game of many begins: its rules, the link, bots, and the start. */
import { PACE } from '../state/round.js';
import { text } from '../strings.js';
import { explain } from './announce.js';
import { byId, el, say, show } from './dom.js';
import { linkTo } from './invite.js';

const LEVELS = ['easy', 'medium', 'hard'];
const SEATS = 12;

export class Room {
  #client;

  constructor(client) {
    this.#client = client;
    byId('how').open = matchMedia('(min-width: 56rem)').matches;
    byId('steps').append(...text.how[client.state.rules].map((step) => el('li', {}, step)));
    byId('bot-levels').append(...LEVELS.map((level) => {
      const add = async () => explain(await client.send('POST', 'bots', { level }));
      return el('button', { type: 'button', onclick: add }, text.levels[level]);
    }));
    byId('start').addEventListener('click', async () => {
      explain(await client.act('start', {}, { asHost: !client.token }));
    });
    byId('link').value = linkTo(client.game);
    byId('link').addEventListener('focus', () => byId('link').select());
  }

  draw() {
    const { state, me, identity } = this.#client;
    const { rules, options, seats } = state;
    const [name, line] = rulesOf(state);
    say(byId('rules-name'), name);
    say(byId('rules-line'), line);
    say(byId('pace'), rules === 'square' ? paceOf(options.clock) : options.hard ? text.hardHint : '');
    const isHost = Boolean(identity.hostToken);
    const lowest = Math.min(...seats.keys());
    const mayStart = seats.size > 0 && (isHost || me?.seat === lowest);
    show(byId('bots'), rules !== 'mini' && (isHost || Boolean(me)) && seats.size < SEATS);
    show(byId('start'), mayStart);
    say(byId('start-note'), startNote(state, mayStart, lowest));
  }
}

function startNote({ seats, rules }, mayStart, lowest) {
  if (mayStart) return seats.size === 1 && rules === 'square' ? text.startAlone : '';
  return seats.has(lowest) ? text.startsSoon(seats.get(lowest).name) : text.hostStarts;
}

/** @returns {[string, string]} the name of the rules and what they mean */
export function rulesOf({ rules, scoring: { preset, minimumLength = 3 } }) {
  if (rules !== 'square') return [text.kinds[rules], text.races[rules]];
  return text.presets[preset] ?? [text.kinds.square, text.ownRules(minimumLength)];
}

function paceOf(clock) {
  if (clock === null) return text.noClock;
  const { call, place } = { ...PACE, ...clock };
  return text.clockHint(call, place);
}
