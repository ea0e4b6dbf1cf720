// @ts-check
'use strict';
// What happened is shown one thing after another: a queue of updates, each with its lines of the chronicle. Most lines
// are beats: they are told while their cards fly. At some hangs a plate (`data-moment`), which lies over the table for
// a while; one's own waits for a click. The question comes when all has been shown. Whoever wants to see nothing move
// gets one plate with all that happened; a page that nobody looks at, or that is behind, catches up at once.

const BEAT = 380, HURRIED = 160, RIBBON = 1400, PLATE = 2600, LONGEST = 9000, TWICE = 400;
const LEAVES = 140;    // milliseconds: a plate on its way out
const PRESSED = 1000, LET_GO = 60, LOOK_AGAIN = 30;    // how long a hand is about to click, at most and after it is up

/** @typedef {{version?: number, sections?: Record<string, string>, go?: string,
 *   story?: {lines: string[], keep: number, fresh: number}}} Update */

/** @type {Update[]} not shown yet */
const coming = [];
/** @type {{told: Update, steps: Element[], at: number, put: boolean} | null} being shown */
let showing = null;
/** @type {string | null} the question that waits while the queue has the bar */
let question_kept = null;
let next_step = 0;    // a timer
let halted = false;
let last_skip = 0;
let pressed_until = 0;
let question = document.getElementById('move')?.textContent ?? '';    // the last one that was read aloud

const pace = () => Number(document.getElementById('act')?.getAttribute('data-tempo') ?? 1);
const weight = (/** @type {Element} */ line) => line.getAttribute('data-moment') ?? '';
/** What a line says; the cards drawn beside it are for the eye. */
const sentence = (/** @type {Element} */ line) => [...line.querySelector(':scope > span')?.childNodes ?? []]
  .filter(part => !(part instanceof Element && part.matches('.chs'))).map(part => part.textContent).join('').trim();

/** Lines of an update, oldest first. */
function lines_of(/** @type {Update} */ told) {
  const fresh = (told.story?.lines ?? []).map(parsed).reverse();
  return /** @type {Element[]} */ (fresh.filter(line => line));
}

/** Nobody would see it, or nobody wants to wait for it: all that is there is shown at once. */
const at_once = (/** @type {Update} */ told) => document.hidden || !pace() || !told.story?.keep;

/** An update has come. */
function receive(/** @type {Update} */ told) {
  coming.push(told);
  if (at_once(told)) when_let_go(catch_up);
  else if (!showing && !next_step) advance();
}

/** Nothing changes between a press and its click, which would be lost, or fall on what has come in between. */
function when_let_go(/** @type {() => void} */ what) {
  clearTimeout(next_step);
  next_step = 0;
  if (performance.now() < pressed_until) next_step = setTimeout(when_let_go, LOOK_AGAIN, what);
  else what();
}

const advance = () => when_let_go(show_next);
const step = () => when_let_go(show_line);

function show_next() {
  const told = coming.shift();
  if (!told) { finish(); return; }
  const lines = all_lines(told), big = lines.some(weight);
  if (!big) {
    give_bar_back();    // a plate before has had it
    put(told);
    for (const line of lines) tell_line(line);
    settle_story(told);
    const beats = lines.filter(line => !line.matches('.head')).length;
    if (beats) sound('card');
    if (told.go) leave(told.go);
    const pause = Math.min(RIBBON, BEAT + HURRIED * Math.max(0, beats - 1)) * (behind() ? 0 : pace());
    next_step = setTimeout(advance, beats ? pause : 0);
    return;
  }
  if (still.matches) { at_rest(told, lines); return; }
  showing = {told, steps: lines, at: -1, put: false};
  const first = lines.findIndex(line => line.hasAttribute('data-before'));
  if (first < 0) put_now();
  step();
}

/** So much waits that only plates are worth their time. */
const behind = () => coming.length > 4;

/** Changes the table; the question is held back while the queue has the bar. */
function put(/** @type {Update} */ told) {
  const sections = {...told.sections};
  if (showing || question_kept !== null) {
    question_kept = sections.decide ?? question_kept ?? question_as_drawn();
    delete sections.decide;
  }
  if (Object.keys(sections).length && !apply(sections)) location.reload();
  shows(told.version);
}

/** Without where its tips have found room: styles in HTML are for nobody to set. */
function question_as_drawn() {
  const copy = /** @type {Element | undefined} */ (document.getElementById('decide')?.cloneNode(true));
  for (const tip of copy?.querySelectorAll('[style]') ?? []) tip.removeAttribute('style');
  return copy?.outerHTML ?? '';
}

function put_now() {
  if (!showing || showing.put) return;
  showing.put = true;
  question_kept ??= question_as_drawn();
  put(showing.told);
}

// --- one thing after another ---

/** It waits until its reader has read it, unless they have resigned. */
function mine(/** @type {Element} */ line) {
  return line.hasAttribute('data-mine') && !document.querySelector('.me.out');
}

