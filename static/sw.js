/** Caches the page's files so that it starts offline. Network first; requests to the API are not handled. */

/** The path under which the server lives, with a slash at its end. */
const BASE = new URL('./', location).pathname;
/** What the names of the page's caches begin with: other applications of the origin have caches too. */
const OWN = `fivebyfive:${BASE}:`;
const CACHE = `${OWN}page-1`;
/** The cache of version 1.0. Another application could have one of this name; ours holds the page of a board. */
const OLD_CACHE = 'page-1';
const GAME_PAGE = `${BASE}g/lobby`;
/** The document of every room. */
const ROOM_PAGE = `${BASE}room.html`;
/** The document that leads to the reader's game of the day. */
const DAY_PAGE = `${BASE}today.html`;
/** The document of every challenge. */
const CHALLENGE_PAGE = `${BASE}challenge.html`;
/** The document on which one makes a puzzle. */
const MAKER_PAGE = `${BASE}make.html`;
/** Links and imports lead from the documents to all other files but the last three. */
const DOCUMENTS = [BASE, GAME_PAGE, ROOM_PAGE, DAY_PAGE, CHALLENGE_PAGE, MAKER_PAGE];
const ROOTS = [...DOCUMENTS, ...['end.css', 'icon-192.png', 'icon-512.png'].map((name) => BASE + name)];
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
  const unlinked = (await cache.keys()).filter(({ url }) => !responses.get(new URL(url).pathname));
  // All at once: a page that starts between two of these changes gets files of two versions.
  await Promise.all([
    ...unlinked.map(({ url }) => cache.delete(url)),
    ...[...responses].map(([path, response]) => response && cache.put(path, response)),
  ]);
}

/** A document without the tags of its link's preview, which differ from address to address. */
const withoutTags = async (document) => (await document.text()).replace(/<meta property="og:[^>]*>/g, '');

/** Fetches all files anew if this one is not as it was: others may have changed with it. */
async function refreshIfChanged(before, now) {
  if (before?.headers.get('ETag') === now.headers.get('ETag')) return;
  const isDocument = before && /html/.test(now.headers.get('Content-Type'));
  if (isDocument && await withoutTags(before) === await withoutTags(now)) return;
  refreshing ??= refresh().catch(() => {}).finally(() => { refreshing = null; });
  await refreshing;
}

async function respond(event, path) {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(path);
  const before = cached?.clone();
  const network = fetch(event.request).then((response) => {
    if (cached && response.status >= 500) return cached;
    if (response.ok) event.waitUntil(refreshIfChanged(before, response.clone()));
    return response;
  });
  const fallback = cached && new Promise((resolve) => { setTimeout(resolve, NETWORK_TIMEOUT, cached); });
  return Promise.race([network, fallback ?? network]).catch(() => cached ?? Response.error());
}

addEventListener('install', (event) => event.waitUntil(refresh()));

/** Deletes the caches of earlier versions of the page. */
async function deleteOldCaches() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== CACHE);
  if (await caches.match(GAME_PAGE, { cacheName: OLD_CACHE })) old.push(OLD_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  const isBelow = (folder) => request.mode === 'navigate' && pathname.startsWith(BASE + folder);
  const path = isBelow('g/') ? GAME_PAGE : isBelow('r/') ? ROOM_PAGE : isBelow('today/') ? DAY_PAGE
    : isBelow('c/') ? CHALLENGE_PAGE : pathname === `${BASE}make` ? MAKER_PAGE : pathname;
  // The pages of rooms, days and challenges fetch the document of a game.
  if (DOCUMENTS.includes(path) || isPageFile(path)) event.respondWith(respond(event, path));
});

/** A press on a notification leads to the window of its game. */
addEventListener('notificationclick', (event) => {
  const { notification: { data } } = event;
  event.notification.close();
  event.waitUntil(clients.matchAll({ type: 'window', includeUncontrolled: true }).then((windows) => {
    return windows.find(({ url }) => url === data)?.focus() ?? clients.openWindow(data);
  }));
});
