// Everything is an address: which screen, which note, which list. Links are plain <a href>.

import { signal } from '../vendor/preact.js';
import { address } from './api.js';

/** @typedef {{path: string, parts: string[], query: Record<string, string>}} Route */

/** @returns {Route} */
function read() {
  const parts = location.pathname
    .split('/')
    .filter(Boolean)
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
  return { path: location.pathname, parts, query: Object.fromEntries(new URLSearchParams(location.search)) };
}

export const route = signal(read());

let moved = false;
/** Puts the focus on what came, where the page itself was not just opened. @param {boolean} [always] also from where it still stands */
export function arrive(always = false) {
  const at = document.activeElement;
  if (moved && (always || !at || at === document.body)) /** @type {HTMLElement|null} */ (document.querySelector('#main'))?.focus({ preventScroll: true });
}

/** @param {string} href @param {{replace?: boolean}} [options] */
export function go(href, { replace = false } = {}) {
  moved = true;
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  route.value = read();
}

/** The address of a screen; of `query` only what has a value. */
export { address as href };

/** The same screen with another query. @param {Record<string, any>} changes */
export const withQuery = (changes) => address(route.value.path, { ...route.value.query, ...changes });

/** The address of a note, in the list it is read in. @param {import('./api.js').NoteRef} note @param {string} [view] @param {Record<string, any>} [list] */
export function noteHref(note, view = '', list = listQuery()) {
  const parts = [note.project || '-', note.place, note.filename].map(encodeURIComponent);
  return address(`/note/${parts.join('/')}${view ? `/${view}` : ''}`, list);
}
/** The note that an address names. @param {string[]} parts @returns {import('./api.js').NoteRef} */
export const noteOf = (parts) => ({ project: parts[1] === '-' ? null : parts[1], place: parts[2] ?? '', filename: parts[3] ?? '' });

const LIST = ['project', 'scope', 'type', 'tag', 'q', 'sort'];
/** The part of the query that says which list is meant. */
export const listQuery = () => Object.fromEntries(LIST.map((name) => [name, route.value.query[name]]));

addEventListener('popstate', () => {
  moved = true;
  route.value = read();
});
document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = /** @type {HTMLAnchorElement|null} */ (/** @type {Element} */ (event.target).closest?.('a[href]'));
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
  if (link.pathname.startsWith('/api/') || link.pathname.startsWith('/web/')) return;
  if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
});
