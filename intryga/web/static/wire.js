// @ts-check
'use strict';
// What the live channel says, in full: wire.py writes phrases of which our pages are full as one sign each, and of a
// section that it has sent before only what is new. The texts of this connection are kept to build on.

const FIRST_SIGN = 0x80;
/** @type {string[]} */
let phrases = [];
/** @type {Map<string, string>} by section, as it was last told */
const texts = new Map();
let messages = 0;

/** A new connection begins. */
function forget() {
  texts.clear();
  messages = 0;
}

const spelt = (/** @type {string} */ text) =>
  text.replace(/[\x80-\x9f]/g, sign => phrases[sign.charCodeAt(0) - FIRST_SIGN]);

/** What is known already, by place and number, and between it what is new, which is known from then on (delta.py). */
function rebuilt(/** @type {string} */ old, /** @type {(number | string)[]} */ delta) {
  const known = old.split('<'), parts = [];
  for (let n = 0; n < delta.length; n++) {
    const part = delta[n];
    const said = typeof part === 'string' ? spelt(part).split('<') : known.slice(part, part + Number(delta[++n]));
    if (typeof part === 'string') known.push(...said);
    parts.push(...said);
  }
  return parts.join('<');
}

/** Puts a message in full; gives false if one before it has not arrived. */
function understood(/** @type {any} */ told) {
  phrases = told.phrases ?? phrases;
  if (told.story) told.story.lines = told.story.lines.map(spelt);
  if (!told.sections) return true;
  if (told.number !== ++messages) return false;
  for (const [id, change] of Object.entries(told.sections)) {
    told.sections[id] = typeof change === 'string' ? spelt(change) : rebuilt(texts.get(id) ?? '', change);
    texts.set(id, told.sections[id]);
  }
  return true;
}
