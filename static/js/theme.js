// Before the first paint, as modules are not: the reader's language, colours and letter size. The settings sheet sends
// `theme`.
'use strict';
{
  const PAPER = { light: '#f5f3ee', dark: '#16191e' };
  const apply = ({ theme, contrast, largeLetters } = {}) => {
    const root = document.documentElement;
    root.dataset.theme = theme;
    root.toggleAttribute('data-contrast', contrast || matchMedia('(prefers-contrast: more)').matches);
    root.toggleAttribute('data-large', Boolean(largeLetters));
    for (const meta of document.querySelectorAll('[name="theme-color"]')) {
      meta.content = PAPER[theme] ?? PAPER[meta.media.includes('dark') ? 'dark' : 'light'];
    }
  };
  const stored = (key) => {
    try {
      return JSON.parse(localStorage.getItem(`5x5:${key}`));
    } catch {
      return null; // storage is blocked
    }
  };
  apply(stored('settings') ?? {});
  // Another site's frame: the style sheet leaves the board with what belongs to it.
  document.documentElement.toggleAttribute('data-embed', new URLSearchParams(location.search).has('embed'));
  addEventListener('theme', ({ detail }) => apply(detail));

  // The language chosen on the page, or else the one preferred by the browser, is that of the document. The modules that
  // import its texts come late on a slow line, so the folders named in `data-texts` load theirs at once.
  const LANGUAGES = ['en', 'de', 'ko'];
  const { currentScript, documentElement, head } = document;
  const language = [stored('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))]
    .find((tag) => LANGUAGES.includes(tag)) ?? 'en';
  // A document without texts is in one language only.
  if (currentScript.dataset.texts) documentElement.lang = language;
  for (const folder of currentScript.dataset.texts?.split(' ') ?? []) {
    const { href } = new URL(`${folder}/${language}.js`, currentScript.src);
    head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}
