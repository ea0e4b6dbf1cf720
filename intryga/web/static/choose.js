// @ts-check
'use strict';
// Card first or place first. The rules ask one after the other; whoever begins with the second thing (`data-later`: the
// choice that it will be) has it kept until the first is chosen, by click, key or drag, and then both are sent. Where
// both are chosen among the same things (`data-then`), one is dragged onto the other. What a choice would change is
// told in the bar while something points at it. A finger points at nothing before it touches: the touch that would end
// a pair only aims and shows what would change, and a second one on the same thing makes it so.

/** @type {Element | null} what was chosen before its time */
let later = null;
let follows = '';    // the choice that it will be; once that can be made, the element itself no longer says so
let asked_ahead = '';
/** @type {Element | null} what a finger has touched once */
let aimed = null;
let by_finger = false;
/** @type {Map<string, Promise<string>>} */
const foretold = new Map();

/** A lone second is not asked for: the first ends the pair. */
function lone() {
  const things = document.querySelectorAll('[data-later]');
  return things.length === 1 ? things[0] : null;
}
const second = (/** @type {Element | null} */ e) => e?.getAttribute('data-later') ?? e?.getAttribute('data-then') ?? '';

function choose_later(/** @type {Element | null} */ thing) {
  later?.classList.remove('is-chosen');
  later?.setAttribute('aria-pressed', 'false');
  later = thing === later ? null : thing;
  follows = second(later);
  later?.classList.add('is-chosen');
  later?.setAttribute('aria-pressed', 'true');
  foretell('');
}

/** The first choice was made: the second follows as soon as it is asked for. */
function choose_now() {
  const button = later && document.querySelector(`button[form=act][value="${follows}"]`);
  if (!(button instanceof HTMLButtonElement)) {
    if (later?.isConnected && later.hasAttribute('data-later')) later.classList.add('is-chosen'); else later = null;
    return;
  }
  later = null;
  button.click();
}

/** What was chosen before its time, for the bar: a ring around it may be out of sight. */
function kept_back(/** @type {HTMLElement} */ bar) {
  const name = later?.getAttribute('aria-label');
  if (!name) return [];
  return [Object.assign(document.createElement('li'), {className: 'kept', textContent: `${bar.dataset.kept}${name}`})];
}

/** Asks what these choices would change, and says so in the bar. */
async function foretell(/** @type {string} */ choices) {
  asked_ahead = choices;
  const bar = document.querySelector('#decide .ahead');
  if (!(bar instanceof HTMLElement)) return;
  if (!choices) { bar.replaceChildren(...kept_back(bar)); return; }
  const seat = new URLSearchParams(location.search).get('seat');
  const address = `${location.pathname}/ahead?${choices}${seat ? `&seat=${seat}` : ''}`;
  const key = `${version()} ${address}`;
  if (foretold.size > 200) foretold.clear();
  if (!foretold.has(key)) {
    foretold.set(key, fetch(address).then(answer => answer.status === 200 ? answer.text() : '').catch(() => ''));
  }
  const chips = await foretold.get(key) ?? '';
  if (asked_ahead !== choices || !bar.isConnected) return;
  if (chips) bar.innerHTML = chips; else bar.replaceChildren(...kept_back(bar));
  if (!aimed) return;
  bar.append(Object.assign(document.createElement('li'), {className: 'again', textContent: bar.dataset.again}));
}

/** By touch, what would end a pair waits for a second touch. */
function aim(/** @type {Event} */ event) {
  const on = event.target instanceof Element ? event.target.closest('button[form=act]') : null;
  const before = aimed;
  aimed?.classList.remove('is-aimed');
  aimed = null;
  if (!on || !event.isTrusted || !by_finger || on === before || on.closest('#decide')) return;
  if (!document.querySelector(later || lone() ? '#decide .ahead' : '#decide .ahead[data-second]')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  aimed = on;
  aimed.classList.add('is-aimed');
  pointed(event);
}

/** What is pointed at, as choices in the order in which the rules ask. */
function pointed(/** @type {Event} */ event) {
  const on = event.target instanceof Element ? event.target.closest('button[form=act], [data-later]') : null;
  if (!document.querySelector('#decide .ahead') || on?.hasAttribute('data-later')) return;
  if (!on) { if (asked_ahead) foretell(''); return; }    // nothing is pointed at any more
  const then = later ? follows : second(lone());
  foretell(`do=${on.getAttribute('value')}${then ? `&do=${then}` : ''}`);
}

document.addEventListener('asked', choose_now);    // moments.js: a question is shown
document.addEventListener('pointerdown', event => { by_finger = event.pointerType === 'touch'; }, true);
document.addEventListener('keydown', () => { by_finger = false; }, true);
document.addEventListener('click', aim, true);
document.addEventListener('pointerover', pointed);
document.addEventListener('focusin', pointed);
document.addEventListener('click', event => {
  const thing = event.target instanceof Element ? event.target.closest('[data-later]') : null;
  if (thing) choose_later(thing);
});
document.addEventListener('keydown', event => {
  if (event.key === 'Escape' && later) choose_later(null);
});

// --- the same with all equal cards: again as long as that is offered, until something else is asked or chosen ---

let repeated = '';

function repeat() {
  const button = document.querySelector(`button[form=act][value="${repeated}"]`);
  if (button instanceof HTMLButtonElement) button.click(); else repeated = '';
}

document.addEventListener('asked', () => { if (repeated) repeat(); });
document.addEventListener('click', event => {
  if (!event.isTrusted || !(event.target instanceof Element)) return;    // our own click
  repeated = event.target.closest('[data-all]')?.getAttribute('data-all') ?? '';
  if (repeated) repeat();
});

// --- by drag: what is lifted and what it falls onto are the two, whichever of them is asked for first ---

/** @type {Element | null} */
let lifted = null;
const two = (/** @type {Event} */ event) => event.target instanceof Element
  ? event.target.closest('[data-later], [data-then], button[form=act]') : null;

document.addEventListener('dragstart', event => {
  lifted = two(event);
  if (lifted?.hasAttribute('data-later') && lifted !== later) choose_later(lifted);
});
document.addEventListener('dragend', () => { lifted = null; });

/** What is lifted and what lies under it, in the order in which the rules ask; none if they do not go together. */
function pair(/** @type {Event} */ event) {
  const under = two(event);
  if (!lifted || !under || under === lifted || !under.closest('.table, .own')) return null;
  if (second(under) && lifted.matches('[form=act]')) return {first: lifted, then: under};
  return lifted.hasAttribute('data-later') && under.matches('[form=act]') ? {first: under, then: lifted} : null;
}
document.addEventListener('dragover', event => {
  const both = pair(event);
  if (!both) return;
  event.preventDefault();
  foretell(`do=${both.first.getAttribute('value')}&do=${second(both.then)}`);
});
document.addEventListener('drop', event => {
  const both = pair(event);
  if (!(both?.first instanceof HTMLButtonElement)) return;
  event.preventDefault();
  if (later !== both.then) choose_later(both.then);
  both.first.click();
});
