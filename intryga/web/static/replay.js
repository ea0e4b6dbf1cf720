// @ts-check
'use strict';
// A replay steps without loading its page anew, so that cards fly and the keyboard keeps its place; it also plays by
// itself. It is the same page as the links lead to, and the next one is fetched before it is asked for.

const LOOK = 1500;    // milliseconds for a move, at speed 1
let turn = 0;
let plays = 0;    // a timer; 0: nothing moves by itself
let speed = 1;

/** @type {Map<string, Promise<string>>} pages on their way or here */
const fetched = new Map();
function fetch_page(/** @type {string} */ address) {
  const known = fetched.get(address);
  if (known) return known;
  if (fetched.size > 40) fetched.clear();
  const coming = fetch(address).then(answer => answer.ok ? answer.text() : '').catch(() => '');
  fetched.set(address, coming);
  return coming;
}

const step_to = (/** @type {string} */ key) => document.getElementById(`step-${key}`)?.getAttribute('href') ?? '';
const at_end = () => step_to('ArrowRight') === location.pathname + location.search;

async function show(/** @type {string} */ address) {
  const mine = ++turn, page = document.getElementById('page');
  const html = await fetch_page(address);
  if (mine !== turn) return;    // somebody was quicker
  const there = new DOMParser().parseFromString(html, 'text/html').getElementById('page');
  if (!page || !there) { location.assign(address); return; }
  const before = places(), told = news();
  clear_plate();
  morph(page, there, new Map([...page.querySelectorAll('[id]')].map(e => [e.id, e])));
  const slider = /** @type {HTMLInputElement | null} */ (document.getElementById('move'));
  if (slider && slider !== document.activeElement) slider.value = slider.defaultValue;
  if (!still.matches) move(before, told);
  begin();
  history.replaceState(null, '', address);    // when it shows: whoever copies it gets what they see
  show_speed();
  fetch_page(step_to('ArrowRight'));
}

// --- by itself ---

/** The big things of a move, while it plays by itself; how long they take. */
function show_moments() {
  const big = document.querySelector('#story .ev.now[data-moment]');
  if (!big || still.matches) return 0;
  show_plate(big);
  sound(big.getAttribute('data-sound') ?? '');
  return time_of(big, 0);
}

async function play_on() {
  if (at_end()) { stop(); return; }
  await show(step_to('ArrowRight'));
  if (plays) plays = setTimeout(play_on, (LOOK + show_moments()) / speed);
}

function stop() {
  clearTimeout(plays);
  plays = 0;
  clear_plate();
  show_speed();
}

async function start() {
  plays = 1;
  show_speed();
  if (at_end()) await show(step_to('Home'));
  if (plays) play_on();
}

function show_speed() {
  const button = document.getElementById('play');
  button?.setAttribute('aria-pressed', String(plays > 0));
  for (const one of all('[data-speed]')) {
    one.setAttribute('aria-pressed', String(Number(one.getAttribute('data-speed')) === speed));
  }
}

function slid(/** @type {HTMLFormElement} */ form) {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) query.set(name, String(value));
  show(`${form.getAttribute('action')}?${query}`);
}

document.addEventListener('click', event => {
  const on = event.target instanceof Element ? event.target : null, link = on?.closest('a[data-step]');
  if (on?.closest('#play')) { if (plays) stop(); else start(); }
  const chosen = on?.closest('[data-speed]')?.getAttribute('data-speed');
  if (chosen) { speed = Number(chosen); show_speed(); }
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  show(link.getAttribute('href') ?? '');
});
let resting = 0;
document.addEventListener('input', event => {
  const form = event.target instanceof HTMLInputElement ? event.target.form : null;
  if (!form?.hasAttribute('data-slide')) return;
  stop();
  clearTimeout(resting);
  resting = setTimeout(() => slid(form), 80);
});
document.addEventListener('submit', event => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.hasAttribute('data-slide')) return;
  event.preventDefault();
  slid(form);
});
show_speed();
fetch_page(step_to('ArrowRight'));
