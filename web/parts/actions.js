// What else can be done with a note: each says first what it will do, and can be taken back.

import { html } from '../vendor/preact.js';
import { call, get, notePath, post, selects } from '../lib/api.js';
import { count } from '../lib/format.js';
import { dropDraft } from '../lib/drafts.js';
import { isOurs } from '../lib/events.js';
import { go, href, listQuery, noteHref } from '../lib/router.js';
import { changed } from '../lib/state.js';
import { ask, confirm } from './dialog.js';
import { failed, said, toast } from './toast.js';
import { Icon } from './bits.js';

/** Which files a change would touch. @param {any} change */
const Would = (change) => html`<ul class="plain would">${change.changed.map(
  (/** @type {any} */ file) => html`<li><b>${file.change}
  </b> ${file.filename} <span class="dim">in ${file.place}</span></li>`,
)}</ul>
  ${change.warnings?.map((/** @type {string} */ text) => html`<p class="warn-text">${text}</p>`)}`;

/** @param {any} note */
async function remove(note) {
  const options = { query: selects(note), etag: note.hash };
  const yes = await confirm({
    title: `Delete “${note.name}”?`,
    text: 'Undo brings it back; its history stays. “Erase for good” is what leaves no trace.',
    yes: 'Delete',
    danger: true,
    preview: async () => {
      const links = await get(notePath(note.filename, '/links'), selects(note));
      return (
        links.in.length > 0 &&
        html`<p>
        ${count(new Set(links.in.map((/** @type {any} */ one) => one.filename)).size, 'note')} will have a link that leads nowhere.</p>`
      );
    },
  });
  if (!yes) return;
  const { data } = await call('DELETE', notePath(note.filename), options);
  go(href('/notes', listQuery()), { replace: true });
  changed();
  said(`Deleted “${note.name}”`, data, note.project);
}

/** Erases a note and every text that it had; a person says so by typing its name. @param {any} note */
export async function purge(note) {
  const path = notePath(note.filename, '/purge');
  const query = selects(note);
  const yes = await confirm({
    title: `Erase “${note.name ?? note.filename}” for good?`,
    text: 'The note goes with its history and every text that it ever had. Nothing brings it back: not undo, not restore.',
    yes: 'Erase for good',
    danger: true,
    type: note.filename,
    preview: async () => {
      const would = await post(path, { 'dry-run': true }, query);
      return html`${Would(would)}
        ${would.copies.length > 0 && html`<p class="warn-text">A text of it stays, because it is also one of ${would.copies.map((/** @type {any} */ one) => `${one.filename} in ${one.place}`).join(', ')}.</p>`}
        ${would.unreached.length > 0 && html`<p>There may also be copies where loci does not reach:</p><ul>${would.unreached.map((/** @type {string} */ one) => html`<li>${one}</li>`)}</ul>`}`;
    },
  });
  if (!yes) return;
  await post(path, { yes: true }, query);
  dropDraft(note);
  go(href('/notes', listQuery()), { replace: true });
  changed();
  toast(`“${note.name ?? note.filename}” is erased`);
}

/** @param {any} note */
async function rename(note) {
  const name = await ask({
    title: 'Rename',
    label: 'File name',
    value: note.filename.replace(/\.md$/, ''),
    yes: 'Go on',
    hint: 'Links to it change with it. The title stays: it is a field of the note.',
  });
  if (!name || name === note.filename.replace(/\.md$/, '')) return;
  const path = notePath(note.filename, '/rename');
  const options = { query: selects(note), etag: note.hash };
  const yes = await confirm({
    title: `Rename to ${name}?`,
    yes: 'Rename',
    preview: async () => Would((await call('POST', path, { ...options, body: { 'new-name': name, 'dry-run': true } })).data),
  });
  if (!yes) return;
  const { data } = await call('POST', path, { ...options, body: { 'new-name': name } });
  go(noteHref({ ...note, filename: data.filename }), { replace: true });
  changed();
  said(`Renamed to ${data.filename}${data.relinked ? `; the links of ${count(data.relinked, 'note')} followed` : ''}`, data, note.project);
}

