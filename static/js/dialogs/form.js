/** Forms for a game's options and an action's parameters: fields from their JSON Schema, with the page's own labels. */
import { el, setText } from '../page/dom.js';
import { packFor } from '../page/day.js';
import { text } from '../strings.js';
import { say } from './words.js';

/** The fields that every game has besides its options. */
const COMMON = { title: { type: 'string', maxLength: 80 }, public: { type: 'boolean' } };
const SQUARE = '^[a-e][1-5]$';

/** A name as words: `swap-rows` and `swapRows` are "Swap rows". @param {string} name */
export function readable(name) {
  const words = name.replace(/[-_.\s]+/g, ' ').trim()
    .replace(/(\p{Ll}|\d)(\p{Lu})(?=\p{Ll}|$)/gu, (_, end, start) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Rewrites `{oneOf: [schema, {type: 'null'}]}` and `{type: [type, 'null']}` as the schema with `nullable`. */
function withoutNull(schema) {
  const { oneOf, anyOf = oneOf, type, ...rest } = schema;
  const types = [type].flat();
  if (types.includes('null')) return { ...rest, type: types.find((each) => each !== 'null'), nullable: true };
  const others = anyOf?.filter((each) => each.type !== 'null') ?? [];
  return others.length === 1 && anyOf.length === 2 ? { ...others[0], ...rest, nullable: true } : schema;
}

const isCell = (schemas = []) => schemas.some(({ pattern }) => pattern === SQUARE);
const isColour = (pattern) => /^\^#\[[0-9a-fA-F-]+\]\{6\}\$$/.test(pattern);

/** @returns {string|undefined} a key of {@link FIELDS}, or a type that no field has */
function kindOf({ type, enum: values, oneOf, format, pattern }) {
  if (values) return 'choice';
  if (isCell(oneOf)) return 'cell';
  if (type === 'string' && format === 'date') return 'date';
  return type === 'string' && isColour(pattern) ? 'colour' : type;
}

/** @typedef {{fields?: any, hints?: any, choices?: any, none?: string, squareHint?: string}} Words */

export class SchemaForm {
  #schemas;
  #more;

  /**
   * @param {[string, any][]} schemas by name; those without a field for their type are left out
   * @param {{words: Words, defaults?: any, noChoice?: string, presets?: any}} more `defaults`: by name, for schemas
   *   without one; `noChoice`: the label of an empty choice; `presets`: values by kind of field
   */
  constructor(schemas, more) {
    this.#schemas = schemas.map(([name, schema]) => [name, schema && withoutNull(schema)])
      .filter(([, schema]) => schema && FIELDS[kindOf(schema)]);
    this.#more = more;
  }

  /** @param {any} chosen the present values, by name @returns {HTMLElement[]} */
  fields(chosen) {
    const { words, defaults = {}, presets = {}, noChoice = say.asUsual } = this.#more;
    return this.#schemas.map(([name, schema]) => {
      const kind = kindOf(schema);
      const label = words.fields?.[name] ?? say.fields[name] ?? schema.title ?? readable(name);
      const hint = el('small', {}, words.hints?.[name] ?? say.hints[name] ?? schema.description);
      const choices = words.choices?.[name] ?? {};
      const value = [chosen[name], schema.default, presets[kind]].find((each) => each !== undefined);
      const fallback = defaults[name] ?? schema.default;
      const node = FIELDS[kind]({ name, schema, label, hint, choices, value, fallback, words, noChoice });
      return schema.nullable ? nullable(node, name, words, value === null) : node;
    });
  }

  /** The values by name; undefined for an empty field. @param {FormData} form */
  read(form) {
    return Object.fromEntries(this.#schemas.map(([name, schema]) => [name, valueOf(form, name, schema)]));
  }
}

export class OptionsForm extends SchemaForm {
  /**
   * @param {import('../games/game.js').Game} game @param {{id: string, name?: string, games?: any}[]} lexicons the
   *   server's; a pack names the games that it offers @param {string[]} fields
   */
  constructor(game, lexicons, fields = game.fields) {
    const offered = lexicons.filter(({ games }) => !games || game.name in games);
    const ids = offered.map(({ id }) => id);
    const schemaOf = (name) => {
      const schema = game.schemaOf(name);
      if (name !== 'lexicon' || schema?.enum) return schema;
      const fallback = [packFor(game.rules), schema?.default].find((id) => ids.includes(id)) ?? ids[0];
      return ids.length > 1 && { enum: ids, default: fallback };
    };
    const lexicon = Object.fromEntries(offered.map(({ id, name }) => [id, name ?? id]));
    const words = { ...game.words, choices: { lexicon, ...game.words.choices } };
    super([...new Set(fields)].map((name) => [name, COMMON[name] ?? schemaOf(name)]), { words, defaults: game.defaults });
  }
}

const nullName = (name) => `${name}-null`;

/** The field with a box that stands for null and disables it. */
function nullable(node, name, words, checked) {
  const box = el('input', { type: 'checkbox', name: nullName(name), checked });
  const update = () => node.querySelectorAll('input, select').forEach((each) => { each.disabled = box.checked; });
  box.addEventListener('change', update);
  update();
  const label = el('label', { class: 'check' }, box, el('span', {}, words.none ?? '–'));
  return el('div', { class: 'nullable' }, node, label);
}

function valueOf(form, name, schema) {
  const kind = kindOf(schema);
  const given = form.get(name);
  if (schema.nullable && form.has(nullName(name))) return null;
  if (kind === 'boolean') return form.has(name);
  if (kind === 'file') return given.size ? given : undefined;
  if (kind === 'choice') return schema.enum.find((each) => given && String(each) === given);
  const value = given.trim() || undefined;
  if (kind === 'cell') return value?.toLowerCase();
  return value && (kind === 'integer' || kind === 'number') ? Number(value) : value;
}

const input = (attributes, { label, hint }) => el('label', {}, label, el('input', attributes), hint);

const numeric = (field) => {
  const { name, value, schema: { minimum, maximum, type } } = field;
  const step = type === 'integer' ? 1 : 'any';
  return input({ type: 'number', name, value, min: minimum, max: maximum, step }, field);
};

/** A function for each kind of field. */
const FIELDS = {
  boolean: ({ name, value, label, hint }) => el('label', { class: 'check' },
    el('input', { type: 'checkbox', name, checked: Boolean(value) }), el('span', {}, label, hint)),
  integer: numeric,
  number: numeric,
  string: (field) => input({ name: field.name, value: field.value, maxlength: field.schema.maxLength }, field),
  date: (field) => input({ type: 'date', name: field.name, value: field.value }, field),
  colour: (field) => input({ type: 'color', name: field.name, value: field.value }, field),
  file: (field) => input({ type: 'file', name: field.name, accept: field.schema.accept }, field),

  /** A cell by its square; the server's default may be an index. */
  cell(field) {
    const { name, value, words: { squareHint: title } } = field;
    const square = typeof value === 'number' ? 'abcde'[value % 5] + (Math.floor(value / 5) + 1) : value;
    return input({
      name, value: square, pattern: '[a-eA-E][1-5]', maxlength: 2, title, autocapitalize: 'off', autocomplete: 'off',
      spellcheck: 'false',
    }, field);
  },

  /** Choices have a label, or a label and a sentence. Without a default the server chooses. */
  choice({ name, schema, label, hint, choices, value, fallback, noChoice }) {
    const named = schema.enum.filter((each) => each !== null).map((each) => [each, [choices[each] ?? each].flat()[0]]);
    const all = fallback == null ? [['', noChoice], ...named] : named;
    const selected = schema.enum.includes(value) ? value : fallback;
    const list = el('select', { name }, ...all.map(([each, shown]) =>
      el('option', { value: each, selected: each === selected }, String(shown))));
    const showSentence = () => Array.isArray(choices[list.value]) && setText(hint, choices[list.value][1]);
    list.addEventListener('change', showSentence);
    showSentence();
    return el('div', {}, el('label', {}, label, list), hint);
  },
};
