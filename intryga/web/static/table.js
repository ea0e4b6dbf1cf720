// @ts-check
'use strict';
// The table lives: changed sections come over one WebSocket and are morphed in by element id, and cards fly from where
// they lay. Without this script every page still works as plain forms.

const root = document.getElementById('page');
const still = matchMedia('(prefers-reduced-motion: reduce)');
const FLY = 420, AT_ONCE = 4, APART = 60, EASE = 'cubic-bezier(.2,.75,.25,1)';

const named = (/** @type {Node} */ node) => node instanceof Element && node.id !== '';

/** An element with an id keeps its node, and with it the focus, wherever the new tree puts it. */
function morph(/** @type {Element} */ from, /** @type {Element} */ to, /** @type {Map<string, Element>} */ known) {
  for (const {name, value} of [...to.attributes]) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  for (const {name} of [...from.attributes]) if (!to.hasAttribute(name)) from.removeAttribute(name);
  if (from instanceof HTMLDetailsElement) return;
  let at = from.firstChild;
  for (const kid of [...to.childNodes]) {
    if (at && at.isEqualNode(kid)) { at = at.nextSibling; continue; }
    /** @type {ChildNode | null | undefined} */
    let node = kid instanceof Element && kid.id ? known.get(kid.id) : null;
    if (node && (node.nodeName !== kid.nodeName || !from.contains(node))) node = null;
    if (!node && at && at.nodeName === kid.nodeName && !named(at) && !named(kid)) node = at;
    if (!node) { from.insertBefore(kid, at); continue; }
    if (node === at) at = at.nextSibling; else from.insertBefore(node, at);
    if (node instanceof Element && kid instanceof Element) morph(node, kid, known);
    else if (node.nodeValue !== kid.nodeValue) node.nodeValue = kid.nodeValue;
  }
  while (at) { const next = at.nextSibling; at.remove(); at = next; }
}

function parsed(/** @type {string} */ html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.firstElementChild;
}

const all = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)];
const places = () => new Map(all('.table [id], .own [id]').map(e => [e.id, e.getBoundingClientRect()]));
const arrival = (/** @type {Element} */ e) => e.getAttribute('data-from') + ' ' + e.getAttribute('data-news');
const news = () => new Map(all('[data-news]').map(e => [e.id, arrival(e)]));

function fly(/** @type {Element} */ element, /** @type {DOMRect} */ a, delay = 0) {
  const b = element.getBoundingClientRect();
  if (!b.width || !a.width || (Math.abs(a.x - b.x) < 9 && Math.abs(a.y - b.y) < 9)) return;
  const x = a.x + a.width / 2 - b.x - b.width / 2, y = a.y + a.height / 2 - b.y - b.height / 2;
  element.animate([{transform: `translate(${x}px,${y}px)`, zIndex: 9}, {transform: 'none', zIndex: 9}],
    {duration: FLY, delay, easing: EASE, fill: 'backwards'});
}

/** Puts new sections in; gives false if the page has no place for one of them and must be loaded anew. */
function apply(/** @type {Record<string, string>} */ sections) {
  if (Object.keys(sections).some(id => !document.getElementById(id))) return false;
  const moving = !still.matches && !document.hidden, before = moving ? places() : new Map();
  const told = news(), focus = document.activeElement?.id, around = surroundings();
  for (const [id, html] of Object.entries(sections)) {
    const old = document.getElementById(id), fresh = parsed(html);
    if (!old || !fresh) continue;
    const known = new Map([...old.querySelectorAll('[id]')].map(e => [e.id, e]));
    if (old.nodeName === fresh.nodeName) morph(old, fresh, known); else old.replaceWith(fresh);
  }
  if (focus && document.activeElement?.id !== focus) document.getElementById(focus)?.focus({preventScroll: true});
  if (around.length && document.activeElement === document.body) focusNear(around);
  if (moving) move(before, told);
  begin();
  return true;
}

