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
    loaded.value = true;
  });
}

/** @type {any} */
let timer;
let took = 0;
/** Counts what waits for a person, when nobody waits for the answer: with many notes it takes seconds. @param {number} delay */
export function countWaiting(delay) {
  clearTimeout(timer);
  timer = setTimeout(
    async () => {
      const begin = performance.now();
      const places = ['', ...projects.value.map((one) => one.project)];
      let sum = 0;
      try {
        const inbox = await get('/api/inbox');
        sum = inbox.waiting + (inbox.held_back?.length ?? 0);
        for (const one of places) {
          const review = await get('/api/review', { workspace: one || undefined, scope: one ? 'workspace' : 'global' });
          sum += review.noted.length + review.due.length;
        }
        waiting.value = sum;
      } catch {
        /* the next change asks again */
      }
      took = performance.now() - begin;
    },
    Math.max(delay, took * 10),
  );
}
