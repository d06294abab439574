/** The page about the API: buttons that copy the lines, and a filter of the operations. */
import { copyText } from '../js/page/copy.js';
import { byId, el, setText } from '../js/page/dom.js';

for (const code of document.querySelectorAll('.code')) {
  const place = code.closest('article, section').querySelector('h2, h3').textContent;
  const copy = () => copyText(code.querySelector('.line').textContent, 'Copied');
  code.append(el('button', { type: 'button', onclick: copy, 'aria-label': `Copy: ${place}` }, 'Copy'));
}

const groups = [...document.querySelectorAll('section')].map((section) => {
  const link = document.querySelector(`nav [data-section="${section.id}"]`);
  const operations = [...section.querySelectorAll('article')].map((article) => {
    const [item] = link.querySelectorAll(`[href="#${article.id}"]`);
    return { article, item: item.parentElement, words: `${section.id} ${article.textContent}`.toLowerCase() };
  });
  return { section, link, operations };
});
const count = groups.flatMap(({ operations }) => operations).length;
const isWide = matchMedia('(min-width: 64rem)').matches;

/** Shows the operations that have every word of `wanted`, and opens their part of the contents. */
function filter(wanted) {
  let shown = 0;
  for (const { section, link, operations } of groups) {
    const found = operations.filter(({ words }) => wanted.every((word) => words.includes(word)));
    for (const each of operations) each.article.hidden = each.item.hidden = !found.includes(each);
    section.hidden = link.hidden = found.length === 0;
    link.open = isWide || wanted.length > 0;
    shown += found.length;
  }
  setText(byId('found'), wanted.length > 0 ? `${shown} of ${count} operations` : '');
}

const field = document.querySelector('#filter input');
field.addEventListener('input', () => filter(field.value.toLowerCase().split(/\s+/).filter(Boolean)));
byId('filter').hidden = false;
filter([]);