/** The ids of what the focus lies in, nearest first; none if it lies nowhere. */
function surroundings() {
  const found = [];
  for (let e = document.activeElement; e && e !== document.body; e = e.parentElement) if (e.id) found.push(e.id);
  return document.activeElement === document.body ? [] : found.concat('page');
}

/** What had the focus is gone: the next choice in the same place gets it, or else the question. */
function focusNear(/** @type {string[]} */ around) {
  for (const id of around) {
    if (id === 'main' || id === 'page') break;
    const choices = document.querySelectorAll(`#${CSS.escape(id)} button[form=act]`);
    const next = /** @type {HTMLElement[]} */ ([...choices]).find(e => e.offsetParent);
    if (next) { next.focus({preventScroll: true}); return; }
  }
  document.getElementById('move')?.focus({preventScroll: true});
}

/** Did it move within what holds it? A zone that makes room for another takes its cards along without a flight. */
function left(/** @type {Element} */ element, /** @type {DOMRect} */ was, /** @type {Map<string, DOMRect>} */ before) {
  const home = element.parentElement?.closest('[id]'), then = home && before.get(home.id);
  if (!home || !then) return true;
  const here = home.getBoundingClientRect(), now = element.getBoundingClientRect();
  return Math.abs(now.x - here.x - was.x + then.x) > 8 || Math.abs(now.y - here.y - was.y + then.y) > 8;
}

/** What kept its name glides to its new place; what is news flies in from the zone it came from. */
function move(/** @type {Map<string, DOMRect>} */ before, /** @type {Map<string, string>} */ told) {
  let flying = 0;
  for (const [id, what] of news()) {
    const element = document.getElementById(id), origin = before.get(what.split(' ')[0]);
    if (!element || !origin || told.get(id) === what || flying >= AT_ONCE) continue;
    fly(element, origin, APART * flying++);
    before.delete(id);
  }
  for (const element of document.querySelectorAll('.table .stack[id], .own .stack[id]')) {
    const was = before.get(element.id);
    if (was && left(element, was, before)) fly(element, was);
  }
}

// --- the live channel ---

/** @type {WebSocket | null} */
let socket = null;
let wait = 250;
let met = false;    // there was a connection: from then on a lost one is waited for, and the page is never left
let stamp = document.querySelector('meta[name=stamp]')?.getAttribute('content') ?? '';    // of what is shown
let leaving = false;    // a form is on its way: its answer, with the cookie it may bring, must not be cut off
const version_field = /** @type {HTMLInputElement | null} */ (document.querySelector('[form=act][name=version]'));
const version = () => Number(version_field?.value ?? 0);
function shows(/** @type {number | undefined} */ told) {
  if (version_field && told) version_field.value = `${told}`;
}

function connect() {
  const address = root?.getAttribute('data-live');
  if (!address) return;
  const query = new URLSearchParams(location.search);
  query.set('stamp', stamp);
  forget();    // wire.js
  const token = root?.getAttribute('data-token');
  if (token) query.set('token', token);
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const line = socket = new WebSocket(`${scheme}://${location.host}${address}?${query}`);
  socket.onopen = () => { met = true; wait = 250; lost(false); if (kept) transmit(); };
  socket.onmessage = event => { if (!leaving) hear(JSON.parse(event.data)); };
  socket.onclose = event => {
    if (leaving || event.code === 1008 || line !== socket) return;
    lost(true);
    setTimeout(() => { if (line === socket) connect(); }, wait = Math.min(wait * 2, kept ? 1000 : 8000));
  };
}

function hear(/** @type {any} */ told) {
  if (!understood(told)) { stamp = ''; renew(); return; }    // a message is missing: look anew
  stamp = told.stamp ?? stamp;
  if (kept && (answers(told, kept.move.version) || told.go)) settled();
  if (told.error && told.refused !== twice) complain(told.error);
  if (told.go && !told.story) location.assign(told.go);
  else if (told.sections || told.go) receive(told);    // moments.js
}

// --- a move on its way: kept until the table has answered; its version lets it be made once only ---

