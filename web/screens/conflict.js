// Two texts of one note: mine, not saved, and the one that somebody saved meanwhile.

import { html } from '../vendor/preact.js';
import { ago, who } from '../lib/format.js';

/** @param {string} text */
const bodyOf = (text) => text.replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*\r?\n(\r?\n)?/, '');

/** @param {{mine: any, theirs: any, useTheirs: () => void, goOn: () => void, merged: (body: string) => void, again: () => void}} props */
export default function Conflict({ mine, theirs, useTheirs, goOn, merged, again }) {
  const other = theirs ? bodyOf(theirs.text) : '';
  const both = `${mine.body.trimEnd()}\n\n${other
    .split('\n')
    .filter((line) => line.trim() && !mine.body.includes(line.trim()))
    .join('\n')}\n`;
  return html`<main id="main" class="edit conflict" tabindex="-1"><div class="edit-bar"><h1>This note was ${theirs ? 'changed' : 'deleted'} while you wrote</h1></div>
    <p>${theirs ? html`It was saved ${ago(theirs.mod_time)} by ${who(theirs.origin)}. Your text is kept: choose what becomes of it.` : 'It was deleted meanwhile. Your text is kept: choose what becomes of it.'}
      </p>
    <div class="buttons">
      ${
        theirs
          ? html`<button class="primary" type="button" autofocus onClick=${goOn}>Go on with mine</button>
        <button type="button" onClick=${() => merged(both)}>Mine, with what theirs adds</button>
        <button type="button" onClick=${useTheirs}>Take theirs, drop mine</button>`
          : html`<button class="primary" type="button" autofocus onClick=${again}>Make it a note again</button>
        <button type="button" onClick=${useTheirs}>Drop mine</button>`
      }</div>
    <div class="sides"><section><h2>Mine</h2><pre tabindex="0">${mine.body}</pre></section>
      ${theirs && html`<section><h2>Theirs</h2><pre tabindex="0">${other}</pre></section>`}</div></main>`;
}
