/** `/today/{rules}`: the reader's own game of the day. */
import { failureText, toast } from './page/announce.js';
import { byId, fillTexts, pressWhenOnline, setText, setVisible } from './page/dom.js';
import { loadGame, preload } from './games/games.js';
import { gameOfEntry } from './page/address.js';
import { dailyName, defaultLexicon, isToday } from './page/day.js';
import { loadGamePage, showGamePage } from './page/game-page.js';
import { place } from './page/invite.js';
import { openToday } from './page/today.js';
import { language, text } from './strings.js';
import { base } from './wire/base.js';
import { GameCache } from './wire/game-cache.js';
import { read } from './wire/storage.js';

/** Few visits need these, so they are not in strings/. */
const sentences = {
  en: { opening: 'Opening your game of the day …', again: 'Try again' },
  de: { opening: 'Dein Tagesspiel öffnet sich …', again: 'Noch einmal versuchen' },
  ko: { opening: '오늘의 게임을 여는 중이에요 …', again: '다시 시도' },
};
const say = sentences[language] ?? sentences.en;

const [, encoded = ''] = /^\/today\/([^/]+)/.exec(location.pathname.slice(base.length)) ?? [];
const rules = decodeURIComponent(encoded);
const lexicon = new URLSearchParams(location.search).get('lexicon');
const daily = dailyName(rules, lexicon);
let isShown = false;

/** Shows the game in this page. @param {string} game @param {Promise<Document|null>} page */
async function show(game, page = loadPage()) {
  const loaded = await page;
  if (!loaded) return fail(text.noConnection);
  isShown = true;
  place.game = game;
  history.replaceState({ ...history.state, game }, '');
  showGamePage(loaded);
  await import('./game.js').catch(() => toast(text.noConnection));
}

const loadPage = (game) => loadGamePage(game).catch(() => null);

function fail(sentence) {
  setText(byId('state'), sentence);
  setVisible(byId('again-part'), true);
}

/** Shows the rules of a game that is new to the reader. @returns {Promise<boolean>} whether to begin it */
async function introduced(game) {
  if (read('known')?.includes(rules)) return true;
  preload(rules, `rules/${language}.js`);
  const parts = await Promise.all([import('./dialogs/rules.js'), game]).catch(() => null);
  if (!parts) return true;
  const [{ introduce }, loaded] = parts;
  return introduce(loaded, 'daily', lexicon ?? defaultLexicon(loaded.rules));
}

async function open() {
  const shown = gameOfEntry();
  if (shown) return show(shown);
  setText(byId('state'), say.opening);
  setVisible(byId('again-part'), false);
  const game = loadGame(rules);
  const isIntroduced = introduced(game);
  const page = loadPage(game); // while the reader reads
  if (!await isIntroduced) return location.assign(`${base}/`);
  const reply = await openToday(daily);
  if (reply.ok) {
    GameCache.saveBegun(reply.data);
    return show(reply.data.id, page);
  }
  const begun = read(`daily:${daily}`);
  // Without a connection the game goes on with what this browser has kept.
  if (reply.status === 0 && isToday(begun?.day)) return show(begun.game, page);
  fail(failureText(reply));
}

fillTexts(document);
setText(byId('again'), say.again);
byId('again').addEventListener('click', open);
pressWhenOnline(byId('again'));
addEventListener('pageshow', ({ persisted }) => persisted && !isShown && open());
open();
