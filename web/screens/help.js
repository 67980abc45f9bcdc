// Every key, and how to switch single letters off.

import { html } from '../vendor/preact.js';
import { keys, lettersOn, switchLetters } from '../lib/keys.js';
import { Screen } from '../parts/bits.js';

const NOTES = [
  ['/', 'Search'],
  ['j, k', 'Next note, note before'],
  ['Enter', 'Open it'],
  ['e', 'Edit the note'],
  ['h', 'Its history'],
  ['Esc', 'Back'],
  ['Ctrl S', 'Save, in the editor'],
];

export default function Help() {
  const groups = new Map([
    ['Notes', NOTES],
    ...['Anywhere', 'Go to'].map(
      (name) =>
        /** @type {[string, string[][]]} */ ([name, keys.value.filter((one) => one.group === name).map((one) => [one.keys, one.text])]),
    ),
  ]);
  return html`<${Screen} title="Keys and help" name="help" lead="Everything here can be done without a mouse.">
    <p><label><input type="checkbox" checked=${lettersOn.value} onChange=${(/** @type {any} */ event) => switchLetters(event.target.checked)} /> Single letters are keys</label>
      </p>
    <div class="grid keys">${[...groups].map(
      ([name, rows]) =>
        html`<section class="card"><h2>${name}</h2><dl>${rows.map(
          ([letters, text]) => html`<dt>
      ${letters.split(/[ ,]+/).map((one) => html`<kbd>${one}</kbd> `)}</dt><dd>${text}</dd>`,
        )}</dl></section>`,
    )}</div>
    <h2>Search</h2><p>Words, <code>"a phrase"</code>, <code>+must</code>, <code>-not</code>, <code>pre*</code>, <code>type:user</code>, <code>tag:style</code>, <code>file:name</code>, <code>after:2026-11-01</code>, <code>before:7d</code>.</p>
    <h2>Where things are</h2>
      <p>Notes are Markdown files. Every change is in the history and can be undone, here and with <code>loci undo</code>. The same is there for programs: <a href="/api/openapi.json" target="_blank" rel="noopener">the API</a>.</p>
      <//>`;
}
