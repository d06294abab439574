/** Players as chips and as cards, and the words of a board. */
import { wordItems } from '../js/board/words.js';
import { seatCard } from '../js/page/people.js';
import { el } from '../js/page/dom.js';
import { ANN, BEN, RACE, WORDS, clientOf, game } from './fixtures.js';
import { group, sheetsOf, shelf, specimen, still } from './specimens.js';

const LONG = 'Benedikt of the very long name';
const BOT = { seat: 4, name: 'Ada', colour: '#8e5aa8', bot: true, level: 'hard', present: true };

/** A card or chip by itself, in a list as the page has one. */
const alone = (client, of, seat, calls) => el('ul', { class: 'alone' }, seatCard(client, of, seat, calls));

const shown = (caption, client, seat, { calls = false } = {}) => specimen(caption, alone(client, game, seat, calls));

/** The card of a rival in games that draw its progress in their own way. */
async function rivals(games, client, caption) {
  const swapping = { ...BEN, swapsLeft: 7, marks: { hit: 9, near: 7, miss: 5 } };
  const own = games.filter((each) => each.progress(swapping));
  return Promise.all(own.map(async (each) => (
    specimen(`${each.title}: ${caption}`, still(alone(client, each, swapping, false), await sheetsOf(each))))));
}

function chips() {
  const shared = clientOf();
  const hosted = clientOf({}, { hostToken: 'styleguide' });
  return [
    shown('You', shared, ANN), shown('Another player', shared, BEN),
    shown('A long name', shared, { ...BEN, name: LONG }), shown('Away', shared, { ...BEN, present: false }),
    shown('A bot', shared, BOT), shown('For the host', hosted, BEN),
    shown('Away for a minute', shared, { ...BEN, present: false, goneAt: Date.now() - 90_000 }),
  ];
}

async function cards(games) {
  const race = { privateBoards: true, boards: RACE };
  const mine = clientOf(race);
  const hosted = clientOf(race, { hostToken: 'styleguide' });
  const calling = { ...race, round: { of: 24, step: 'place', letters: 'EAR' }, called: 'R', turn: 2 };
  const called = clientOf(calling);
  const guesses = ['mmnmm', 'mhmnm', 'hhmhm'];
  return [
    shown('You, with progress', mine, { ...ANN, filled: 12 }), shown('Another player', mine, { ...BEN, filled: 24 }),
    shown('A long name', mine, { ...BEN, name: LONG, filled: 3 }), shown('A bot', mine, { ...BOT, filled: 18 }),
    shown('Away', mine, { ...BEN, filled: 8, present: false }),
    shown('Done', mine, { ...BEN, filled: 25, done: true }),
    shown('Calls a letter', called, { ...BEN, filled: 3 }, { calls: true }),
    shown('Has placed the letter', called, { ...BEN, filled: 4, placed: true }),
    shown('A bot plays on', called, { ...BEN, filled: 4, away: true }),
    shown('For the host', hosted, { ...BEN, filled: 8 }),
    shown('Has placed, for the host', clientOf(calling, { hostToken: 'styleguide' }),
      { ...BEN, filled: 4, placed: true }),
    shown('Guesses, for the host', hosted, { ...BEN, name: LONG, marks: guesses }),
    shown('Away for a minute', mine, { ...BEN, filled: 8, present: false, goneAt: Date.now() - 90_000 }),
    shown('Guesses', mine, { ...BEN, marks: guesses }), ...await rivals(games, mine, 'a rival'),
    ...await rivals(games, hosted, 'a rival, for the host'),
  ];
}

export const peoplePart = async (games) => ({
  id: 'part-people', title: 'Players', about: 'Chips on a shared board, cards where every player has a board.',
  nodes: [
    group('Chips', shelf('tight', chips())), group('Cards', shelf('tight', await cards(games))),
    group('Words', shelf('wide', [
      specimen('The words of a board', el('ul', { class: 'word-list' }, ...wordItems(WORDS, clientOf().state))),
    ])),
  ],
});
