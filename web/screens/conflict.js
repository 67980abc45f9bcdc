// Two texts of one note: mine, not saved, and the one that somebody saved meanwhile.

import { html, useEffect, useState } from '../vendor/preact.js';
import { notePath, post, selects } from '../lib/api.js';
import { ago, who } from '../lib/format.js';

/** What people call the fields. @type {Record<string, string>} */
const NAMES = {
  name: 'the title',
  description: 'the sentence about it',
  type: 'the type',
  tags: 'the tags',
  onCommand: 'the commands it waits for',
  onPath: 'the paths it waits for',
  onWord: 'the words it waits for',
};

/**
 * Each field as whoever changed it has it; where both did, mine.
 * @param {any} was @param {any} mine @param {any} theirs
 */
function mergeFields(was, mine, theirs) {
  const fields = { ...mine };
  const both = [];
  for (const key of Object.keys(NAMES)) {
    if (mine[key] === theirs[key]) continue;
    if (mine[key] === was[key]) fields[key] = theirs[key];
    else if (theirs[key] !== was[key]) both.push(NAMES[key]);
  }
  return { fields, both };
}

/** @param {{mine: any, theirs: any, theirFields: any, was: any, base: string, useTheirs: () => void, goOn: (fields: any) => void, again: () => void}} props */
export default function Conflict({ mine, theirs, theirFields, was, base, useTheirs, goOn, again }) {
  const other = theirFields?.body ?? '';
  const [answer, setAnswer] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (!theirs) return;
    post(`${notePath(theirs.filename)}/merge`, { base, content: mine.body }, selects(theirs)).then(setAnswer, () => setAnswer({ merged: false }));
  }, []);
  const { fields, both } = theirs ? mergeFields(was, mine, theirFields) : { fields: mine, both: [] };
  const appended = `${mine.body.trimEnd()}\n\n${other
    .split('\n')
    .filter((/** @type {string} */ line) => line.trim() && !mine.body.includes(line.trim()))
    .join('\n')}\n`;
  const said =
    answer &&
    (answer.merged
      ? `The two edits were merged, see below.${both.length > 0 ? ` Both changed ${both.join(' and ')}: your version is used there.` : ''}`
      : answer.base_kept === false
        ? 'They cannot be merged: the version that you began with is no longer kept.'
        : 'They cannot be merged: both changed the same lines.');
  return html`<main id="main" class="edit conflict" tabindex="-1"><div class="edit-bar"><h1>This note was ${theirs ? 'changed' : 'deleted'} while you wrote</h1></div>
    <p>${theirs ? html`It was saved ${ago(theirs.mod_time)} by ${who(theirs.origin)}. Your text is kept: choose what becomes of it.` : 'It was deleted meanwhile. Your text is kept: choose what becomes of it.'}
      </p>
    <p role="status">${said}</p>
    <div class="buttons">
      ${
        theirs
          ? html`${answer?.merged && html`<button class="primary" type="button" onClick=${() => goOn({ ...fields, body: answer.content })}>Go on with both, merged</button>`}
        <button class=${answer?.merged ? '' : 'primary'} type="button" autofocus onClick=${() => goOn(mine)}>Go on with mine</button>
        ${answer && !answer.merged && html`<button type="button" onClick=${() => goOn({ ...fields, body: appended })}>Mine, with what theirs adds</button>`}
        <button type="button" onClick=${useTheirs}>Take theirs, drop mine</button>`
          : html`<button class="primary" type="button" autofocus onClick=${again}>Create the note again</button>
        <button type="button" onClick=${useTheirs}>Drop mine</button>`
      }</div>
    <div class="sides">${answer?.merged && html`<section class="whole"><h2>Merged</h2><pre tabindex="0">${answer.content}</pre></section>`}
      <section><h2>Mine</h2><pre tabindex="0">${mine.body}</pre></section>
      ${theirs && html`<section><h2>Theirs</h2><pre tabindex="0">${other}</pre></section>`}</div></main>`;
}
