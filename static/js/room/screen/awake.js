/** Keeps the display on, in browsers that allow it. */
export function keepAwake() {
  const request = () => document.hidden || navigator.wakeLock?.request('screen').catch(() => {});
  // The lock ends whenever the page is hidden.
  document.addEventListener('visibilitychange', request);
  request();
}
