/** `/make`: a crossword of the reader's own, from an empty grid to a link. */
import { MakerBoard } from './make/board.js';
import { Clues } from './make/clues.js';
import { Draft, lastPack } from './make/draft.js';
import { Filler } from './make/fill.js';
import { Suggestions } from './make/suggestions.js';
import { Survey, WordBook } from './make/survey.js';
import { say } from './make/words.js';
import { failureText, toast } from './page/announce.js';
import { byId, el, fillTexts, pressWhenOnline, setText, setVisible } from './page/dom.js';
import { lazy } from './page/lazy.js';
import { registerServiceWorker } from './page/offline.js';
import { loadScript } from './page/packs.js';
import { language, text } from './strings.js';
import { request } from './wire/api.js';
import { fetchRules } from './wire/rules.js';
import { read, write } from './wire/storage.js';

const coarsePointer = matchMedia('(pointer: coarse)');
const callMore = lazy(() => import('./make/more.js'));

/** The kind of game that is played with puzzles. */
const isOfPuzzles = ({ options }) => 'puzzle' in (options?.properties ?? {});

/** The kind of game that is played with puzzles, and the packs for it, as this browser has kept them if the server is away. */
async function fetchLexicons() {
  const [rules, reply] = await Promise.all([fetchRules(), request('GET', '/lexicons')]);
  const kind = rules.find(isOfPuzzles)?.name;
  if (!reply.ok) return { kind, reply, lexicons: read('make:packs') ?? [] };
  const lexicons = reply.data.lexicons.filter(({ games }) => games?.[kind])
    .map(({ id, name, unit, letters, keyboard, fold, games }) => (
      { id, name, unit: games[kind].unit, letters: games[kind].unit === unit ? letters : [], keyboard, fold }));
  write('make:packs', lexicons);
  return { kind, reply, lexicons };
}

/** The pack that was used last, else that of the reader's language, else the server's first. */
function choosePack(lexicons) {
  const ids = lexicons.map(({ id }) => id);
  return [lastPack(), language, 'en'].find((id) => ids.includes(id)) ?? ids[0];
}

function drawFailure(reply) {
  const again = el('button', { class: 'primary', type: 'button', onclick: () => location.reload() }, say.again);
  pressWhenOnline(again);
  byId('failed').replaceChildren(say.notLoaded, ' ', failureText(reply), el('span', {}, again));
  setVisible(byId('failed'), true);
}

function drawTexts() {
  fillTexts(document, say);
  document.title = text.dotted([say.heading, text.brand]);
  byId('grid').setAttribute('aria-label', text.board);
  byId('letters').setAttribute('aria-label', text.lettersInput);
  setText(byId('undo-text'), text.undo);
  setText(byId('across-title'), text.across);
  setText(byId('down-title'), text.down);
  for (const [id, name] of Object.entries(say.fileNames)) setText(byId(id), name);
  for (const id of ['puzzle-title', 'puzzle-author']) byId(id).placeholder = say.optional;
}

async function start() {
  drawTexts();
  const { kind, reply, lexicons } = await fetchLexicons();
  if (!lexicons.length) return drawFailure(reply);
  const pack = choosePack(lexicons);
  const lexicon = lexicons.find(({ id }) => id === pack);
  await loadScript(lexicon);
  const puzzle = new Draft(pack);
  const draw = () => parts.drawAll?.();
  const parts = { puzzle, pack, lexicon, kind, survey: new Survey(lexicon, draw), book: new WordBook(pack, draw) };
  parts.board = new MakerBoard(parts, () => parts.drawWord?.());
  parts.filler = new Filler(puzzle, pack);
  parts.suggestions = new Suggestions(parts);
  parts.suggestions.hint = coarsePointer.matches ? say.hintBlocks : say.hintBlocksKeys;
  parts.clues = new Clues(parts);
  const loadPublisher = import('./make/publish.js').then(({ Publisher }) => { parts.publisher = new Publisher(parts); });
  parts.drawWord = () => drawWord(parts);
  parts.drawAll = () => {
    parts.book.learn(parts.survey.found);
    parts.board.draw();
    parts.clues.draw();
    parts.filler.draw();
    parts.publisher?.draw();
    byId('undo').disabled = !puzzle.canUndo;
    document.body.classList.toggle('full', puzzle.isFull);
    drawWord(parts);
  };
  puzzle.addEventListener('change', ({ detail }) => {
    if (detail !== 'text') parts.survey.ask(puzzle);
    draw();
  });
  connect(parts, lexicons);
  parts.board.caret.select(Math.max(0, puzzle.cells.findIndex((value) => !value)));
  parts.board.makesBlocks = puzzle.isBlank;
  setText(byId('sub'), lexicons.length > 1 ? lexicon.name : '');
  setVisible(document.querySelector('main'), true);
  parts.survey.ask(puzzle);
  draw();
  if (!coarsePointer.matches) parts.board.view.focus();
  await loadPublisher.catch(() => toast(text.noConnection));
  draw();
}

/** Draws what depends on the caret and on how presses are taken. */
function drawWord({ board, suggestions }) {
  byId('blocks').setAttribute('aria-pressed', String(board.makesBlocks));
  suggestions.draw();
}

function connect(parts, lexicons) {
  const { board, puzzle, suggestions } = parts;
  const onPress = (id, act) => byId(id).addEventListener('click', act);
  board.leave = () => suggestions.focus() || byId('blocks').focus();
  onPress('blocks', () => {
    board.setBlocks(!board.makesBlocks);
    board.view.focus();
  });
  onPress('undo', () => {
    puzzle.undo();
    board.view.focus();
  });
  onPress('more', () => callMore('showMore', parts, lexicons));
}

start();
registerServiceWorker();
