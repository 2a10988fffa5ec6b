// Keeps the page, so that it works without a network once it was loaded.

const CACHE = "anim-VERSION";
const FILES = ["./", ...[/* every file */]];

addEventListener("install", (event) => {
  const keep = async () => {
    await (await caches.open(CACHE)).addAll(FILES);
    await skipWaiting();
  };
  event.waitUntil(keep());
});

addEventListener("activate", (event) => {
  const drop = async () => {
    const others = (await caches.keys()).filter((name) => name.startsWith("anim-") && name !== CACHE);
    await Promise.all(others.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(drop());
});

addEventListener("fetch", (event) => {
  const answer = async () => {
    const kept = await (await caches.open(CACHE)).match(event.request, { ignoreSearch: true });
    return kept ?? fetch(event.request);
  };
  event.respondWith(answer());
});
