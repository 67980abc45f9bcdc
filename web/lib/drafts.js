// What was typed and not saved: it survives a reload and a stopped server.

import { keyOf } from './events.js';

const PREFIX = 'loci.draft:';
/** @typedef {{fields: any, base: string, time: string}} Draft */

/** @param {import('./api.js').NoteRef|null} note of a new note: null */
const nameOf = (note) => PREFIX + (note ? keyOf(note) : 'new');
/** @param {import('./api.js').NoteRef|null} note @returns {Draft|null} */
export function draftOf(note) {
  try {
    return JSON.parse(localStorage.getItem(nameOf(note)) ?? 'null');
  } catch {
    return null;
  }
}
/** @param {import('./api.js').NoteRef|null} note @param {any} fields @param {string} base the hash that was read */
export function keepDraft(note, fields, base) {
  try {
    localStorage.setItem(nameOf(note), JSON.stringify({ fields, base, time: new Date().toISOString() }));
    return true;
  } catch {
    return false;
  }
}
/** @param {import('./api.js').NoteRef|null} note */
export const dropDraft = (note) => localStorage.removeItem(nameOf(note));
