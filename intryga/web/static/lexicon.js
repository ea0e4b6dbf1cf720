// @ts-check
'use strict';
// What a card does, one hover, focus or tap away. The texts stand in #lexicon; whatever shows a card names its line in
// `aria-describedby`. A card that is a choice is explained by a long press, since a tap takes it. A line of the
// chronicle explains all of its cards.

const HOVER = 320, PRESS = 420, TIPPED = 90, MARGIN = 8;    // a tap shows first why its target is refused
const box = document.createElement('div');
box.className = 'about';
box.hidden = true;
document.body.append(box);

/** @type {Element | null} */
let shown = null;
let timer = 0;
let pressed = false;

const NAMES = '[aria-describedby*="lex-"]', WHY = '.tipbox.over:is(:hover, :focus-within) > .tip';
const SVG = 'http://www.w3.org/2000/svg';

/** The lines of the lexicon that something names, or what stands in it. */
function lines(/** @type {Element} */ card) {
  const naming = card.matches(NAMES) ? [card] : [...card.querySelectorAll(NAMES)];
  const ids = new Set(naming.flatMap(e => e.getAttribute('aria-describedby')?.split(' ') ?? []));
  const found = [...ids].filter(id => id.startsWith('lex-')).map(id => document.getElementById(id)?.parentElement);
  return found.filter(line => line instanceof HTMLElement);
}

function told(/** @type {EventTarget | null} */ target) {
  const card = target instanceof Element ? target.closest(`${NAMES}, .story .ev`) : null;
  return card && lines(card).length ? card : null;
}

/** The same under a pointer: a button that covers a whole place lets its cards be read. */
function beneath(/** @type {MouseEvent} */ event) {
  const button = event.target instanceof HTMLButtonElement;
  const covered = button ? document.elementsFromPoint(event.clientX, event.clientY) : [];
  return told(event.target) ?? covered.map(told).find(card => card) ?? null;
}

/** A card as a chip, as lines of the chronicle show it. */
function chip(/** @type {HTMLElement} */ line) {
  const [tincture, ...charges] = (line.dataset.face ?? '').trim().split(' ');
  const drawn = document.createElement('span');
  drawn.className = `chip t-${tincture}`;
  for (const charge of charges) {
    const sign = document.createElementNS(SVG, 'svg'), use = document.createElementNS(SVG, 'use');
    sign.setAttribute('class', 'i');
    sign.setAttribute('aria-hidden', 'true');
    use.setAttribute('href', `${document.getElementById('lexicon')?.dataset.sprite}#c-${charge}`);
    sign.append(use);
    drawn.append(sign);
  }
  if (line.dataset.index) drawn.append(Object.assign(document.createElement('b'), {textContent: line.dataset.index}));
  return drawn;
}

function explain(/** @type {Element} */ card) {
  const found = lines(card);
  if (!found.length) return;
  hide();
  shown = card;
  box.replaceChildren(...found.flatMap(line => [...line.cloneNode(true).children]));
  [...box.querySelectorAll('[id]')].forEach(words => words.removeAttribute('id'));
  [...box.querySelectorAll('dt')].forEach((name, n) => name.prepend(chip(found[n])));
  const tip = card.parentElement?.querySelector(':scope > .tip') ?? document.querySelector(WHY);
  box.hidden = false;
  const told = tip && getComputedStyle(tip).visibility === 'visible' ? tip.getBoundingClientRect() : null;
  place(card.getBoundingClientRect(), told, card.closest('.journal') !== null);
}

/** Above the card if there is room, else beneath it; on the other side of what says why it is refused. On phones both
 *  stand under the bar. What stands in the chronicle is explained beside it, so that it can be read on. */
