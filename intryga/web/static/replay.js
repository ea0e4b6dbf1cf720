// @ts-check
'use strict';
// A replay steps without loading its page anew, so that cards fly and the keyboard keeps its place. It is the same page
// as the links lead to.

let turn = 0;

async function show(/** @type {string} */ address) {
  const mine = ++turn, page = document.getElementById('page');
  const answer = await fetch(address).catch(() => null);
  if (mine !== turn) return;    // somebody was quicker
  const html = answer?.ok ? await answer.text() : '';
  const there = new DOMParser().parseFromString(html, 'text/html').getElementById('page');
  if (!page || !there) { location.assign(address); return; }
  if (mine !== turn) return;
  const before = places(), told = news();
  morph(page, there, new Map([...page.querySelectorAll('[id]')].map(e => [e.id, e])));
  const slider = /** @type {HTMLInputElement | null} */ (document.getElementById('move'));
  if (slider && slider !== document.activeElement) slider.value = slider.defaultValue;
  if (!still.matches) move(before, told);
  begin();
  history.replaceState(null, '', address);    // when it shows: whoever copies it gets what they see
}

function slid(/** @type {HTMLFormElement} */ form) {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) query.set(name, String(value));
  show(`${form.getAttribute('action')}?${query}`);
}

document.addEventListener('click', event => {
  const link = event.target instanceof Element ? event.target.closest('a[data-step]') : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(link.getAttribute('href') ?? '');
});
let resting = 0;
document.addEventListener('input', event => {
  const form = event.target instanceof HTMLInputElement ? event.target.form : null;
  if (!form?.hasAttribute('data-slide')) return;
  clearTimeout(resting);
  resting = setTimeout(() => slid(form), 80);
});
document.addEventListener('submit', event => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.hasAttribute('data-slide')) return;
  event.preventDefault();
  slid(form);
});
