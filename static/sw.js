/** Caches the page's files so that it starts offline. Network first; requests to the API are not handled. */
const CACHE = 'page-1';
/** The path under which the server lives, with a slash at its end. */
const BASE = new URL('./', location).pathname;
const GAME_PAGE = `${BASE}g/lobby`;
/** Links and imports lead from the first two to all other files but the last three. */
const ROOTS = [BASE, GAME_PAGE, ...['end.css', 'icon-192.png', 'icon-512.png'].map((name) => BASE + name)];
const PAGE_FILE = /^(js\/.+\.(js|css)|[\w-]+\.(css|webmanifest)|favicon\.svg|icon-\w+\.png)$/;
const LINKS = /(?:href|src)="(\/[^"]*)"|(?:from |import |import\(|URL\()'(\.[^']+)'/g;
/** Milliseconds before a cached file is served instead of waiting for the network. */
const NETWORK_TIMEOUT = 4000;

let refreshing = null;

const isPageFile = (path) => path.startsWith(BASE) && PAGE_FILE.test(path.slice(BASE.length));

/** Fetches every file of the page by following links and imports; updates the cache once all have arrived. */
async function refresh() {
  const responses = new Map();
  const visit = async (path) => {
    if (responses.has(path)) return;
    responses.set(path, null);
    const response = await fetch(path, { cache: 'no-cache' });
    if (!response.ok) return;
    responses.set(path, response.clone());
    if (!/html|javascript/.test(response.headers.get('Content-Type'))) return;
    const next = [...(await response.text()).matchAll(LINKS)].map(([, link, module]) => {
      return new URL(link ?? module, location.origin + path).pathname;
    });
    await Promise.all(next.filter(isPageFile).map(visit));
  };
  await Promise.all(ROOTS.map(visit));
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) if (!responses.get(new URL(url).pathname)) await cache.delete(url);
  for (const [path, response] of responses) if (response) await cache.put(path, response);
}

async function respond(event, path) {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(path);
  const network = fetch(event.request).then((response) => {
    if (cached && response.status >= 500) return cached;
    // A changed file may depend on other files that changed with it.
    if (response.ok && cached?.headers.get('ETag') !== response.headers.get('ETag')) {
      refreshing ??= refresh().catch(() => {}).finally(() => { refreshing = null; });
      event.waitUntil(refreshing);
    }
    return response;
  });
  const fallback = cached && new Promise((resolve) => { setTimeout(resolve, NETWORK_TIMEOUT, cached); });
  return Promise.race([network, fallback ?? network]).catch(() => cached ?? Response.error());
}

addEventListener('install', (event) => event.waitUntil(refresh()));

addEventListener('activate', (event) => event.waitUntil(caches.keys().then((names) => {
  return Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
})));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  const isGame = pathname.startsWith(`${BASE}g/`) && request.mode === 'navigate';
  if (isGame || pathname === BASE || isPageFile(pathname)) {
    event.respondWith(respond(event, isGame ? GAME_PAGE : pathname));
  }
});
