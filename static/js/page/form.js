/** The form for a game's options: fields from their JSON Schema, with the page's own labels if it has any. */
import { text } from '../strings.js';
import { el, setText } from './dom.js';

/** The fields that every game has besides its options. */
const COMMON = { title: { type: 'string', maxLength: 80 }, public: { type: 'boolean' } };

/** @returns {'choice'|'boolean'|'integer'|'number'|'string'|'file'|'object'|undefined} */
const kindOf = ({ type, enum: values } = {}) => (values ? 'choice' : [type].flat().find((each) => each !== 'null'));

export class OptionsForm {
  #game;
  #schemas;

  /** @param {import('../games/game.js').Game} game @param {string[]} lexicons the server's */
  constructor(game, lexicons) {
    this.#game = game;
    const several = lexicons.length > 1 && { enum: lexicons, default: lexicons[0] };
    const schemas = [...new Set(game.fields)].map((name) => [
      name, COMMON[name] ?? (name === 'lexicon' ? several : game.schemaOf(name)),
    ]);
    this.#schemas = schemas.filter(([, schema]) => schema && FIELDS[kindOf(schema)]);
  }

  /** @param {any} chosen the present values, by name @returns {HTMLElement[]} */
  fields(chosen) {
    return this.#schemas.map(([name, schema]) => {
      const { words } = this.#game;
      const label = words.fields?.[name] ?? text.fields[name] ?? schema.title ?? name;
      const hint = el('small', {}, words.hints?.[name] ?? text.hints[name] ?? schema.description);
      const choices = words.choices?.[name] ?? {};
      const value = chosen[name] ?? schema.default;
      return FIELDS[kindOf(schema)]({ name, schema, label, hint, choices, value, fallback: this.#game.defaults[name] });
    });
  }

  /** The values by name; undefined for an empty field. @param {FormData} form */
  read(form) {
    return Object.fromEntries(this.#schemas.map(([name, schema]) => [name, valueOf(form, name, schema)]));
  }
}

function valueOf(form, name, schema) {
  const kind = kindOf(schema);
  const given = form.get(name);
  if (kind === 'boolean') return form.has(name);
  if (kind === 'file') return given.size ? given : undefined;
  if (kind === 'choice') return schema.enum.find((each) => given && String(each) === given);
  const value = given.trim() || undefined;
  return value && kind !== 'string' ? Number(value) : value;
}

const input = (attributes, { label, hint }) => el('label', {}, label, el('input', attributes), hint);

const numeric = (field) => {
  const { name, value, schema: { minimum, maximum, type } } = field;
  const step = [type].flat().includes('integer') ? 1 : 'any';
  return input({ type: 'number', name, value, min: minimum, max: maximum, step }, field);
};

/** A function for each kind of field. */
const FIELDS = {
  boolean: ({ name, value, label, hint }) => el('label', { class: 'check' },
    el('input', { type: 'checkbox', name, checked: Boolean(value) }), el('span', {}, label, hint)),
  integer: numeric,
  number: numeric,
  string: (field) => input({ name: field.name, value: field.value, maxlength: field.schema.maxLength }, field),
  file: (field) => input({ type: 'file', name: field.name, accept: field.schema.accept }, field),

  /** Choices have a label, or a label and a sentence. Without a default the server chooses. */
  choice({ name, schema, label, hint, choices, value, fallback = schema.default }) {
    const serverChoice = fallback === undefined ? [['', text.asUsual]] : [];
    const named = schema.enum.filter((each) => each !== null).map((each) => [each, [choices[each] ?? each].flat()[0]]);
    const list = el('select', { name }, ...[...serverChoice, ...named].map(([each, shown]) =>
      el('option', { value: each, selected: each === value }, String(shown))));
    const showSentence = () => Array.isArray(choices[list.value]) && setText(hint, choices[list.value][1]);
    list.addEventListener('change', showSentence);
    showSentence();
    return el('div', {}, el('label', {}, label, list), hint);
  },
};
