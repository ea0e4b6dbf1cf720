// @ts-check
'use strict';
// Says that it is one's move where one looks: in the tab's title and icon, and, where asked for, by sound, vibration
// and notifications. What is asked for is kept by this browser (`intryga-signals`).

(() => {

const WANTED = 'intryga-signals';
const table = document.getElementById('page'), plainTitle = document.title;
const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel=icon]'));
const myMove = () => document.querySelector('#decide:not(.wait):not(.replay)') !== null;
let mine = myMove();    // when last looked

function wanted() {
  try { return JSON.parse(localStorage.getItem(WANTED) ?? '{}'); } catch { return {}; }
}

function want(/** @type {Record<string, boolean>} */ more) {
  localStorage.setItem(WANTED, JSON.stringify({...wanted(), ...more}));
}

/** A sound and a shake, as far as they are asked for. */
function call() {
  const {buzz} = wanted();
  const play = /** @type {any} */ (window).sound;    // of sounds.js, where that is loaded
  if (play) play('turn');
  if (buzz) navigator.vibrate?.([120, 60, 120]);
}

function show(/** @type {string} */ word) {
  document.title = word ? `● ${word} · ${plainTitle}` : plainTitle;
  if (icon) icon.href = icon.getAttribute(word ? 'data-turn' : 'data-plain') ?? icon.href;
  const badge = /** @type {any} */ (navigator);
  if (word) badge.setAppBadge?.(1)?.catch?.(() => {}); else badge.clearAppBadge?.()?.catch?.(() => {});
}

function watch() {
  if ('share' in navigator) {
    for (const button of document.querySelectorAll('[data-share]')) button.removeAttribute('hidden');
  }
  if (!table?.hasAttribute('data-turn')) return;
  const now = myMove();
  if (now !== mine) show(now ? table.getAttribute('data-turn') ?? '' : '');
  if (now && !mine) call();
  mine = now;
}

// --- an invitation, by whatever the phone sends with; else the link can be copied ---

document.addEventListener('click', event => {
  const button = event.target instanceof Element ? event.target.closest('[data-share]') : null;
  if (!button) return;
  const url = button.getAttribute('data-share') ?? '', title = button.getAttribute('data-title') ?? '';
  navigator.share({title, text: title, url}).catch(() => {});    // they have thought better of it
});

// --- what is asked for ---

const form = document.getElementById('signals');
const worker = 'serviceWorker' in navigator && 'PushManager' in window;
const field = (/** @type {string} */ name) =>
  /** @type {HTMLInputElement | null} */ (form?.querySelector(`[name=${name}]`));
const post = (/** @type {string} */ path, /** @type {object} */ body) =>
  fetch(path, {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});

async function subscription() {
  const ready = await navigator.serviceWorker.getRegistration();
  return ready ? ready.pushManager.getSubscription() : null;
}

async function pushOn() {
  const key = form?.getAttribute('data-key') ?? '';
  if (await Notification.requestPermission() !== 'granted') return false;
  await navigator.serviceWorker.register('/worker.js');
  const ready = await navigator.serviceWorker.ready;
  const bytes = Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), letter => letter.charCodeAt(0));
  const made = await ready.pushManager.subscribe({userVisibleOnly: true, applicationServerKey: bytes});
  return (await post('/push', made.toJSON())).ok;
}

async function pushOff() {
  const known = await subscription();
  if (!known) return;
  await post('/push/off', {endpoint: known.endpoint});
  await known.unsubscribe();
}

async function settings() {
  if (!form) return;
  form.removeAttribute('hidden');
  for (const name of ['sound', 'buzz']) {
    const box = field(name);
    if (box) box.checked = Boolean(wanted()[name]);
  }
  if (!navigator.vibrate) field('buzz')?.closest('label')?.setAttribute('hidden', '');
  const push = field('push');
  if (push && !worker) push.closest('p')?.setAttribute('hidden', '');
  else if (push) push.checked = await subscription() !== null;
}

form?.addEventListener('change', async event => {
  const box = /** @type {HTMLInputElement} */ (event.target);
  if (box.name !== 'push') {
    want({[box.name]: box.checked});
    if (box.checked) call();
    return;
  }
  box.disabled = true;
  const done = await (box.checked ? pushOn() : pushOff().then(() => true)).catch(() => false);
  box.disabled = false;
  if (!done) box.checked = false;
  document.getElementById('push-off')?.toggleAttribute('hidden', done);
});

// An installed page says that the network is away instead of showing the browser's own error.
if (worker && matchMedia('(display-mode: standalone)').matches) navigator.serviceWorker.register('/worker.js');
if (table) new MutationObserver(watch).observe(table, {childList: true, subtree: true});
if (mine && table?.hasAttribute('data-turn')) show(table.getAttribute('data-turn') ?? '');
// Who waited for others learns that the game has begun, whoever is to move.
const WAITED = 'intryga-waited';
if (table?.classList.contains('waiting')) sessionStorage.setItem(WAITED, location.pathname);
else if (table?.hasAttribute('data-turn') && sessionStorage.getItem(WAITED)) {
  sessionStorage.removeItem(WAITED);
  if (!mine) show(table.getAttribute('data-begun') ?? '');
  call();
  const noticed = () => { if (!mine) show(''); };
  for (const sign of ['pointerdown', 'keydown']) document.addEventListener(sign, noticed, {once: true});
}
document.addEventListener('visibilitychange', () => { if (!document.hidden && !mine && table) show(''); });
watch();
settings();

})();
