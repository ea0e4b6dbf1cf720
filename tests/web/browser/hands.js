// What a hand with a mouse would find. A choice is brought to the middle of the window, then to its edges: if something
// else lies over its centre in all three places, nobody can click on it.
window.hands = {
  // By timers of its own: a test may stop those of the page.
  now: performance.now.bind(performance),
  later: setTimeout.bind(window),
  async until(holds, arg, patience) {
    const end = this.now() + patience;
    for (;;) {
      let found, fault = '';
      try { found = holds(arg); } catch (error) { fault = error; }    // of a page that is not all there yet
      if (found) return found;
      if (this.now() > end) throw new Error(`this never holds: ${holds} ${fault}`);
      await new Promise(done => this.later(done, 5));
    }
  },
  // Before its line is open a table sends plain forms: they do the same, but by another way than a test means to try.
  live() {
    if (document.readyState === 'loading') return false;
    return !document.getElementById('page')?.hasAttribute('data-live') || (typeof met !== 'undefined' && met);
  },
  visible(selector) {
    return [...document.querySelectorAll(selector)].filter(e => e.checkVisibility({visibilityProperty: true}));
  },
  choices() { return this.visible('button[form=act]'); },
  reach(e) {
    let under = null;
    for (const block of ['nearest', 'center', 'start', 'end']) {
      e.scrollIntoView({block, inline: 'nearest', behavior: 'instant'});
      const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
      under = document.elementFromPoint(x, y);
      if (under && e.contains(under)) return {x, y, covered: ''};
    }
    const [lower, upper] = [e, under ?? document.body].map(e => e.outerHTML.slice(0, 140));
    return {x: 0, y: 0, covered: `${lower} lies under ${upper}`};
  },
  // Cards fly over others; a hand waits until they lie.
  async landed() {
    const flights = document.getAnimations().filter(a => Number.isFinite(a.effect.getComputedTiming().endTime));
    await Promise.allSettled(flights.map(a => a.finished));
  },
  covered() { return [...this.lost(), ...this.choices().map(e => this.reach(e).covered).filter(Boolean)]; },
  // What is offered and can be seen nowhere.
  lost() {
    const seen = new Set(this.choices().map(e => e.value));
    const offered = [...document.querySelectorAll('button[form=act][name=action]')];
    return offered.filter(e => !seen.has(e.value)).map(e => `hidden: ${e.outerHTML.slice(0, 140)}`);
  },
  wide() {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    return [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth)
      .map(e => e.outerHTML.slice(0, 90));
  },
  // What the page would be if it were loaded now; gives the first thing that differs.
  async outdated() {
    const fresh = new DOMParser().parseFromString(await (await fetch(location)).text(), 'text/html');
    const plain = page => {
      const copy = page.getElementById('page').cloneNode(true);
      for (const clock of copy.querySelectorAll('.clock')) clock.remove();
      for (const copier of copy.querySelectorAll('[data-copy], [data-sound-switch]')) copier.removeAttribute('hidden');
      // Why something happened a plate says only as long as that is told too.
      for (const plate of copy.querySelectorAll('.kept')) plate.remove();
      for (const preview of copy.querySelectorAll('.ahead')) preview.replaceChildren();    // of what is pointed at
      for (const tip of copy.querySelectorAll('.tip')) tip.removeAttribute('style');    // where it found room
      for (const e of [copy, ...copy.querySelectorAll('*')]) e.normalize();
      return copy;
    };
    const differ = (a, b) => {
      if (a.isEqualNode(b)) return '';
      const kids = [...a.childNodes].findIndex((kid, n) => !b.childNodes[n] || !kid.isEqualNode(b.childNodes[n]));
      const deeper = kids >= 0 && b.childNodes[kids] ? differ(a.childNodes[kids], b.childNodes[kids]) : '';
      return deeper || `${a.outerHTML ?? a.nodeValue} instead of ${b.outerHTML ?? b.nodeValue}`;
    };
    return differ(plain(document), plain(fresh));
  },
  text(selector) { return document.querySelector(selector)?.textContent.replace(/\s+/g, ' ').trim(); },
  asked() {
    const seen = this.glance();
    return (seen.over || (seen.question && this.live())) && seen;
  },
  // Where to click for one of the choices, once somebody is asked.
  async aim(number, patience) {
    const seen = await this.until(() => this.asked(), null, patience);
    await this.landed();
    const choices = this.choices(), target = choices[number % choices.length];
    if (!target) return {...seen, covered: 'nothing to click on'};
    this.missed = false;
    const clicked = event => { this.missed = !event.target.closest('button[form=act]'); };
    addEventListener('click', clicked, {capture: true, once: true});
    return {...seen, ...this.reach(target)};
  },
  // Where nothing is painted no mouse can click: what lies at that place is pressed by itself.
  async press(number, patience) {
    const at = await this.aim(number, patience);
    if (!at.covered) document.elementFromPoint(at.x, at.y).closest('button').click();
    return at;
  },
  push(selector, number) {
    const found = this.visible(selector), e = found[number % found.length], at = this.reach(e);
    if (!at.covered) e.click();
    return at.covered;
  },
  drawn() {
    const styles = [...document.querySelectorAll('link[rel=stylesheet]')];
    return document.readyState !== 'loading' && styles.every(link => link.sheet);
  },
  newer(version) {
    if (document.readyState === 'loading') return false;
    return !!document.querySelector('#victory') || document.querySelector('[form=act][name=version]')?.value !== version;
  },
  glance() {
    const asked = document.querySelector('#decide:not(.wait):not(.replay) h2');
    return {
      over: !!document.querySelector('#victory'),
      question: asked ? asked.textContent : '',
      choices: asked ? this.choices().length : 0,
      version: document.querySelector('[form=act][name=version]')?.value ?? '',
      rules: [...document.querySelectorAll('a.rule')].map(e => e.getAttribute('href')),
    };
  },
};
