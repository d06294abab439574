import { base } from '../wire/base.js';

/** Registers the service worker; no effect without a secure context. */
export function registerServiceWorker() {
  const name = `${base}/sw.js`;
  const policy = window.trustedTypes?.createPolicy('worker', { createScriptURL: () => name });
  const register = () => navigator.serviceWorker.register(policy?.createScriptURL('') ?? name).catch(() => {});
  if (!navigator.serviceWorker) return;
  if (document.readyState === 'complete') register();
  else addEventListener('load', register); // not before the first paint
}
