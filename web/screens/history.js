// The revisions of one note: what each changed, and the way back to it.

import { html, useEffect, useState } from '../vendor/preact.js';
import { get, notePath, post, selects } from '../lib/api.js';
import { ago, day, hour, who } from '../lib/format.js';
import { Diff } from '../lib/diff.js';
import { isOurs, keyOf } from '../lib/events.js';
import { arrive, noteHref, go } from '../lib/router.js';
import { changed } from '../lib/state.js';
import { Empty, Fault, Icon, useData } from '../parts/bits.js';
import { confirm } from '../parts/dialog.js';
import { failed, said } from '../parts/toast.js';
import { about, verb } from './timeline.js';

/** @param {{revision: any, note: any, newest: boolean}} props */
function Revision({ revision, note, newest }) {
  const [open, setOpen] = useState(newest);
  const [shown, setShown] = useState(/** @type {any} */ (null));
  const own = (/** @type {any} */ answer) =>
    answer.files.find((/** @type {any} */ file) => file.filename === revision.filename)?.diff ?? '';
  useEffect(() => {
    if (!open || shown || !revision.revision) return;
    get(`/api/memory/history/${revision.revision}`, { workspace: note.project || undefined }).then(
      (answer) => setShown({ diff: own(answer) }),
      (fault) => setShown({ fault }),
    );
  }, [open]);
  const restore = async () => {
    const body = { filename: note.filename, rev: revision.revision };
    const yes = await confirm({
      title: 'Bring this text back?',
      yes: 'Restore',
      text: 'It becomes the newest revision; nothing is lost.',
      preview: async () => {
        const answer = await get(notePath(note.filename, '/diff'), { ...selects(note), rev: revision.revision });
        return html`<p>From that text to the present one:</p>
        <${Diff} text=${answer.diff} />`;
      },
    });
    if (!yes) return;
    const done = await post('/api/memory/restore', body, selects(note));
    isOurs(done.hash);
    changed();
    go(noteHref(note));
    said(`Restored revision ${revision.revision}`, done, note.project);
  };
  return html`<li class="act"><time dateTime=${revision.time}>${revision.time ? hour(revision.time) : ''}</time>
    <div><span class="by">${who(revision.by)}</span> ${verb(revision.kind)} it <span class="dim">
      ${revision.time ? `${ago(revision.time)}, ${day(revision.time)}` : ''}</span><div class="files">
      ${revision.revision ? `revision ${revision.revision}` : 'not in the journal yet'}${about(revision) && ` · ${about(revision)}`}</div></div>
    <div class="buttons"><button type="button" aria-expanded=${String(open)} onClick=${() => setOpen(!open)}>Changes</button>
      ${revision.revision && revision.hash && !newest && html`<button type="button" onClick=${() => restore().catch(failed)}>Restore</button>`}</div>
    ${
      open &&
      html`<div class="more">
      ${shown?.fault ? html`<${Fault} fault=${shown.fault} />` : shown ? html`<${Diff} text=${shown.diff} />` : html`<p class="dim">Looking…</p>`}
      </div>`
    }</li>`;
}

/** @param {{note: any}} props */
export default function History({ note }) {
  const ref = { filename: note.filename, place: note.place, project: note.project };
  const { data, fault, again } = useData(() => get(notePath(ref.filename, '/log'), selects(ref)), [keyOf(ref)]);
  useEffect(() => {
    document.title = `History of ${note.name ?? ref.filename} · loci`;
    arrive();
  }, []);
  const gone = data?.revisions[0] && !data.revisions[0].hash;
  const erase = () =>
    import('../parts/actions.js').then((module) => module.purge({ ...ref, name: note.name })).catch(failed);
  return html`<main id="main" class="screen timeline" tabindex="-1"><header class="screen-head"><div><h1>History of ${note.name ?? ref.filename}</h1>
    <p class="lead">${gone ? 'The note is deleted. Restore brings it back.' : 'Every text it had, the newest first.'}</p></div>
    <div class="screen-tools">${!gone && html`<a class="button" href=${noteHref(ref)}><${Icon} name="back" />To the note</a>`}
      ${gone && html`<button type="button" class="danger-text" onClick=${() => erase()}>Erase for good…</button>`}</div></header>
      <${Fault} fault=${fault} again=${again} />
    ${data && data.revisions.length === 0 && html`<${Empty} title="No history"><p>It was not changed through loci yet.</p><//>`}
    <ul class="plain">${(data?.revisions ?? []).map((/** @type {any} */ revision, /** @type {number} */ i) => html`<${Revision} key=${revision.revision} revision=${revision} note=${ref} newest=${i === 0} />`)}
      </ul></main>`;
}
