/** The rows of on-screen keys for every alphabet. */

/** The most letters in a row that no layout has, and in the last one, next to the command keys. */
const LONGEST_ROW = 11;
const LAST_ROW = 9;

/** The keyboards of languages, row by row. A row has the letters of its keys from left to right. */
const LAYOUTS = {
  es: ['QWERTYUIOP', 'ASDFGHJKLÑ', 'ZXCVBNM'],
  de: ['QWERTZUIOPÜ', 'ASDFGHJKLÖÄ', 'YXCVBNMß'],
  fr: ['ÉÈÊÇÀÂÎÔÙÛ', 'AZERTYUIOP', 'QSDFGHJKLM', 'WXCVBN'],
  pt: ['QWERTYUIOP', 'ASDFGHJKLÇ', 'ZXCVBNM'],
  sv: ['QWERTYUIOPÅ', 'ASDFGHJKLÖÄ', 'ZXCVBNM'],
  da: ['QWERTYUIOPÅ', 'ASDFGHJKLÆØ', 'ZXCVBNM'],
  nb: ['QWERTYUIOPÅ', 'ASDFGHJKLØÆ', 'ZXCVBNM'],
  is: ['QWERTYUIOPÐ', 'ASDFGHJKLÆÖ', 'ZXCVBNMÞ'],
  tr: ['QWERTYUIOPĞÜ', 'ASDFGHJKLŞİ', 'ZXCVBNMÖÇ'],
  cs: ['ĚŠČŘŽÝÁÍÉ', 'QWERTZUIOPÚ', 'ASDFGHJKLŮ', 'YXCVBNM'],
  hu: ['QWERTZUIOPŐÚ', 'ASDFGHJKLÉÁŰ', 'ÍYXCVBNMÖÜÓ'],
  el: ['ΕΡΤΥΘΙΟΠ', 'ΑΣΔΦΓΗΞΚΛ', 'ΖΧΨΩΒΝΜ'],
  ru: ['ЙЦУКЕНГШЩЗХЪ', 'ФЫВАПРОЛДЖЭ', 'ЯЧСМИТЬБЮЁ'],
  uk: ['ЙЦУКЕНГШЩЗХЇ', 'ФІВАПРОЛДЖЄ', 'ЯЧСМИТЬБЮҐ'],
  bg: ['ЯВЕРТЪУИОПЧ', 'АСДФГХЙКЛШЩ', 'ЗЬЦЖБНМЮ'],
  sr: ['ЉЊЕРТЗУИОПШЂ', 'АСДФГХЈКЛЧЋ', 'ЏЦВБНМЖ'],
  he: ['קראטוןםפ', 'שדגכעיחלךף', 'זסבהנמצתץ'],
  ar: ['ضصثقفغعهخحجد', 'شسيبلاتنمكطذ', 'ئءؤرىةوزظ'],
};

/** The layout of the language with whose tag a lexicon's name begins, such as `ru` or `fr-animals`. */
const layoutOf = (name = '') => LAYOUTS[/^[a-z]{2}(?![a-z])/i.exec(name)?.[0].toLowerCase()];

const has = (row, letters) => letters.filter((letter) => row.includes(letter)).length;

/** How well a layout suits an alphabet: the letters that it has, minus the keys without a letter of it. */
function fit(layout, letters) {
  const keys = layout.join('');
  const known = has(keys, letters);
  return known < letters.length / 2 ? -Infinity : 2 * known - keys.length;
}

/**
 * @param {string[]} letters @param {string|undefined} name the lexicon's
 * @param {string[]|undefined} own the reader's own layout, preferred to others that suit the alphabet as well
 * @param {boolean} isChosen whether the reader has chosen it, or (undefined) the order of the alphabet
 * @returns {string[]} the letters of each row
 */
export function rowsOf(letters, name, own, isChosen) {
  const isLatin = own && has(own.join(''), letters) > 0;
  const suits = (layout) => layout && fit(layout, letters) > -Infinity;
  // A short list has few letters of its language, so that another layout might have fewer keys without a letter.
  const native = layoutOf(name);
  const layouts = isChosen && (isLatin || !own) ? [own] : suits(native) ? [native] : [own, ...Object.values(LAYOUTS)];
  const [best] = layouts.filter((each) => (isChosen && each === own) || suits(each))
    .sort((a, b) => fit(b, letters) - fit(a, letters));
  const rows = (best ?? []).map((row) => [...row].filter((letter) => letters.includes(letter)))
    .filter((row) => row.length);
  const more = letters.filter((letter) => !rows.flat().includes(letter)).sort((a, b) => a.localeCompare(b));
  // One or two letters go to the end of a row, more have rows of their own.
  if (more.length < 3) rows.at(-2)?.push(...more.splice(0, LONGEST_ROW - rows.at(-2).length));
  const count = Math.ceil(more.length / (rows.length ? LONGEST_ROW : LAST_ROW));
  const from = (row) => Math.ceil(row * more.length / count);
  const added = Array.from({ length: count }, (_, row) => more.slice(from(row), from(row + 1)));
  return [...added, ...rows].map((row) => row.join(''));
}
