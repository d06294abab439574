/** The dialog with the options of the next games. */
import { reportFailure } from '../page/announce.js';
import { askForm } from '../page/ask.js';
import { nextGameOnly, savedOptions } from '../page/new-game.js';
import { text } from '../strings.js';
import { request } from '../wire/api.js';
import { read, write } from '../wire/storage.js';
import { OptionsForm } from './form.js';

/** Asks for the options of the next games. @param {import('../games/game.js').Game} game @param {string[]} [fields] */
export async function editOptions(game, fields) {
  const { data } = await request('GET', '/lexicons');
  const options = new OptionsForm(game, data?.lexicons ?? [], fields);
  const form = await askForm({ title: text.optionsOf(game.title), body: options.fields(savedOptions(game)) });
  if (!form) return;
  const { title, puzzle, ...lasting } = options.read(form);
  write('options', { ...read('options'), [game.name]: { ...read('options')?.[game.name], ...lasting } });
  nextGameOnly[game.name] = { title, puzzle: puzzle && await uploadPuzzle(puzzle) };
}

async function uploadPuzzle(file) {
  const type = /\.puz$/i.test(file.name) ? 'application/x-crossword' : 'application/x-ipuz';
  const reply = await request('POST', '/puzzles', { body: file.slice(0, file.size, type) });
  reportFailure(reply);
  return reply.ok ? reply.data : undefined;
}