function place(/** @type {DOMRect} */ at, /** @type {DOMRect | null} */ tip, /** @type {boolean} */ beside) {
  const width = box.offsetWidth, height = box.offsetHeight;
  if (beside) {
    box.style.left = `${at.x - width - 20}px`;
    box.style.top = `${Math.max(MARGIN, Math.min(at.y + at.height / 2 - height / 2, innerHeight - height - MARGIN))}px`;
    return;
  }
  const left = Math.min(Math.max(MARGIN, at.x + at.width / 2 - width / 2), innerWidth - width - MARGIN);
  const above = at.y - height - 14, below = at.bottom + 14;
  if (matchMedia('(width <= 45em)').matches) {
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

/** @type {Element | null} */
let over = null;
document.addEventListener('pointermove', event => {
  if (event.pointerType !== 'mouse') return;
  const card = beneath(event);
  if (card === over) return;
  over = card;
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
  const card = beneath(event);
  const choice = event.target instanceof Element && event.target.closest('[form=act], [data-later]');
  hide();
  if (!card || event.pointerType === 'mouse') return;
  if (choice) soon(card, PRESS); else setTimeout(explain, TIPPED, card);
});
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => clearTimeout(timer));
document.addEventListener('click', event => {    // the end of a long press is no click
  if (pressed) { event.preventDefault(); event.stopPropagation(); }
  pressed = false;
}, true);
document.addEventListener('contextmenu', event => { if (pressed) event.preventDefault(); });
document.addEventListener('keydown', event => { if (event.key === 'Escape') hide(); });
document.addEventListener('scroll', hide, true);
new MutationObserver(() => { if (shown && (!shown.isConnected || shown.closest('.story'))) hide(); })    // or moved on
  .observe(document.getElementById('page') ?? document.body, {childList: true, subtree: true});

/** Why something is refused is told beside it, wherever the window has room for that. */
function settle(/** @type {Event} */ event) {
  const refused = event.target instanceof Element ? event.target.closest('.tipbox') : null;
  const tip = /** @type {HTMLElement | null | undefined} */ (refused?.querySelector(':scope > .tip'));
  if (!refused || !tip || getComputedStyle(tip).position === 'fixed') return;
  tip.style.translate = '';
  const at = refused.getBoundingClientRect(), {x, y, right, bottom, height} = tip.getBoundingClientRect();
  const aside = Math.max(MARGIN - x, Math.min(0, innerWidth - MARGIN - right));
  const over = bottom > innerHeight - MARGIN, under = y < MARGIN;
  const up = over ? at.y - height - 14 - y : under ? at.bottom + 14 - y : 0;
  tip.style.translate = `${aside}px ${up}px`;
}
document.addEventListener('pointerover', settle);
document.addEventListener('focusin', settle);

// After a click the pointer rests where it was, and the thing under it may now be refused: its tip waits for a move.

let rest = {x: 0, y: 0}, played = '';
document.addEventListener('submit', event => {
  played = /** @type {SubmitEvent} */ (event).submitter?.id ?? '';
  document.body.classList.add('calm');
});
document.addEventListener('focusin', event => {    // what was played may get its focus back: no news
  if (/** @type {Element} */ (event.target).id !== played) document.body.classList.remove('calm');
});
document.addEventListener('pointerdown', event => {
  if (Math.hypot(event.x - rest.x, event.y - rest.y) >= 12) document.body.classList.remove('calm');
  rest = event;
});
for (const stir of ['pointermove', 'keydown']) document.addEventListener(stir, event => {
  if (event instanceof PointerEvent && Math.hypot(event.x - rest.x, event.y - rest.y) < 12) return;
  document.body.classList.remove('calm');
});

// The chronicle is one stop of the tabulator; arrows go from line to line.

document.addEventListener('keydown', event => {
  const story = document.activeElement?.closest('.story');
  if (!story || !['ArrowDown', 'ArrowUp'].includes(event.key)) return;
  const all = /** @type {HTMLElement[]} */ ([...story.querySelectorAll('.ev:not(.head)')]);
  const here = all.findIndex(line => line === document.activeElement), from = here < 0 ? all.length : here;
  const line = all[Math.max(0, Math.min(from + (event.key === 'ArrowDown' ? 1 : -1), all.length - 1))];
  if (!line) return;
  line.tabIndex = -1;
  line.focus();
  event.preventDefault();
  event.stopPropagation();
}, true);
