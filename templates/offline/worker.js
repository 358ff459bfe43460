{% comment %}kept: the name of the cache; page: what it is for; files: addresses.{% endcomment %}/**
 * Keeps one page, with what it is drawn with, for when there is no connection. It says what is
 * lost. Nothing else is ever kept: whatever else is shown has come from the site at that moment.
 */
const KEPT = "{{ kept|escapejs }}";
const PAGE = "{{ page|escapejs }}";
const FILES = new Set([{% for file in files %}"{{ file|escapejs }}"{% if not forloop.last %}, {% endif %}{% endfor %}]);

async function keep() {
  const cache = await caches.open(KEPT);
  await cache.addAll([PAGE, ...FILES].map((file) => new Request(file, { cache: "reload" })));
  await self.skipWaiting();
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  await self.clients.claim();
}

const orKept = (request, file) =>
  fetch(request).catch(async () => (await caches.match(file)) ?? Response.error());

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(orKept(request, PAGE));
  else if (origin === self.location.origin && FILES.has(pathname)) {
    event.respondWith(orKept(request, pathname));
  }
});
