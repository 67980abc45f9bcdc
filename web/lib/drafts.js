// What was typed and not saved: it survives a reload and a stopped server.

import { keyOf } from './events.js';

const PREFIX = 'loci.draft:';
/** `from`: the fields, without the body, that the note had then. @typedef {{fields: any, base: string, from?: any, time: string}} Draft */

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
/** @param {import('./api.js').NoteRef|null} note @param {any} fields @param {string} base the hash that was read @param {any} from the fields that were read */
export function keepDraft(note, fields, base, from) {
  const { body: _, ...others } = from;
  try {
    localStorage.setItem(nameOf(note), JSON.stringify({ fields, base, from: others, time: new Date().toISOString() }));
    return true;
  } catch {
    return false;
  }
}
/** @param {import('./api.js').NoteRef|null} note */
export const dropDraft = (note) => localStorage.removeItem(nameOf(note));
