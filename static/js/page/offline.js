/** Keeps the page for a start without a line. Only a secure context may do that; elsewhere nothing happens. */
export function keepOffline() {
  const name = '/sw.js';
  const policy = window.trustedTypes?.createPolicy('worker', { createScriptURL: () => name });
  const register = () => navigator.serviceWorker.register(policy?.createScriptURL('') ?? name).catch(() => {});
  if (!navigator.serviceWorker) return;
  if (document.readyState === 'complete') register();
  else addEventListener('load', register); // the first paint comes first
}
