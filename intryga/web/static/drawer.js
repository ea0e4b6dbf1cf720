// @ts-check
'use strict';
// Rules and cards open in a drawer beside the table. It holds the pages that the links lead to, which work without it.

const drawer = document.createElement('aside');
drawer.className = 'drawer';
drawer.tabIndex = -1;
drawer.hidden = true;
/** @type {HTMLElement | null} */
let opener = null;

async function pull(/** @type {string} */ address) {
  if (opener?.dataset.wait) {    // it takes a while
    drawer.dataset.address = address;
    const wait = {className: 'sure', textContent: opener.dataset.wait};
    drawer.replaceChildren(Object.assign(document.createElement('p'), wait));
    drawer.hidden = false;
  }
  const answer = await fetch(address).catch(() => null);
  const html = answer?.ok || answer?.status === 409 ? await answer.text() : '';
  if (opener?.dataset.wait && drawer.hidden) return;    // closed meanwhile
  const main = new DOMParser().parseFromString(html, 'text/html').getElementById('main');
  if (!main) { location.assign(address); return; }
  const shut = document.createElement('button');
  shut.type = 'button';
  shut.className = 'btn line shut';
  shut.textContent = '×';
  shut.setAttribute('aria-label', opener?.dataset.close ?? '×');
  shut.addEventListener('click', close_drawer);
  drawer.dataset.address = address;
  drawer.replaceChildren(shut, ...main.childNodes);
  const search = drawer.querySelector('.find1');
  if (search) drawer.querySelector('h1')?.after(search);    // in a narrow column it would stand far below
  drawer.className = `drawer ${main.className}`;
  for (const button of drawer.querySelectorAll('[data-show]')) button.removeAttribute('hidden');
  drawer.setAttribute('aria-label', opener?.getAttribute('aria-label') ?? '');
  drawer.hidden = false;
  drawer.scrollTop = 0;
  drawer.focus();
}

function close_drawer() {
  drawer.hidden = true;
  opener?.focus();
}

/** Where on the table a move of a hint is made; the one shown before is no longer marked. */
function show(/** @type {string} */ action) {
  for (const element of document.querySelectorAll('[data-advised]')) element.removeAttribute('data-advised');
  const found = document.querySelectorAll(`button[form=act][name=action][value="${CSS.escape(action)}"]`);
  for (const button of found) button.setAttribute('data-advised', '');
  const narrow = matchMedia('(width <= 45em)').matches;
  if (narrow) close_drawer();
  found[0]?.scrollIntoView({block: 'center'});
}

document.body.append(drawer);
// What was advised belongs to one question: once it is answered the drawer closes.
{
  const asking = document.getElementById('decide');
  const answered = () => { if (!drawer.hidden && drawer.classList.contains('hints1')) close_drawer(); };
  if (asking) new MutationObserver(answered).observe(asking, {childList: true, subtree: true, characterData: true});
}
document.addEventListener('click', event => {
  const wanted = event.target instanceof Element ? event.target.closest('[data-show]') : null;
  if (wanted instanceof HTMLElement) { show(wanted.dataset.show ?? ''); return; }
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const address = link.getAttribute('href') ?? '';
  if (link.matches('.bar a[data-drawer]')) {
    event.preventDefault();
    if (!drawer.hidden && drawer.dataset.address === address) { close_drawer(); return; }
    opener = link;
    pull(address);
  } else if (drawer.contains(link) && address.startsWith('#')) {
    event.preventDefault();    // the table's own elements may have the same names
    const place = drawer.querySelector(`[id="${CSS.escape(address.slice(1))}"]`);
    place?.closest('details')?.setAttribute('open', '');
    place?.scrollIntoView();
  } else if (drawer.contains(link) && link.pathname === new URL(drawer.dataset.address ?? '', location.href).pathname) {
    event.preventDefault();
    pull(link.href);
  }
});
drawer.addEventListener('submit', event => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.method !== 'get') return;
  event.preventDefault();
  const words = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  pull(`${(drawer.dataset.address ?? '').split('?')[0]}?${words}`);
});
document.addEventListener('keydown', event => {
  if (event.key !== 'Escape') return;
  const orders = document.querySelector('.orders[open]');    // what one says in advance, open over the bar
  if (!drawer.hidden) close_drawer();
  else if (orders) orders.removeAttribute('open');
  else if (location.hash === '#chronicle') location.hash = 'main';    // the other drawer, which needs no script
});
