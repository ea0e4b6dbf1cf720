// What is wrong with a table at the size that the window has: a list of sentences, empty if nothing is.
() => {
  const wrong = new Set(), page = document.getElementById('page');
  const letters = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const told = e => `${e.id || e.className} “${(e.getAttribute('aria-label') ?? e.textContent).trim().slice(0, 28)}”`;
  const scrolls = e => {
    const {overflowX, overflowY} = getComputedStyle(e);
    return /auto|scroll/.test(overflowX + overflowY)
      && (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1);
  };
  const top = (x, y) => document.elementFromPoint(x, y);
  const inside = (e, x, y) => { const hit = top(x, y); return hit && (e.contains(hit) || hit.contains(e)); };

  if (document.documentElement.scrollWidth > innerWidth) wrong.add('the page scrolls sideways');
  if (document.documentElement.scrollHeight > innerHeight) wrong.add('the page itself scrolls');
  for (const zone of page.querySelectorAll('.table, .lap, .own, .row, .hand1')) zone.scrollTo(0, 0);

  // Words: nothing cuts them and nothing lies over them. What a zone must be scrolled to is looked at where it lies.
  // for readers aloud, in drawers and tips, in a picture that is told beside it
  const ELSEWHERE = '.vh, .tip, .ptstip, .turnmark, #lexicon, .journal, .ticker, .wheel, [hidden]';
  const LAPPED = '.fan .stack:has(~ .stack), .cell > :not(:last-child)';    // cards that lie under others on purpose
  const BOXES = '.card, .place, .mini:not(.back), .btn, .seat, .well, .decide';
  const fault = (words, e, r) => {
    let cut = '';
    if (e.closest('.piles')?.getBoundingClientRect().bottom <= r.top + 1) return '';    // no room: left out whole
    for (let box = e; box !== page; box = box.parentElement) {
      const b = box.getBoundingClientRect(), style = getComputedStyle(box), holds = box.matches(BOXES);
      if (style.clipPath !== 'none') return '';
      if (scrolls(box)) {
        if (r.bottom > b.bottom + 1 || r.right > b.right + 1 || r.top < b.top - 1 || r.left < b.left - 1) return '';
        continue;
      }
      const wide = 2 * letters, high = 3 * letters;    // as much as a line may stand out of its box
      const beside = r.right > b.right + wide || r.left < b.left - wide;
      const above = r.bottom > b.bottom + high || r.top < b.top - high;
      if ((holds || style.overflowX !== 'visible') && beside) cut = told(box);
      if ((holds || style.overflowY !== 'visible') && above) cut = told(box);
    }
    if (cut) return `“${words}” is cut by ${cut}`;
    const x = r.x + r.width / 2, y = r.y + r.height / 2, hit = top(x, y);
    if (!hit) return `“${words}” is out of the window`;
    if (getComputedStyle(e).pointerEvents === 'none') return '';    // it lies on top, and is looked through
    if (e.matches('.cnt') && !e.contains(hit)) return `the number ${words} lies under ${told(hit)}`;
    const free = inside(e, x, y) || hit.closest('.over, .give') || e.closest('.stack, .pile, .tipbox, a')?.contains(hit);
    return free ? '' : `“${words}” lies under ${told(hit)}`;
  };
  const walk = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const words = walk.currentNode.nodeValue.trim(), e = walk.currentNode.parentElement;
    if (!words || e.closest(ELSEWHERE) || e.closest(LAPPED)) continue;
    if (!e.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    if (parseFloat(getComputedStyle(e).fontSize) < 2) continue;    // a sign stands for it
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    for (const r of range.getClientRects()) if (r.width > 2) wrong.add(fault(words.slice(0, 30), e, r));
  }

  const say = page.querySelector('#decide .say'), question = say.querySelector('h2').getBoundingClientRect();
  if (say.scrollHeight > say.clientHeight + 2) wrong.add(`the question is cut: ${say.textContent.trim()}`);
  const mark = page.querySelector('#decide .turnmark')?.getBoundingClientRect();
  if (mark?.bottom > question.top + 4) wrong.add('“your move” lies over the question');
  if (question.top < 0 || question.bottom > innerHeight) wrong.add('the question is out of sight');
  const card = page.querySelector('.own [id^="z-hand-"] .stack'), r = card?.getBoundingClientRect();
  if (card && !inside(card, r.x + r.width / 2, r.y + r.height / 2)) wrong.add('the hand is out of sight');
  for (const button of page.querySelectorAll('#decide .btn')) {
    const {width, height} = button.getBoundingClientRect();
    if (height && (height < 43.5 || width < 43.5)) wrong.add(`a button of ${width} × ${height}: ${told(button)}`);
  }
  for (const covered of hands.covered()) wrong.add(`nobody can click on ${covered}`);
  wrong.delete('');
  return [...wrong];
}
