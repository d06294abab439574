/** What the page says: tools and hints, the notice, the connection, toasts. */
import { announce, toast } from '../js/page/announce.js';
import { byId, setText, setVisible } from '../js/page/dom.js';
import { connectionIndicator, drawNotice } from '../js/page/notice.js';
import { text } from '../js/strings.js';
import { ANN, BEN, clientOf } from './fixtures.js';
import { group, press, presses, shelf, specimen, still } from './specimens.js';

/** Milliseconds after which the page counts unsaved letters, and a little more. */
const UNSAVED_DELAY = 900;

const soon = () => new Date(Date.now() + 24_000).toISOString();
const noSeat = { seat: null };
const away = (kicked) => clientOf({ seats: [{ ...ANN, away: true, kicked }, BEN] });

/** @type {() => [string, any, any?, number?][]} a caption, the client, a prompt, the status that refused the game */
const notices = () => [
  ['The game is somebody else’s', clientOf(), null, 403],
  ['The game is gone', clientOf(), null, 404],
  ['The seat is lost', clientOf({}, { ...noSeat, former: ANN })],
  ['A move was refused', clientOf({}, { refusal: text.codes['not-a-word'] })],
  ['Letters without a seat', clientOf({}, { ...noSeat, outbox: { size: 3, held: true } })],
  ['Your question to the others', clientOf(), { asker: 1, expires: soon() }],
  ['A question between others', clientOf(), { asker: 2, expires: soon(), wish: 'Ben would like to clear the board.' }],
  ['The next round', clientOf({ state: 'finished', next: 'styleguide' })],
  ['A free seat', clientOf({ open: false }, noSeat)],
  ['Locked', clientOf({ locked: true })],
  ['A bot plays for you', away(false)],
  ['The host lets a bot play for you', away(true)],
];

function noticeStills() {
  return notices().map(([caption, client, prompt = null, gone = 0]) => {
    drawNotice(client, prompt, gone);
    return specimen(caption, still(byId('notice')));
  });
}

async function connectionStills() {
  const client = clientOf();
  const draw = connectionIndicator(client);
  const shot = (caption, status) => {
    client.status = status;
    draw();
    return specimen(caption, still(byId('connection')));
  };
  const saved = [['Live', 'live'], ['Connecting', 'connecting'], ['Behind', 'behind'], ['Offline', 'offline']]
    .map(([caption, status]) => shot(caption, status));
  client.outbox.size = 3;
  const stored = shot('Offline, with letters to send', 'offline');
  await new Promise((resolve) => { setTimeout(resolve, UNSAVED_DELAY); });
  return [...saved, stored, shot('Live, with letters to send', 'live')];
}

function toolStills() {
  const tools = byId('tools');
  const shot = (caption, change) => {
    change();
    return specimen(caption, still(tools));
  };
  const show = (...names) => [...tools.children].forEach((tool) => setVisible(tool, names.includes(tool.id)));
  setText(byId('turn-text'), text.turns.across);
  setText(byId('pause').lastElementChild, text.pause);
  return [
    shot('On a shared board', () => show('turn', 'undo', 'clear', 'share')),
    shot('With pencil and help, writing down', () => {
      show('turn', 'pencil', 'help', 'pause', 'share');
      setText(byId('turn-text'), text.turns.down);
      byId('turn').classList.add('down');
      byId('pencil').ariaPressed = 'true';
    }),
    shot('On a phone', () => show('turn', 'undo', 'resign', 'keyboard', 'share')),
  ];
}

export const messagesPart = async () => ({
  id: 'part-messages', title: 'Tools and messages',
  about: 'One notice at a time, the most urgent one, above the heading; what has just happened is a toast.',
  nodes: [
    group('Tools', shelf('wide', toolStills())), group('Notice', shelf('wide', noticeStills())),
    group('Connection', shelf('tight', await connectionStills())),
    group('Toasts', presses(
      press('A short toast', () => toast(text.liveSaid)),
      press('A long toast', () => toast(text.conflict('c3', 'A', 'B'))),
      press('Three toasts', () => [text.noConnection, text.slowDown, text.locked].forEach(toast)),
      press('Only for screen readers', () => announce(text.wrote('Ben', 'A', 'c3'))))),
  ],
});
