// Before the first paint, as modules are not: the reader's colours and letter size. The settings sheet sends `theme`.
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
  try {
    apply(JSON.parse(localStorage.getItem('5x5:settings')) ?? {});
  } catch { /* storage is blocked */ }
  addEventListener('theme', ({ detail }) => apply(detail));
}
