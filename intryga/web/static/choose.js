// @ts-check
'use strict';
// Card first or place first. The rules ask one after the other; whoever begins with the second thing (`data-later`: the
// choice that it will be) has it kept until the first is chosen, by click, key or drag, and then both are sent. What a
// choice would change is told in the bar while something points at it.

/** @type {Element | null} what was chosen before its time */
let later = null;
let asked_ahead = '';
/** @type {Map<string, Promise<string>>} */
const foretold = new Map();

const value_of = (/** @type {Element | null} */ e) => e?.getAttribute('data-later') ?? e?.getAttribute('value') ?? '';

function choose_later(/** @type {Element | null} */ thing) {
  later?.classList.remove('is-chosen');
  later?.setAttribute('aria-pressed', 'false');
  later = thing === later ? null : thing;
  later?.classList.add('is-chosen');
  later?.setAttribute('aria-pressed', 'true');
  foretell('');
}

/** The first choice was made: the second follows as soon as it is asked for. */
function choose_now() {
  const wanted = value_of(later), button = wanted && document.querySelector(`button[form=act][value="${wanted}"]`);
  if (!(button instanceof HTMLButtonElement)) {
    if (later?.isConnected && later.hasAttribute('data-later')) later.classList.add('is-chosen'); else later = null;
    return;
  }
  later = null;
  button.click();
}

/** Asks what these choices would change, and says so in the bar. */
async function foretell(/** @type {string} */ choices) {
  asked_ahead = choices;
  const bar = document.querySelector('#decide .ahead');
  if (!bar) return;
  if (!choices) { bar.replaceChildren(); return; }
  const seat = new URLSearchParams(location.search).get('seat');
  const address = `${location.pathname}/ahead?${choices}${seat ? `&seat=${seat}` : ''}`;
  const key = `${version()} ${address}`;
  if (foretold.size > 200) foretold.clear();
  if (!foretold.has(key)) {
    foretold.set(key, fetch(address).then(answer => answer.status === 200 ? answer.text() : '').catch(() => ''));
  }
  const chips = await foretold.get(key) ?? '';
  if (asked_ahead === choices && bar.isConnected) bar.innerHTML = chips;
}

/** What is pointed at, as choices in the order in which the rules ask. */
function pointed(/** @type {Event} */ event) {
  const on = event.target instanceof Element ? event.target.closest('button[form=act], [data-later]') : null;
  if (!on || !document.querySelector('#decide .ahead')) return;
  if (on.hasAttribute('data-later')) return;
  foretell(`do=${value_of(on)}${later ? `&do=${value_of(later)}` : ''}`);
}

document.addEventListener('asked', choose_now);    // moments.js: a question is shown
document.addEventListener('pointerover', pointed);
document.addEventListener('focusin', pointed);
document.addEventListener('click', event => {
  const thing = event.target instanceof Element ? event.target.closest('[data-later]') : null;
  if (thing) choose_later(thing);
});
document.addEventListener('keydown', event => {
  if (event.key === 'Escape' && later) choose_later(null);
});

// --- by drag: the card is chosen when it is lifted, the place when it falls there ---

document.addEventListener('dragstart', event => {
  const thing = event.target instanceof Element ? event.target.closest('[data-later]') : null;
  if (thing && thing !== later) choose_later(thing);
});
const place_under = (/** @type {Event} */ event) => later && event.target instanceof Element
  ? event.target.closest('.table, .own')?.contains(event.target) && event.target.closest('button[form=act]') : null;
document.addEventListener('dragover', event => { if (place_under(event)) { event.preventDefault(); pointed(event); } });
document.addEventListener('drop', event => {
  const place = place_under(event);
  if (!(place instanceof HTMLButtonElement)) return;
  event.preventDefault();
  place.click();
});
