// Service worker of the crisis page alone: the newest copy from the network, or the stored one without a connection.
const PAGE = '/crisis';
const CACHE = 'crisis';

addEventListener('install', (event) => event.waitUntil(store().then(() => skipWaiting())));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith(
    fetch(request)
      .then((answer) => {
        if (request.mode === 'navigate' && answer.ok) event.waitUntil(store());
        return answer;
      })
      .catch(async () => (await caches.match(request, { ignoreSearch: true, ignoreVary: true })) ?? Response.error()),
  );
});

/** Stores the page with its styles, fonts and pictures; files of an earlier version go. */
async function store() {
  const answer = await fetch(PAGE, { cache: 'no-cache' });
  if (!answer.ok) return;
  const html = await answer.clone().text();
  const files = new Set([
    PAGE,
    ...[...html.matchAll(/(?:href|src)="(\/[^"]+\.(?:css|woff2|svg|png|js))"/g)].map(([, file]) => file),
  ]);
  const cache = await caches.open(CACHE);
  await cache.addAll([...files]);
  for (const { url } of await cache.keys()) if (!files.has(new URL(url).pathname)) await cache.delete(url);
}
