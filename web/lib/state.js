// What several screens share: the projects, the numbers beside the screens' names, and which
// project is meant, which the address says.

import { batch, computed, signal } from '../vendor/preact.js';
import { get } from './api.js';
import { route } from './router.js';

/** @typedef {{project: string, notes: number, shared_notes: number, paths: string[], gone: boolean}} Project */

export const projects = signal(/** @type {Project[]} */ ([]));
export const agents = signal(/** @type {{id: string}[]} */ ([]));
export const waiting = signal(0);
export const facets = signal(/** @type {{notes: number, types: any[], tags: any[], places: any[]}|null} */ (null));
export const loaded = signal(false);
/** Whether the home is thrown away at the end, as a sample's is: other tools are left alone then. */
export const thrownAway = signal(false);
/** What the last search found. */
export const hits = signal(/** @type {any[]} */ ([]));
/** Set when notes were changed here, so that lists are asked anew. */
export const version = signal(0);
export const changed = () => {
  version.value += 1;
};

/** The project that the address means: a note's own, else that of the list. '' = everything. */
export const project = computed(() => {
  const { parts, query } = route.value;
  if (query.project !== undefined) return query.project;
  if (parts[0] === 'note' && parts[1] !== '-') return parts[1] ?? '';
  return '';
});
/** A workspace for screens that need one: the one meant, else the newest with notes. */
export const workspace = computed(() => project.value || projects.value.find((one) => !one.gone || !one.paths.length)?.project || '');

export async function refreshShared() {
  const known = await get('/api/projects');
  batch(() => {
    projects.value = known.projects;
    thrownAway.value = known.ephemeral === true;
    loaded.value = true;
  });
}

/** @type {any} */
let timer;
let took = 0;
/** Counts what waits for a person, when nobody waits for the answer. @param {number} delay */
export function countWaiting(delay) {
  clearTimeout(timer);
  timer = setTimeout(
    async () => {
      const begin = performance.now();
      try {
        const inbox = await get('/api/inbox', { workspace: '*' });
        const review = await get('/api/review', { workspace: '*', limit: 0 });
        waiting.value = inbox.waiting + (inbox.held_back?.length ?? 0) + review.noted_total + review.due_total;
      } catch {
        /* the next change asks again */
      }
      took = performance.now() - begin;
    },
    Math.max(delay, took * 10),
  );
}
