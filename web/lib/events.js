// What changes while the page is open, whoever changes it.

import { signal } from '../vendor/preact.js';
import { online, signedIn } from './api.js';

/** @typedef {{filename: string, place: string, scope: string, project: string|null, hash: string|null}} Change */

/** Whether changes are heard of. */
export const listening = signal(false);
/** Notes that somebody else changed, by key, since they were last looked at. */
export const fresh = signal(/** @type {Set<string>} */ (new Set()));
/** @param {{project?: string|null, place: string, filename: string}} note */
export const keyOf = (note) => `${note.place === 'global' ? '' : (note.project ?? '')}/${note.place}/${note.filename}`;

/** @type {Set<(changes: Change[]) => void>} */
const hearers = new Set();
/** @param {(changes: Change[]) => void} hear @returns {() => void} */
export function onChange(hear) {
  hearers.add(hear);
  return () => hearers.delete(hear);
}

/** Hashes that this page left itself: no news. @type {Set<string>} */
const own = new Set();
/** @param {string|null|undefined} hash */
export function isOurs(hash) {
  if (hash) own.add(hash);
}
/** @param {{project?: string|null, place: string, filename: string}} note */
export function seen(note) {
  if (!fresh.value.has(keyOf(note))) return;
  const rest = new Set(fresh.value);
  rest.delete(keyOf(note));
  fresh.value = rest;
}

/** @type {EventSource|null} */
let source = null;
let wasOpen = false;
/** Of how many projects no change is told: there are too many to watch. */
let unwatched = 0;
document.addEventListener('visibilitychange', () => {
  if (unwatched && document.visibilityState === 'visible') for (const hear of hearers) hear([]);
});

export function listen() {
  source?.close();
  if (!signedIn.value) return;
  source = new EventSource('/api/events?workspace=*');
  source.addEventListener('hello', (event) => {
    unwatched = JSON.parse(/** @type {MessageEvent} */ (event).data).unwatched ?? 0;
    listening.value = online.value = true;
    // What happened meanwhile is not told: everything is asked anew.
    if (wasOpen) for (const hear of hearers) hear([]);
    wasOpen = true;
  });
  source.addEventListener('change', (event) => {
    /** @type {Change[]} */
    const changes = JSON.parse(/** @type {MessageEvent} */ (event).data).changes;
    const news = changes.filter((one) => one.hash && !own.has(one.hash) && one.filename !== 'MEMORY.md');
    if (news.length) fresh.value = new Set([...fresh.value, ...news.map(keyOf)]);
    for (const hear of hearers) hear(changes);
  });
  source.addEventListener('error', () => {
    listening.value = false;
    if (source?.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  });
}
