// Keys of one letter. They are dead where text is typed, and can be switched off.

import { signal } from '../vendor/preact.js';
import { go } from './router.js';

/** @typedef {{keys: string, text: string, run: (event: KeyboardEvent) => void, group: string}} Key */

/** Which there are now, for the help. @type {import('../vendor/preact.js').Signal<Key[]>} */
export const keys = signal([]);
export const lettersOn = signal(localStorage.getItem('loci.letters') !== 'off');
/** @param {boolean} on */
export function switchLetters(on) {
  lettersOn.value = on;
  localStorage.setItem('loci.letters', on ? 'on' : 'off');
}

/** Adds a key until the returned function is called. @param {string} name @param {string} text @param {(event: KeyboardEvent) => void} run @param {string} [group] */
export function key(name, text, run, group = 'Here') {
  const one = { keys: name, text, run, group };
  keys.value = [...keys.value, one];
  return () => {
    keys.value = keys.value.filter((other) => other !== one);
  };
}

let first = '';
let since = 0;
const inField = (/** @type {Element|null} */ target) =>
  !!target?.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], .editor');

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const at = /** @type {Element} */ (event.composedPath()[0]);
  if (inField(at) || inField(/** @type {Element} */ (event.target))) return;
  const letter = event.key.length === 1;
  if (letter && !lettersOn.value) return;
  if (document.querySelector('dialog[open]') && event.key !== 'Escape') return;
  const named = first && Date.now() - since < 1500 ? `${first} ${event.key}` : event.key;
  first = '';
  const found = keys.value.findLast((one) => one.keys === named) ?? keys.value.findLast((one) => one.keys === event.key);
  if (found) {
    if (event.key === 'Enter' && at.closest('a, button, summary')) return;
    event.preventDefault();
    found.run(event);
  } else if (event.key === 'g') {
    first = 'g';
    since = Date.now();
  }
});

export const PLACES = /** @type {[string, string, string][]} */ ([
  ['n', '/notes', 'Notes'],
  ['t', '/timeline', 'Timeline'],
  ['a', '/agent', 'What agents see'],
  ['d', '/decide', 'To decide'],
  ['u', '/upkeep', 'Upkeep'],
  ['o', '/tools', 'Tools'],
  ['g', '/graph', 'Graph'],
  ['c', '/calendar', 'Calendar'],
  ['s', '/scratch', 'Scratchpad'],
]);
for (const [letter, path, text] of PLACES) key(`g ${letter}`, text, () => go(path), 'Go to');
