/** Keeps the files of the page for a start without a line. The network comes first; the API is none of its business. */
const CACHE = 'page-1';
const GAME = '/g/lobby';
/** Where all that the page consists of is found from; the end comes last. */
const ROOTS = ['/', GAME, '/end.css', '/icon-192.png', '/icon-512.png'];
const OWN = /^\/(js\/.+\.js|[\w-]+\.(css|webmanifest)|favicon\.svg|icon-\w+\.png)$/;
const LINKS = /(?:href|src)="(\/[^"]*)"|(?:from |import |import\()'(\.[^']+)'/g;
/** A line so slow (ms) is as good as none. */
const PATIENCE = 4000;

let refreshing = null;

/** Fetches every file of the page, following links and imports, and only then puts them all into the cache. */
async function refresh() {
  const found = new Map();
  const visit = async (path) => {
    if (found.has(path)) return;
    found.set(path, null);
    const answer = await fetch(path, { cache: 'no-cache' });
    if (!answer.ok) return;
    found.set(path, answer.clone());
    if (!/html|javascript/.test(answer.headers.get('Content-Type'))) return;
    const next = [...(await answer.text()).matchAll(LINKS)].map(([, link, module]) => {
      return link ?? new URL(module, location.origin + path).pathname;
    });
    await Promise.all(next.filter((each) => OWN.test(each)).map(visit));
  };
  await Promise.all(ROOTS.map(visit));
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) if (!found.get(new URL(url).pathname)) await cache.delete(url);
  for (const [path, answer] of found) if (answer) await cache.put(path, answer);
}

async function answer(event, path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(path);
  const network = fetch(event.request).then((reply) => {
    if (kept && reply.status >= 500) return kept;
    // One changed file may need others that are new as well.
    if (reply.ok && kept?.headers.get('ETag') !== reply.headers.get('ETag')) {
      refreshing ??= refresh().catch(() => {}).finally(() => { refreshing = null; });
      event.waitUntil(refreshing);
    }
    return reply;
  });
  const late = kept && new Promise((resolve) => { setTimeout(resolve, PATIENCE, kept); });
  return Promise.race([network, late ?? network]).catch(() => kept ?? Response.error());
}

addEventListener('install', (event) => event.waitUntil(refresh()));

addEventListener('activate', (event) => event.waitUntil(caches.keys().then((names) => {
  return Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
})));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  const isGame = pathname.startsWith('/g/') && request.mode === 'navigate';
  if (isGame || pathname === '/' || OWN.test(pathname)) {
    event.respondWith(answer(event, isGame ? GAME : pathname));
  }
});
