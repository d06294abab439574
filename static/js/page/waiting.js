/** Before a called-letters game begins: its rules, the link, bots, and the start. */
import { explain } from './announce.js';
import { byId, el, say, show } from './dom.js';
import { linkTo } from './invite.js';
import { PACE } from '../state/round.js';
import { text } from '../strings.js';

const LEVELS = ['easy', 'medium', 'hard'];
const SEATS = 12;

/** @param {import('../state/game-client.js').GameClient} client */
export function prepareWaiting(client) {
  byId('how').open = matchMedia('(min-width: 56rem)').matches;
  byId('steps').replaceChildren(...text.howSteps.map((step) => el('li', {}, step)));
  byId('bot-levels').replaceChildren(...LEVELS.map((level) => {
    const add = async () => explain(await client.send('POST', 'bots', { level }));
    return el('button', { type: 'button', 'data-level': level, onclick: add }, text.levels[level]);
  }));
  byId('start').addEventListener('click', async () => {
    explain(await client.act('start', {}, { asHost: !client.token }));
  });
  byId('link').value = linkTo(client.game);
  byId('link').addEventListener('focus', () => byId('link').select());
}

/** @param {import('../state/game-client.js').GameClient} client */
export function drawWaiting(client) {
  const { state, me, identity } = client;
  const [name, rules] = rulesOf(state.scoring);
  say(byId('rules-name'), name);
  say(byId('rules-line'), rules);
  say(byId('pace'), paceOf(state.options.clock));
  const isHost = Boolean(identity.hostToken);
  const lowest = [...state.seats.keys()].sort((a, b) => a - b)[0];
  const mayStart = state.seats.size > 0 && (isHost || me?.seat === lowest);
  show(byId('bots'), (isHost || Boolean(me)) && state.seats.size < SEATS);
  show(byId('start'), mayStart);
  say(byId('start-note'), startNote(state, mayStart, lowest));
}

function startNote({ seats }, mayStart, lowest) {
  if (mayStart) return seats.size === 1 ? text.startAlone : '';
  return seats.has(lowest) ? text.startsSoon(seats.get(lowest).name) : text.hostStarts;
}

/** @returns {[string, string]} the name of the rules and what they mean */
export function rulesOf({ preset, minimumLength = 3 }) {
  return text.presets[preset] ?? [text.wordSquare, text.ownRules(minimumLength)];
}

function paceOf(clock) {
  if (clock === null) return text.noClock;
  const { call, place } = { ...PACE, ...clock };
  return text.clockHint(call, place);
}
