// @ts-check
'use strict';
// What a card does, one hover, focus or tap away. The texts stand in #lexicon; whatever shows a card names its line in
// `aria-describedby`. A card that is a choice is explained by a long press, since a tap takes it.

const HOVER = 320, PRESS = 420, TIPPED = 90, MARGIN = 8;    // a tap shows first why its target is refused
const box = document.createElement('div');
box.className = 'about';
box.hidden = true;
document.body.append(box);

/** @type {Element | null} */
let shown = null;
let timer = 0;
let pressed = false;

const told = (/** @type {EventTarget | null} */ target) =>
  target instanceof Element ? target.closest('[aria-describedby*="lex-"]') : null;

function line(/** @type {Element} */ card) {
  const id = card.getAttribute('aria-describedby')?.split(' ').find(name => name.startsWith('lex-'));
  return id ? document.getElementById(id) : null;
}

function explain(/** @type {Element} */ card) {
  const found = line(card);
  if (!found) return;
  hide();
  shown = card;
  box.className = `about ${found.className}`;
  box.replaceChildren(...[...found.children].map(part => part.cloneNode(true)));
  const tip = card.parentElement?.querySelector(':scope > .tip');
  box.hidden = false;
  place(card.getBoundingClientRect(), tip && getComputedStyle(tip).visibility === 'visible' ? tip.getBoundingClientRect() : null);
}

/** Above the card if there is room, else beneath it; on the other side of what says why it is refused. On phones both
 * stand under the bar. */
function place(/** @type {DOMRect} */ at, /** @type {DOMRect | null} */ tip) {
  const width = box.offsetWidth, height = box.offsetHeight;
  const left = Math.min(Math.max(MARGIN, at.x + at.width / 2 - width / 2), innerWidth - width - MARGIN);
  const above = at.y - height - 14, below = at.bottom + 14;
  if (matchMedia('(max-width: 720px)').matches) {
    box.style.top = `${tip ? tip.bottom + 8 : 52}px`;
    return;
  }
  const up = tip ? tip.y > at.y : above >= MARGIN;
  box.style.left = `${left}px`;
  box.style.top = `${Math.min(Math.max(MARGIN, up ? above : below), innerHeight - height - MARGIN)}px`;
}

function hide() {
  clearTimeout(timer);
  shown = null;
  box.hidden = true;
}

function soon(/** @type {Element} */ card, /** @type {number} */ wait) {
  clearTimeout(timer);
  timer = setTimeout(() => { if (card.isConnected) { pressed = wait === PRESS; explain(card); } }, wait);
}

document.addEventListener('pointerover', event => {
  if (event.pointerType !== 'mouse') return;
  const card = told(event.target);
  if (card === shown) return;
  hide();
  if (card) soon(card, HOVER);
});
document.addEventListener('focusin', event => {
  const card = told(event.target);
  if (card?.matches(':focus-visible')) soon(card, HOVER);
});
document.addEventListener('focusout', event => { if (shown && shown === told(event.target)) hide(); });
document.addEventListener('pointerdown', event => {
  pressed = false;
  const card = told(event.target);
  hide();
  if (!card || event.pointerType === 'mouse') return;
  if (card.closest('.is-legal')) soon(card, PRESS); else setTimeout(explain, TIPPED, card);
});
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => clearTimeout(timer));
document.addEventListener('click', event => {    // the end of a long press is no click
  if (pressed) { event.preventDefault(); event.stopPropagation(); }
  pressed = false;
}, true);
document.addEventListener('contextmenu', event => { if (pressed) event.preventDefault(); });
document.addEventListener('keydown', event => { if (event.key === 'Escape') hide(); });
document.addEventListener('scroll', hide, true);
new MutationObserver(() => { if (shown && !shown.isConnected) hide(); }).observe(document.body, {childList: true, subtree: true});

// After a click the pointer rests where it was, and the thing under it may now be refused: its tip waits for a move.

let rest = {x: 0, y: 0};
document.addEventListener('submit', () => document.body.classList.add('calm'));
document.addEventListener('pointerdown', event => { rest = event; document.body.classList.remove('calm'); });
for (const stir of ['pointermove', 'keydown']) document.addEventListener(stir, event => {
  if (event instanceof PointerEvent && Math.hypot(event.x - rest.x, event.y - rest.y) < 12) return;
  document.body.classList.remove('calm');
});
