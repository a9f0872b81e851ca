// Keeps the files of the page, so that it opens without a network after the first time.
//
// `cargo page` fills in the list and its version. A new version is loaded while the old
// one is in use, and takes its place once no tab shows the page any more: never half of
// one and half of the other.

const FILES = [];
const VERSION = '';

const KEPT = `dohyo-${VERSION}`;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES.map((path) => new Request(path, { cache: 'reload' })))));
});

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('dohyo-') && name !== KEPT;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  // What is beside the folder, such as the line of a server to its ring, is not kept.
  if (request.method !== 'GET' || !FILES.length || !request.url.startsWith(self.registration.scope)) return;
  const wanted = request.mode === 'navigate' ? './index.html' : request;
  event.respondWith(caches.open(KEPT).then((cache) => cache.match(wanted, { ignoreSearch: true })).then((found) => found ?? fetch(request)));
});
