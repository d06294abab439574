/** Dialogs, which open by a press. */
import { SchemaForm } from '../js/dialogs/form.js';
import { askProfile } from '../js/dialogs/profile.js';
import { ask, askForm } from '../js/page/ask.js';
import { lazy, openDialog } from '../js/page/lazy.js';
import { text } from '../js/strings.js';
import { ANN, BEN, REPLAYED, clientOf } from './fixtures.js';
import { group, press, presses } from './specimens.js';

const callRules = lazy(() => import('../js/dialogs/rules.js'), { preload: false });
const callOptions = lazy(() => import('../js/dialogs/options.js'), { preload: false });
const callShare = lazy(() => import('../js/dialogs/share.js'), { preload: false });
const callSettings = lazy(() => import('../js/settings/sheet.js'), { preload: false });
const callStatistics = lazy(() => import('../js/player/statistics.js'), { preload: false });
const callChallenge = lazy(() => import('../js/challenges/make.js'), { preload: false });
const callDevices = lazy(() => import('../js/player/devices.js'), { preload: false });
const callReplay = lazy(() => import('../js/end/replay.js'), { preload: false });

const LONG = 'This message is long, so that the dialog has to scroll and its buttons stay where they are. ';

/** A field of every kind that a form has. @type {Record<string, any>} */
const SCHEMAS = {
  aText: { type: 'string', maxLength: 40, description: 'A hint below the field.' },
  aChoice: { enum: ['short', 'medium', 'long'], default: 'medium' },
  noDefault: { enum: ['short', 'medium', 'long'] },
  aFlag: { type: 'boolean', description: 'A box with a hint.' },
  aNumber: { type: 'integer', minimum: 1, maximum: 9, default: 5 },
  orNothing: { oneOf: [{ type: 'number', default: 60 }, { type: 'null' }] },
  aDay: { type: 'string', format: 'date', default: '2026-01-31' },
  aSquare: { oneOf: [{ type: 'string', pattern: '^[a-e][1-5]$' }, { type: 'integer' }], default: 'c3' },
  aColour: { type: 'string', pattern: '^#[0-9a-f]{6}$', default: ANN.colour },
  aFile: { type: 'file', accept: '.ipuz' },
};

function everyField() {
  const form = new SchemaForm(Object.entries(SCHEMAS), { words: { none: 'No limit', squareHint: 'From a1 to e5' } });
  return askForm({ title: 'Every kind of field', body: form.fields({}) });
}

const questions = () => [
  press('Question', () => ask({
    title: 'Leave the game?', message: 'You can come back.', buttons: [text.cancel, text.leave],
  })),
  press('Message', () => ask({ title: 'A message', message: 'With one button.' })),
  press('Question with time left', () => ask({
    title: 'Clear the whole board?', message: 'Ben would like to clear the board.', buttons: ['Keep', 'Clear'],
    expires: new Date(Date.now() + 30_000).toISOString(),
  })),
  press('Long message', () => ask({
    title: 'A long message', message: LONG.repeat(20), buttons: [text.cancel, text.ok],
  })),
];

/** @param {any[]} games */
export function dialogsPart(games) {
  const finished = clientOf({ state: 'finished', boards: [REPLAYED], seats: [ANN, BEN] });
  const daily = games.filter(({ rules }) => rules.daily);
  return {
    id: 'part-dialogs', title: 'Dialogs', about: 'Each opens by a press. Escape is the same as the first button.',
    nodes: [
      group('Questions and forms', presses(...questions(), press('Every kind of field', everyField),
        press('Name and colour', () => askProfile('Take a seat', text.join, ANN)),
        press('Colour', () => openDialog('recolour', clientOf())))),
      group('Sheets', presses(
        press('Settings', () => callSettings('openSettings')),
        press('Statistics', () => callStatistics('openStatistics', daily)),
        press('Another device', () => callDevices('showCode')),
        press('Share', () => callShare('share', clientOf({}, { hostToken: 'styleguide' }), 'Style guide')),
        press('Challenge a friend', () => callChallenge('makeChallenge', games, () => {})),
        press('Connection', () => openDialog('connectionDetails', clientOf())),
        press('Replay', () => callReplay('openReplay', finished, true)))),
      group('Rules', presses(...games.map((each) => press(each.title, () => callRules('showRules', each))))),
      group('Options', presses(...games.map((each) => (
        press(text.optionsOf(each.title), () => callOptions('editOptions', each)))))),
    ],
  };
}
