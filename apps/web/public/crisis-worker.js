// Service worker of the crisis page alone: the newest copy from the network, or the stored one without a connection.
const PAGE = '/crisis';
const CACHE = 'crisis';

addEventListener('install', (event) =>
  event.waitUntil(
    fetch(PAGE, { cache: 'no-cache' })
      .then(store)
      .then(() => skipWaiting()),
  ),
);
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith(
    fetch(request)
      .then((answer) => {
        if (request.mode === 'navigate') event.waitUntil(store(answer.clone()));
        return answer;
      })
      .catch(async () => (await caches.match(request, { ignoreSearch: true, ignoreVary: true })) ?? Response.error()),
  );
});

/** Stores an answer of the page, and the styles, fonts and pictures that are not stored yet; files of an earlier version go. */
async function store(answer) {
  if (!answer.ok || new URL(answer.url).pathname !== PAGE) return;
  const html = await answer.clone().text();
  const files = [...html.matchAll(/(?:href|src)="(\/[^"]+\.(?:css|woff2|svg|png|js))"/g)].map(([, file]) => file);
  const cache = await caches.open(CACHE);
  const stored = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await cache.addAll([...new Set(files)].filter((file) => !stored.includes(file)));
  await cache.put(PAGE, answer);
  for (const file of stored) if (file !== PAGE && !files.includes(file)) await cache.delete(file);
}
