/** `/styleguide`: every part of the page in every state, for developers. Drawn by the page's own modules. */
import './sandbox.js';
import { SchemaForm } from '../js/dialogs/form.js';
import { loadAll } from '../js/games/games.js';
import { today, savePlayedDay } from '../js/page/day.js';
import { byId, el, fillTexts, loadStyle } from '../js/page/dom.js';
import { fetchDocument } from '../js/page/game-page.js';
import { text } from '../js/strings.js';
import { base } from '../js/wire/base.js';
import { Identity } from '../js/wire/identity.js';
import { fetchRules } from '../js/wire/rules.js';
import { DEFAULTS, settings } from '../js/wire/settings.js';
import { write } from '../js/wire/storage.js';
import { PLAYER, dailyGames } from './answers.js';
import { section } from './specimens.js';

const DAY = 86_400_000;

/** Takes the markup out of the document of a game, because the modules find their elements by id. */
async function openWorkshop() {
  const page = await fetchDocument(`${base}/g/lobby`);
  document.body.prepend(document.adoptNode(page.querySelector('svg')));
  const main = document.adoptNode(page.querySelector('main'));
  byId('workshop').append(document.adoptNode(page.querySelector('#connection')), ...main.children);
  fillTexts(byId('workshop'), text);
}

/** A form that changes the look of this page, as the settings do. */
function drawLook() {
  const words = {
    fields: { theme: 'Colours', contrast: 'High contrast', largeLetters: 'Larger letters' },
    choices: { theme: { auto: 'As on this device', light: 'Light', dark: 'Dark' } },
  };
  const schemas = {
    theme: { enum: ['auto', 'light', 'dark'] }, contrast: { type: 'boolean' }, largeLetters: { type: 'boolean' },
  };
  const look = new SchemaForm(Object.entries(schemas), { words, defaults: DEFAULTS });
  byId('look').append(...look.fields(settings()));
  byId('look').addEventListener('change', () => {
    dispatchEvent(new CustomEvent('theme', { detail: look.read(new FormData(byId('look'))) }));
  });
}

/** A player with results, for the statistics and the calendar. @param {any[]} games */
function preparePlayer(games) {
  write('player', PLAYER);
  Identity.profile = PLAYER;
  const daily = games.filter(({ rules }) => rules.daily).map(({ name }) => name);
  dailyGames.push('styleguide', ...daily);
  const won = { solves: [{ seconds: 93, guesses: 3, score: 4 }], seconds: 93 };
  const results = [undefined, won, { solves: [], seconds: 300 }, won, won, undefined, won];
  for (const name of daily) {
    results.forEach((result, age) => {
      const day = new Date(Date.parse(today()) - age * DAY).toISOString().slice(0, 10);
      savePlayedDay(name, day, { game: 'styleguide', result });
    });
  }
}

const link = ({ id, title }) => el('li', {}, el('a', { href: `#${id}` }, title));

async function draw() {
  await openWorkshop();
  drawLook();
  const [rules] = await Promise.all([fetchRules(), loadStyle(`${base}/js/player/player.css`)]);
  const games = await loadAll(rules);
  preparePlayer(games);
  // Imported now, because they read the style sheets and the elements of the workshop.
  const { tokensPart } = await import('./tokens.js');
  const { buttonsPart } = await import('./buttons.js');
  const { boardPart, picturesPart } = await import('./boards.js');
  const { peoplePart } = await import('./people.js');
  const { messagesPart } = await import('./messages.js');
  const { dialogsPart } = await import('./dialogs.js');
  const { endsPart } = await import('./ends.js');
  const parts = [
    tokensPart(), buttonsPart(), await boardPart(), picturesPart(games), await peoplePart(games), await messagesPart(),
    dialogsPart(games), await endsPart(games),
  ];
  byId('contents').append(el('ul', {}, ...parts.map(link)));
  byId('parts').append(...parts.map(section));
  for (const { onShown } of parts) onShown?.();
  document.body.classList.add('ready');
  if (location.hash) document.querySelector(location.hash)?.scrollIntoView();
}

draw();
