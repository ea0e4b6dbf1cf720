// @ts-check
'use strict';
// Works while no page is open: shows notifications, and one page when there is no network. It keeps nothing else, and
// nothing of any table.

const here = /** @type {any} */ (self);
const KEPT = 'intryga-offline', OFFLINE = '/offline';

here.addEventListener('install', (/** @type {any} */ event) => {
  here.skipWaiting();
  event.waitUntil((async () => {
    await caches.delete(KEPT);
    const kept = await caches.open(KEPT), page = await fetch(OFFLINE);
    const text = await page.clone().text();
    const looks = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(found => found[1]);
    await kept.put(OFFLINE, page);
    await kept.addAll(looks);
  })());
});

here.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(here.clients.claim()));

here.addEventListener('fetch', (/** @type {any} */ event) => {
  const {request} = event;
  if (request.mode === 'navigate' && request.method === 'GET')
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (request.destination === 'style')
    event.respondWith(fetch(request).catch(async () => await caches.match(request) ?? Response.error()));
});

here.addEventListener('push', (/** @type {any} */ event) => {
  const {title, body, url} = event.data.json();
  const news = {body, tag: url, data: url, icon: '/icon.svg', renotify: true};
  event.waitUntil(here.registration.showNotification(title, news));
});

here.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  const url = event.notification.data;
  event.waitUntil((async () => {
    const pages = await here.clients.matchAll({type: 'window'});
    const open = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === url);
    return open ? open.focus() : here.clients.openWindow(url);
  })());
});