function show_line() {
  if (!showing) return;
  const past = showing.steps[showing.at];
  if (past?.hasAttribute('data-before')) put_now();
  clear_plate();
  let line = showing.steps[++showing.at];
  for (; line?.matches('.head, [data-with]'); line = showing.steps[++showing.at]) tell_line(line);
  if (!line) { put_now(); rest_of(showing.told); showing = null; advance(); return; }
  tell_line(line);
  draw_bar(line);
  const kind = weight(line);
  if (kind) show_plate(line);
  sound(line.getAttribute('data-sound') ?? 'card');
  const total = showing.steps.reduce((sum, one) => sum + time_of(one, BEAT), 0);
  const time = time_of(line, total > LONGEST ? HURRIED : BEAT) * pace();
  if (!halted && !(kind && mine(line))) next_step = setTimeout(step, time);
}

function time_of(/** @type {Element} */ line, /** @type {number} */ beat) {
  if (line.matches('.head, [data-with]')) return 0;
  return weight(line) === 'plate' ? PLATE : weight(line) === 'ribbon' ? RIBBON : beat;
}

/** @type {WeakMap<Update, Element[]>} */
const parsed_lines = new WeakMap();
function all_lines(/** @type {Update} */ told) {
  if (!parsed_lines.has(told)) parsed_lines.set(told, lines_of(told));
  return parsed_lines.get(told) ?? [];
}

function rest_of(/** @type {Update} */ told) {
  for (const line of all_lines(told)) tell_line(line, false);
  settle_story(told);
  if (told.go) leave(told.go);
}

/** All at once, whatever still waits. */
function catch_up() {
  clearTimeout(next_step);
  next_step = 0;
  clear_plate();
  if (showing) { put_now(); rest_of(showing.told); showing = null; }
  const said = [];
  for (const told of coming.splice(0)) {
    put(told);
    for (const line of all_lines(told)) { tell_line(line, false); said.push(sentence(line)); }
    settle_story(told);
    if (told.go) leave(told.go);
  }
  if (said.length < 30) herald(said.join(' '));
  finish();
}

function leave(/** @type {string} */ where) {
  coming.length = 0;
  location.assign(where);
}

function give_bar_back() {
  if (question_kept === null) return;
  const kept = question_kept;
  question_kept = null;
  apply({decide: kept});
}

/** The queue is empty: the question appears. */
function finish() {
  halted = false;
  give_bar_back();
  const asked = document.getElementById('move')?.textContent ?? '';
  if (asked !== question) herald(question = asked, true);
  document.dispatchEvent(new Event('asked'));
}

// --- the chronicle and who hears it read ---

function tell_line(/** @type {Element} */ line, aloud = true) {
  const story = document.getElementById('story');
  if (story && line.parentElement !== story) story.append(line);
  if (aloud) herald(sentence(line));
}

function settle_story(/** @type {Update} */ told) {
  const story = document.getElementById('story');
  if (!story || !told.story) return;
  const wanted = told.story.keep + told.story.lines.length;
  while (story.childElementCount > wanted) story.firstElementChild?.remove();
  const lines = [...story.querySelectorAll('.ev:not(.head)')], old = lines.length - told.story.fresh;
  lines.forEach((line, n) => line.classList.toggle('now', n >= old));
  tell_latest(lines.at(-1));
}

/** Where the chronicle is shut, its last line stands by itself. */
function tell_latest(/** @type {Element | undefined} */ line) {
  const link = document.createElement('a');
  link.href = '#chronicle';
  link.append(...[...line?.children ?? []].filter(part => !part.matches('.kept')).map(part => part.cloneNode(true)));
  document.getElementById('ticker')?.replaceChildren(...(line ? [link] : []));
}

/** Read aloud once. */
function herald(/** @type {string} */ words, more = false) {
  const place = document.getElementById('herald');
  if (!place || !words) return;
  place.textContent = more && place.textContent ? `${place.textContent} ${words}` : words;
}

// --- the plate and the bar ---

function clear_plate() {
  const plate = document.getElementById('moment');
  if (!plate) return;
  plate.removeAttribute('id');
  plate.classList.add('gone');
  setTimeout(() => plate.remove(), LEAVES);
}

function show_plate(/** @type {Element} */ line) {
  const drawn = line.querySelector('.kept > .mo');
  if (drawn) lay(drawn.cloneNode(true));
}

function lay(/** @type {Node} */ content) {
  const over = document.createElement('div');
  over.id = 'moment';
  over.className = 'moment';
  over.setAttribute('aria-hidden', 'true');    // the herald has read it
  over.append(content);
  document.getElementById('main')?.append(over);
}