/** @param {any} note @param {string} how */
async function move(note, how) {
  const options = /** @type {[string, string][]} */ (
    [
      ['global', 'global: for every project'],
      ['private', 'private: this project, on this machine'],
      ['shared', 'shared: in the repository, for everybody who has it'],
    ].filter(([one]) => one !== note.place && (one === 'global' || note.project))
  );
  const to =
    how === 'share' ? 'shared' : await ask({ title: how === 'copy' ? 'Copy to' : 'Move to', label: 'Scope', options, yes: 'Go on' });
  if (!to) return;
  const path = notePath(note.filename, how === 'copy' ? '/copy' : '/move');
  const query = selects(note);
  const yes = await confirm({
    title: how === 'share' ? 'Share with the repository?' : `${how === 'copy' ? 'Copy' : 'Move'} to ${to}?`,
    yes: how === 'share' ? 'Share' : how === 'copy' ? 'Copy' : 'Move',
    text:
      to === 'shared'
        ? 'It becomes a file of the repository: whoever gets the repository gets the note, and it is scanned for secrets first.'
        : undefined,
    preview: async () => Would((await call('POST', path, { query, etag: note.hash, body: { to, 'dry-run': true } })).data),
  });
  if (!yes) return;
  const { data } = await call('POST', path, { query, etag: note.hash, body: { to } });
  isOurs(data.hash);
  if (how !== 'copy')
    go(noteHref({ ...note, place: data.place, project: data.place === 'global' ? null : note.project }), { replace: true });
  changed();
  said(`${how === 'copy' ? 'Copied' : 'Moved'} to ${to}`, data, note.project);
}

/** @param {any} note */
async function verify(note) {
  const found = await get('/api/memory/verify', { workspace: note.project || undefined, notes: note.filename });
  changed();
  const bad = found.stale + found.missing;
  said(
    found.citations
      ? `${count(found.citations, 'citation')} looked up: ${bad ? `${bad} not there any more` : 'all found'}`
      : 'It cites nothing that can be looked up',
    {},
    null,
  );
}

/** @param {any} note */
const keep = (note) =>
  post(`/api/review/${encodeURIComponent(note.filename)}/keep`, {}, selects(note)).then((data) => {
    changed();
    said('Kept', data, note.project);
  });

/** @param {{note: any}} props */
export default function Actions({ note }) {
  const run = (/** @type {(note: any) => Promise<any>} */ act) => (/** @type {any} */ event) => {
    const box = event.target.closest('details');
    box.open = false;
    box.firstElementChild.focus(); // a dialog gives it back here
    act(note).catch(failed);
  };
  return html`<details class="menu-box" onKeyDown=${(/** @type {any} */ event) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      event.currentTarget.open = false;
      event.currentTarget.firstElementChild.focus();
    }
  }}>
    <summary class="icon-button" aria-label="More"><${Icon} name="more" /></summary><div class="menu-list">
    <button type="button" onClick=${run(rename)}>Rename…</button><button type="button" onClick=${run((one) => move(one, 'move'))}>Move…</button>
    <button type="button" onClick=${run((one) => move(one, 'copy'))}>Copy…</button>
    ${note.place === 'private' && html`<button type="button" onClick=${run((one) => move(one, 'share'))}>Share with the repository…</button>`}
    <button type="button" onClick=${run(verify)}>Look up what it cites</button>
    ${(note.expires || note.review_by) && html`<button type="button" onClick=${run(keep)}>Keep it</button>`}
    <button type="button" class="danger-text" onClick=${run(remove)}>Delete…</button>
    <button type="button" class="danger-text" onClick=${run(purge)}>Erase for good…</button></div></details>`;
}