const NOTICE = 800, GIVE_UP = 5000;    // milliseconds without an answer: until we say so, and until the line is dead
/** @type {{move: {version: number}, sent: number} | null} */
let kept = null;
let slow = 0, dead = 0;
let twice = -1;    // the version on which a move was last sent twice: refused, it may have been made the first time

/** A refusal is of the move it names: it may come late, while the next one is on its way. */
function answers(/** @type {any} */ told, /** @type {number} */ move) {
  return told.error ? (told.refused ?? move) === move : (told.version ?? move) !== move;
}

function transmit() {
  if (!kept || !open()) return;
  if (kept.sent++) twice = kept.move.version;
  send(kept.move);
  clearTimeout(dead);
  dead = setTimeout(renew, GIVE_UP);
}

function keep(/** @type {{version: number}} */ move) {
  if (kept) return;
  if (move.version === twice) twice = -1;    // it was not made
  kept = {move, sent: 0};
  notice(NOTICE);
  transmit();
}

function settled() {
  kept = null;
  clearTimeout(dead);
  if (open()) lost(false);
}

/** The line is given up, whatever it says of itself. */
function renew() {
  const old = socket;
  socket = null;
  old?.close();
  lost(true);
  connect();
}

function lost(/** @type {boolean} */ yes) {
  if (yes) { notice(NOTICE); return; }
  clearTimeout(slow);
  slow = 0;
  document.getElementById('lost')?.remove();
}

/** Says that the connection is lost, or that a move waits for it. Another try that fails does not put it off. */
function notice(/** @type {number} */ after) {
  if (slow && after) return;
  clearTimeout(slow);
  slow = setTimeout(() => {
    slow = 0;
    const known = document.getElementById('lost'), sign = known ?? document.createElement('p');
    sign.id = 'lost';
    sign.className = 'lost';
    sign.setAttribute('role', 'status');
    const words = root?.getAttribute(kept ? 'data-kept' : 'data-lost') ?? '';
    if (sign.textContent !== words) sign.textContent = words;
    if (!known) document.body.append(sign);
  }, after);
}

addEventListener('offline', () => { if (met) { lost(true); notice(0); } });
addEventListener('online', () => { if (met) renew(); });

function complain(/** @type {string} */ sentence) {
  document.querySelector('.oops')?.remove();
  const sign = document.createElement('p');
  sign.className = 'oops';
  sign.setAttribute('role', 'alert');
  sign.textContent = sentence;
  root?.before(sign);
  setTimeout(() => sign.remove(), 7000);
}

const open = () => socket?.readyState === WebSocket.OPEN;
const send = (/** @type {object} */ what) => socket?.send(JSON.stringify(what));

document.addEventListener('submit', event => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!met) { leaving = true; return; }
  const by = /** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter);
  const seat = Number(new FormData(form).get('seat') ?? -1);
  const mine = seat >= 0 ? {seat} : {};
  const rest = by?.name === 'rest' ? {rest: true} : {};
  if (form.id === 'act' && by) keep({do: Number(by.value), version: version(), ...rest, ...mine});
  else if (!open() || !navigator.onLine) notice(0);    // what has no version could be done twice: it is not kept
  else if (form.id === 'undo') send({undo: true, ...(by?.name === 'turn' ? {turn: true} : {}), ...mine});
  else if (form.hasAttribute('data-chat')) { send({say: String(new FormData(form).get('text') ?? '')}); form.reset(); }
  else { leaving = true; return; }
  event.preventDefault();
});
// Back from another page: look anew.
addEventListener('pageshow', event => { if (event.persisted) location.reload(); });

// --- keyboard: letters for help and undo, arrows between what glows ---

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof HTMLElement && event.target.matches('input, select, textarea')) return;
  const found = /** @type {HTMLElement | null} */ (document.querySelector(`[data-key="${CSS.escape(event.key)}"]`));
  if (found) { event.preventDefault(); found.click(); return; }
  if (!['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'].includes(event.key)) return;
  const buttons = /** @type {HTMLElement[]} */ (all('button[form=act], .decide button'));
  const choices = buttons.filter(e => e.offsetParent);
  if (!choices.length) return;
  const at = choices.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const step = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : -1;
  choices[(at + step + choices.length) % choices.length].focus();
  event.preventDefault();
});

