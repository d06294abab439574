/** The squares of the live board: each in another state. */
import { ANN, BEN } from './fixtures.js';

const by = ({ name, colour }) => ({ author: name, colour });

/** @type {[string, import('../js/board/board-view.js').CellAppearance][]} 25 states, row by row */
export const STATES = [
  ['Empty', { value: '' }],
  ['Letter without an author', { value: 'A' }],
  ['Letter in its author’s colour', { value: 'B', ...by(ANN) }],
  ['Letter of another author', { value: 'C', ...by(BEN) }],
  ['Several letters', { value: 'QU', ...by(BEN) }],

  ['Block', { value: '', kind: 'block' }],
  ['Given', { value: 'D', kind: 'given' }],
  ['Numbered, with bars', { value: '', number: 1, bars: ['right', 'bottom'] }],
  ['Numbered, with a letter', { value: 'E', number: 10, ...by(ANN) }],
  ['Circled', { value: 'F', circled: true }],

  ['Right place', { value: 'G', mark: 'hit' }],
  ['Elsewhere', { value: 'H', mark: 'near' }],
  ['Not in the word', { value: 'I', mark: 'miss' }],
  ['Circled and numbered', { value: '', circled: true, number: 3 }],
  ['Several letters, marked', { value: 'ÄÖ', mark: 'near' }],

  ['Wrong', { value: 'J', mark: 'wrong' }],
  ['Right', { value: 'K', mark: 'right' }],
  ['Revealed', { value: 'L', mark: 'revealed' }],
  ['In pencil', { value: 'M', mark: 'pencil' }],
  ['Wrong, in its author’s colour', { value: 'N', mark: 'wrong', ...by(ANN) }],

  ['Not yet saved', { value: 'O', pending: true }],
  ['Not yet saved, in colour', { value: 'P', pending: true, ...by(ANN) }],
  ['Where a called letter can go: point at it', { value: '', choice: 'R' }],
  ['Picked up', { value: 'S', held: true }],
  ['In a row that is not yet played', { value: '', dim: true }],
];

/** @returns {import('../js/board/board-view.js').CellAppearance[]} */
export const appearances = () => STATES.map(([, appearance]) => ({ kind: 'letter', ...appearance }));
