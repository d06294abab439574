/** Options for rare needs: symmetry, rare words, the language, the phone's keyboard, a new puzzle. */
import { toast } from '../page/announce.js';
import { ask } from '../page/ask.js';
import { el } from '../page/dom.js';
import { text } from '../strings.js';
import { write } from '../wire/storage.js';
import { say } from './words.js';

const box = (label, checked, onchange) => el('label', { class: 'check' },
  el('input', { type: 'checkbox', checked, onchange: ({ target }) => onchange(target.checked) }), el('span', {}, label));

/** @param {{puzzle: import('./draft.js').Draft, board: any, pack: string}} parts @param {any[]} lexicons the packs */
export async function showMore({ puzzle, board, pack }, lexicons) {
  const closing = new AbortController();
  const choose = ({ target }) => {
    write('make:pack', target.value);
    location.reload(); // each language has a draft of its own
  };
  const languages = lexicons.length > 1 && el('label', {}, say.language, el('select', { onchange: choose },
    ...lexicons.map(({ id, name }) => el('option', { value: id, selected: id === pack }, name))));
  const begin = () => {
    closing.abort();
    puzzle.clear();
    board.setBlocks(true);
    toast(say.cleared);
  };
  const body = [
    box(say.symmetric, puzzle.symmetric, (symmetric) => puzzle.set({ symmetric })),
    box(say.rare, puzzle.rare, (rare) => puzzle.set({ rare })),
    board.hasKeyboards && box(say.phoneKeyboard, board.usesSystemKeyboard, () => board.switchKeyboard()),
    languages,
    el('button', { type: 'button', onclick: begin }, say.newPuzzle),
  ].filter(Boolean);
  await ask({ title: say.more, body, buttons: [text.done], signal: closing.signal });
  board.view.focus();
}