// --- small helps ---

document.addEventListener('click', event => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null;
  const target = button && document.getElementById(button.getAttribute('data-copy') ?? '');
  const field = /** @type {HTMLInputElement | null} */ (target);
  if (!button || !field) return;
  field.select();
  navigator.clipboard?.writeText(field.value);
  const word = button.querySelector('span'), done = button.getAttribute('data-done');
  if (word && done) word.textContent = done;
  button.classList.add('done');
});

document.addEventListener('change', event => {
  const form = event.target instanceof Element ? event.target.closest('form') : null;
  if (form?.hasAttribute('data-slide')) form.requestSubmit();
});

/** @type {Map<string, number>} by deadline: how long it was when first seen */
const whole = new Map();

/** A reaction window: seconds, and a ring that runs out. */
function drain(/** @type {Element} */ ring) {
  const until = ring.getAttribute('data-deadline') ?? '', text = ring.querySelector('.t');
  const left = Math.max(0, Number(until) - Date.now() / 1000), line = ring.querySelector('.left');
  if (!whole.has(until)) whole.set(until, left || 1);
  if (text) text.textContent = String(Math.ceil(left));
  const share = Math.max(0, left - 1) / (whole.get(until) ?? 1);
  if (line instanceof SVGElement) line.style.strokeDashoffset = String(100 - share * 100);
}

function tick() {
  document.querySelectorAll('.ring[data-deadline]').forEach(drain);
  for (const clock of document.querySelectorAll('.clock[data-deadline]')) {
    const until = Number(clock.getAttribute('data-deadline')), text = clock.querySelector('.t');
    if (!until || !text) continue;
    const left = Math.max(0, Math.round(until - Date.now() / 1000));
    clock.classList.toggle('low', left < 30);
    const minutes = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    text.textContent = left < 172800 ? minutes : `${Math.floor(left / 86400)} d`;
  }
}

/** Can it be seen where it lies, in all that scrolls around it? Edges may be cut. */
function uncut(/** @type {Element} */ e) {
  const {top, bottom, left, right} = e.getBoundingClientRect();
  for (let box = e.parentElement; box && box !== document.body; box = box.parentElement) {
    if (getComputedStyle(box).overflow === 'visible') continue;
    const room = box.getBoundingClientRect();
    if (top < room.top - 8 || bottom > room.bottom + 8 || left < room.left - 8 || right > room.right + 8) return false;
  }
  return true;
}

/** On phones what glows may lie further down, or further along one's own row: a new question brings it into sight,
 * what is advised before all else; and a guide brings what it lights. */
let asked = '';
function uncover() {
  const advised = document.querySelector('[data-advised]')?.getAttribute('value') ?? '';
  const question = `${document.querySelector('#decide h2')?.textContent} ${advised}`;
  if (question === asked) return;
  asked = question;
  for (const zone of all('.table, .own, .acts')) {
    const advice = zone.querySelectorAll('[data-advised], [data-lit]');
    const glowing = [...advice.length ? advice : zone.querySelectorAll('button[form=act]')];
    const behavior = still.matches ? 'auto' : 'smooth';
    if (!glowing.some(uncut)) glowing[0]?.scrollIntoView({block: 'nearest', inline: 'center', behavior});
  }
}

function begin() {
  for (const button of document.querySelectorAll('[data-copy]')) button.removeAttribute('hidden');
  for (const list of document.querySelectorAll('.chat')) list.scrollTop = list.scrollHeight;
  tick();
  uncover();
  dispatchEvent(new Event('drawn'));
}

begin();
setInterval(tick, 1000);
// What arrives may need the scripts that are loaded after this one.
document.addEventListener('DOMContentLoaded', connect);