function draw_bar(/** @type {Element} */ line) {
  const bar = /** @type {HTMLTemplateElement | null} */ (document.getElementById('queue'));
  const drawn = /** @type {Element | null} */ (bar?.content.firstElementChild?.cloneNode(true) ?? null);
  if (!drawn || !showing) return;
  question_kept ??= question_as_drawn();
  const waits = mine(line) || halted, big = showing.steps.filter(weight), at = big.indexOf(line);
  const head = drawn.querySelector('h2'), dots = drawn.querySelector('.dots');
  if (head) head.textContent = line.querySelector('.mo-h')?.textContent?.trim() || sentence(line);
  const then = showing.steps.slice(showing.at + 1).find(weight)?.querySelector('.mo-k')?.textContent?.trim();
  const next = drawn.querySelector('.then');
  if (next && then) next.append(` ${then}`); else next?.remove();
  if (dots && big.length > 1) {
    dots.innerHTML = big.map((_, n) => `<i class="${n === at ? 'now' : n < at ? 'done' : ''}"></i>`).join('');
  }
  for (const button of drawn.querySelectorAll('[data-queue]')) {
    const kind = button.getAttribute('data-queue');
    button.toggleAttribute('hidden', waits !== (kind === 'go'));
  }
  apply({decide: drawn.outerHTML});
}

/** For who wants nothing to move: one plate with all that happened, the big things first. */
function at_rest(/** @type {Update} */ told, /** @type {Element[]} */ lines) {
  const list = document.createElement('div');
  list.className = 'mo mo-paper mo-list';
  const big = lines.filter(weight);
  for (const line of big) {
    for (const part of line.querySelectorAll('.mo-k, .mo-h, .mo-w')) list.append(part.cloneNode(true));
  }
  const said = list.textContent ?? '';    // a plate says why: that need not be said again
  const small = lines.filter(line => !weight(line) && !line.matches('.head') && !said.includes(sentence(line)));
  const rest = document.createElement('ul');
  rest.append(...small.slice(-8).map(line => {
    const item = document.createElement('li');
    item.textContent = sentence(line);
    return item;
  }));
  if (small.length) list.append(rest);
  halted = true;
  showing = {told, steps: [big[0]], at: 0, put: false};
  put_now();
  for (const line of lines) tell_line(line, false);
  herald(lines.map(sentence).join(' '));
  lay(list);
  draw_bar(big[0]);
}

// --- skip, halt, again ---

function skip() {
  if (!showing) return;
  if (Date.now() - last_skip < TWICE) { catch_up(); return; }
  last_skip = Date.now();
  halted = false;
  step();
}

function halt() {
  if (!showing) return;
  halted = !halted;
  clearTimeout(next_step);
  next_step = 0;
  if (halted) draw_bar(showing.steps[showing.at]);
  else step();
}

/** Shows lines of the chronicle once more; nothing on the table changes. */
function again(/** @type {Element[]} */ lines) {
  if (showing || !lines.length) return;
  clearTimeout(next_step);
  const told = {};
  parsed_lines.set(told, []);
  showing = {told, steps: lines, at: -1, put: true};
  step();
}

/** The lines of the turn that a heading begins. */
function turn_of(/** @type {Element} */ head) {
  const found = [];
  for (let e = head.nextElementSibling; e && !e.matches('.head'); e = e.nextElementSibling) found.push(e);
  return found;
}

document.addEventListener('click', event => {
  const on = event.target instanceof Element ? event.target : null;
  const kind = on?.closest('[data-queue]')?.getAttribute('data-queue');
  if (kind === 'halt') halt();
  else if (kind === 'all') catch_up();
  else if (kind || on?.closest('.moment .mo')) skip();
  else if (on?.closest('.ev.head')) again(turn_of(/** @type {Element} */ (on.closest('.ev.head'))));
  else if (on?.closest('[data-again-last]')) again(all('#story .ev.now'));
});
document.addEventListener('keydown', event => {
  if (!showing || event.ctrlKey || event.metaKey || event.altKey) return;
  const on = event.target instanceof HTMLElement ? event.target : document.body;
  if (on.matches('input, select, textarea')) return;
  if (event.key !== 'Escape' && !(event.key === ' ' && !on.matches('button, a, summary'))) return;
  event.preventDefault();
  if (event.shiftKey) catch_up(); else skip();
});
document.addEventListener('visibilitychange', () => { if (document.hidden) catch_up(); });
for (const [kind, time] of Object.entries({pointerdown: PRESSED, pointerup: LET_GO, pointercancel: 0, click: 0})) {
  document.addEventListener(kind, () => { pressed_until = performance.now() + time; }, true);
}
// Whoever chooses something has seen enough; but not on a table that has not changed yet: there they look first, unless
// what is still to come does not concern them.
document.addEventListener('submit', event => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if ((!showing && !coming.length) || !['act', 'undo'].includes(form.id)) return;
  const unseen = coming.length || !showing?.put, seen = version();
  if (unseen) { event.preventDefault(); event.stopPropagation(); }
  catch_up();
  const by = /** @type {HTMLElement | null} */ (/** @type {SubmitEvent} */ (event).submitter);
  if (unseen && by?.isConnected && version() === seen) setTimeout(() => form.requestSubmit(by));
}, true);
document.documentElement.classList.add('live');
