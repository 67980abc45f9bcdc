// A note, to be written: its fields, its text, what it will look like, and whether it is saved.

import { html, useEffect, useMemo, useRef, useState } from '../vendor/preact.js';
import { call, notePath, post, selects } from '../lib/api.js';
import { ago, projectName, who } from '../lib/format.js';
import { isOurs } from '../lib/events.js';
import { draftOf, dropDraft, keepDraft } from '../lib/drafts.js';
import { Markup } from '../lib/markup.js';
import { go, href, listQuery, noteHref, route } from '../lib/router.js';
import { changed, projects } from '../lib/state.js';
import { Editor } from '../parts/editor.js';
import { failed, said } from '../parts/toast.js';
import { Later } from '../parts/later.js';

const TYPES = [
  ['user', 'what you want'],
  ['feedback', 'how work should be done'],
  ['project', 'facts of a project'],
  ['reference', 'where to look'],
];

/** @param {string} text */
const bodyOf = (text) => text.replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*\r?\n(\r?\n)?/, '');
/** When a note is to be heard, a text each. @param {any} note */
const heardOf = (note) => ({
  onCommand: (note?.triggers?.commands ?? []).join(', '),
  onPath: (note?.triggers?.paths ?? []).join(', '),
  onWord: (note?.triggers?.words ?? []).join(', '),
});
/** @param {any} note */
const fieldsOf = (note) =>
  note
    ? {
        name: note.name,
        description: note.description,
        type: note.type ?? '',
        tags: note.tags.join(', '),
        ...heardOf(note),
        body: bodyOf(note.text),
        at: '',
      }
    : { name: '', description: '', type: '', tags: '', ...heardOf(null), body: '', at: '' };
/** @param {string} text */
const listOf = (text) => [
  ...new Set(
    text
      .split(/,(?![^{]*\})/)
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

/** The triggers, where they are others than the note has. @param {any} fields @param {any} note */
function triggersOf(fields, note) {
  const before = heardOf(note);
  const drafted = { onCommand: '', onPath: '', onWord: '', ...fields };
  if (Object.entries(before).every(([key, text]) => drafted[key] === text)) return {};
  const given = { 'on-command': listOf(drafted.onCommand), 'on-path': listOf(drafted.onPath), 'on-word': listOf(drafted.onWord) };
  return Object.values(given).some((list) => list.length > 0) ? given : { 'no-triggers': true };
}

/** What the API is sent. @param {any} fields @param {any} note */
function requestOf(fields, note) {
  const body = {
    name: fields.name.trim(),
    description: fields.description.trim(),
    type: fields.type || undefined,
    tag: listOf(fields.tags),
    ...triggersOf(fields, note),
    content: fields.body,
  };
  if (note)
    return {
      ...body,
      name: body.name === note.name ? undefined : body.name,
      description: body.description === note.description ? undefined : body.description,
      type: body.type === note.type ? undefined : body.type,
    };
  return body;
}

/** A body that is larger is stored with the whole file, fields and all. */
const LARGE = 65536;

/**
 * Changes a note that is there. @param {any} fields @param {any} note @param {Record<string, any>} where @param {string} etag @param {boolean} [dry]
 * @returns {Promise<any>} the change
 */
async function change(fields, note, where, etag, dry = false) {
  const path = notePath(note.filename);
  const send = async (/** @type {any} */ body, /** @type {string} */ tag) =>
    (await call('PATCH', path, { query: where, etag: tag, body: dry ? { ...body, 'dry-run': true } : body })).data;
  const { content, ...others } = requestOf(fields, note);
  if (new Blob([content]).size <= LARGE) return send({ ...others, content }, etag);
  const first = dry ? {} : await send(others, etag);
  const now = dry ? { data: note, etag } : await call('GET', path, { query: where });
  const head = now.data.text.slice(0, now.data.text.length - bodyOf(now.data.text).length);
  return { ...first, ...(await send({ raw: true, content: head + content }, dry ? '' : now.etag)) };
}

/** @param {{note?: any}} props Without a note: a new one. */
export default function Edit({ note = null }) {
  const kept = useMemo(() => draftOf(note), []);
  const start = useMemo(() => fieldsOf(note), []);
  const [fields, setFields] = useState(kept?.fields ?? { ...start, at: route.value.query.project ? `private ${route.value.query.project}` : 'global' });
  const [base, setBase] = useState(note ? (kept?.base ?? note.hash) : '');
  const [from, setFrom] = useState(kept?.from ?? start); // the fields of that version
  const [state, setState] = useState(kept ? 'kept' : 'same');
  const [fault, setFault] = useState(/** @type {any} */ (null));
  const [hint, setHint] = useState(/** @type {any} */ (null));
  const [file, setFile] = useState('');
  const [rendered, setRendered] = useState(/** @type {any} */ (null));
  const [split, setSplit] = useState(localStorage.getItem('loci.preview') === 'on');
  const [round, setRound] = useState(0);
  const [conflict, setConflict] = useState(/** @type {any} */ (null));
  const dirty = state !== 'same' && state !== 'saved';
  const [scope, slug] = (fields.at || 'global').split(' ');
  const project = note ? note.project : slug || null;
  const where = note ? selects(note) : { workspace: project || undefined, scope };
  // Until one is chosen: what is for every project is mostly what the user wants.
  const type = fields.type || (note ? '' : scope === 'global' ? 'user' : 'project');
  const sent = { ...fields, type };
  // Somebody saved it since this text was read.
  const overtaken = note && state !== 'saving' && state !== 'saved' && base !== note.hash;

  const set = (/** @type {any} */ more) => {
    const next = { ...fields, ...more };
    setFields(next);
    setFault(null);
    setState(keepDraft(note, next, base, from) ? 'draft' : 'full');
  };
  const typed = (/** @type {string} */ name) => (/** @type {any} */ event) => set({ [name]: event.target.value });

  const saving = useRef(false); // what is being saved is not checked as well
  // What the server says of it as it stands, from the one schema; nothing is written.
  useEffect(() => {
    if (!dirty) return undefined;
    const timer = setTimeout(async () => {
      if (saving.current) return;
      try {
        if (!note && fields.name.trim()) {
          const named = await post(
            '/api/memory/remember',
            { title: fields.name.trim(), content: fields.body || '…', type: type || undefined, 'dry-run': true },
            where,
          );
          setFile(named.filename);
          if (saving.current) return;
          await call('PUT', notePath(named.filename), { query: where, isNew: true, body: { ...requestOf(sent, null), 'dry-run': true } });
        } else if (note) {
          await change(sent, note, where, '', true);
        }
        setHint(null);
      } catch (problem) {
        setHint(problem);
      }
    }, 450);
    return () => clearTimeout(timer);
  }, [fields]);
  useEffect(() => {
    if (!split) return undefined;
    const timer = setTimeout(() => {
      post('/api/render', { content: fields.body || ' ' }).then(setRendered, () => {});
    }, 120);
    return () => clearTimeout(timer);
  }, [fields.body, split]);
  const save = async (/** @type {string} */ over = '') => {
    if (saving.current) return;
    saving.current = true;
    setState('saving');
    setFault(null);
    try {
      let done;
      if (note) {
        done = await change(sent, note, where, over || base);
      } else {
        if (!fields.name.trim()) throw Object.assign(new Error('give it a title first'), { hint: '' });
        const named =
          file ||
          (
            await post(
              '/api/memory/remember',
              { title: fields.name.trim(), content: fields.body || '…', type: type || undefined, 'dry-run': true },
              where,
            )
          ).filename;
        done = (await call('PUT', notePath(named), { query: where, isNew: true, body: requestOf(sent, null) })).data;
      }
      isOurs(done.hash);
      dropDraft(note);
      setState('saved');
      changed();
      const ref = { filename: done.filename, place: done.place, project: done.place === 'global' ? null : project };
      go(done.status === 'held' ? '/decide' : noteHref(ref), { replace: true });
      said(note ? 'Saved' : `Saved as ${done.filename}`, done, project);
    } catch (problem) {
      const one = /** @type {any} */ (problem);
      saving.current = false;
      keepDraft(note, fields, base, from);
      setState(one.status === 0 ? 'offline' : 'failed');
      if (note && (one.status === 409 || one.status === 404)) {
        const theirs = await call('GET', notePath(note.filename), { query: { ...where, html: true } }).catch(() => null);
        setConflict({ theirs: theirs?.data ?? null, hash: theirs?.etag ?? '' });
      } else setFault(one);
    }
  };
  const latestSave = useRef(save);
  latestSave.current = save;
  useEffect(() => {
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === 's') {
        event.preventDefault();
        latestSave.current();
      }
      // What was typed is kept, so nothing is lost by leaving.
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open], .side.out')) latestLeave.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const title = useRef(/** @type {HTMLInputElement|null} */ (null));
  useEffect(() => {
    if (!note) title.current?.focus();
    document.title = `${note ? `Edit ${note.name}` : 'New note'} · loci`;
  }, []);

  const latestLeave = useRef(() => {});
  const leave = () => go(note ? noteHref(note) : href('/notes', listQuery()));
  latestLeave.current = leave;
  const discard = () => {
    dropDraft(note);
    setFields(fieldsOf(note));
    setBase(note?.hash ?? '');
    setFrom(fieldsOf(note));
    setState('same');
    setRound(round + 1);
  };
  const words = /** @type {Record<string, string>} */ ({
    same: note ? 'Saved' : '',
    saved: 'Saved',
    saving: 'Saving…',
    draft: 'Not saved yet; kept in this browser',
    kept: `Your text of ${ago(kept?.time ?? '')}, not saved yet`,
    failed: 'Not saved; kept in this browser',
    offline: 'Offline; kept in this browser',
    full: 'Not saved, and this browser has no room for it',
  });
  const about = (/** @type {RegExp} */ field) => (hint && field.test(hint.message) ? html`<em class="wrong">${hint.message}</em>` : null);
  if (conflict) {
    // Goes on from their version, with these fields.
    const goOn = (/** @type {any} */ next) => {
      const theirs = fieldsOf(conflict.theirs);
      setFields(next);
      setBase(conflict.hash);
      setFrom(theirs);
      keepDraft(note, next, conflict.hash, theirs);
      setConflict(null);
      setState('draft');
      setRound(round + 1);
    };
    return html`<${Later} from=${() => import('./conflict.js')} mine=${fields} theirs=${conflict.theirs} was=${from}
      theirFields=${conflict.theirs && fieldsOf(conflict.theirs)} base=${base}
      useTheirs=${() => {
        dropDraft(note);
        go(noteHref(note), { replace: true });
        changed();
      }}
      goOn=${goOn}
      again=${() => {
        call('PUT', notePath(note.filename), { query: where, isNew: true, body: requestOf(sent, null) }).then(({ data }) => {
          isOurs(data.hash);
          dropDraft(note);
          changed();
          go(noteHref(note), { replace: true });
          said('The note is back', data, project);
        }, failed);
      }} />`;
  }
  return html`<main id="main" class="edit" tabindex="-1"><form onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    save();
  }}>
    <div class="edit-bar"><h1>${note ? `Edit “${note.name}”` : 'New note'}</h1><span class="saving" role="status">${words[state]}</span>
      ${dirty && kept && html`<button type="button" onClick=${discard}>Discard</button>`}
      <button type="button" aria-pressed=${String(split)} onClick=${() => {
        localStorage.setItem('loci.preview', split ? 'off' : 'on');
        setSplit(!split);
      }}>Preview</button>
      <button type="button" onClick=${leave}>Close</button><button class="primary" disabled=${state === 'saving'}>Save</button></div>
    ${fault && html`<div class="fault" role="alert"><strong>${fault.message}</strong> ${fault.hint}</div>`}
    <div role="status">${
      overtaken &&
      html`<p class="notice warn">This note was changed meanwhile, by ${who(note.origin)}. ${
        dirty ? 'Your text stays here; saving shows both.' : html`<button type="button" onClick=${discard}>Take the new text</button>`
      }</p>`
    }</div>
    <div class="fields"><label class="field wider"><span>Title ${about(/name|title/)}</span>
      <input ref=${title} value=${fields.name} onInput=${typed('name')} required autocomplete="off" /></label>
      <label class="field wider"><span>In one sentence, to decide whether it matters ${about(/description/)}</span>
        <input value=${fields.description} onInput=${typed('description')} autocomplete="off" /></label>
      <label class="field"><span>Type ${about(/type/)}</span><select value=${type} onChange=${typed('type')}>
        ${!type && html`<option value="">none</option>`}${TYPES.map(([type, text]) => html`<option value=${type}>${type}: ${text}</option>`)}
        </select></label>
      <label class="field"><span>Tags, with commas ${about(/tag/)}</span><input value=${fields.tags} onInput=${typed('tags')} autocomplete="off" />
        </label>
      <details class="field wider" open=${Boolean(fields.onCommand || fields.onPath || fields.onWord)}>
        <summary>When agents are to hear of it ${about(/trigger/)}</summary>
        <label class="field"><span>Before commands, with commas</span>
          <input value=${fields.onCommand ?? ''} onInput=${typed('onCommand')} placeholder="git push" autocomplete="off" /></label>
        <label class="field"><span>Before files change, globs with commas</span>
          <input value=${fields.onPath ?? ''} onInput=${typed('onPath')} placeholder="migrations/**" autocomplete="off" /></label>
        <label class="field"><span>At prompts with words, with commas</span>
          <input value=${fields.onWord ?? ''} onInput=${typed('onWord')} placeholder="on call" autocomplete="off" /></label>
        </details>
      ${
        !note &&
        html`<label class="field"><span>Where</span><select value=${fields.at || 'global'} onChange=${typed('at')}>
        <option value="global">global: every project</option>
        ${projects.value.map(
          (one) => html`<optgroup label=${projectName(one.project)}><option value=${`private ${one.project}`}>${projectName(one.project)}: private</option>
          ${!one.gone && html`<option value=${`shared ${one.project}`}>${projectName(one.project)}: shared with the repository</option>`}</optgroup>`,
        )}</select></label>`
      }</div>
    ${!note && file && html`<p class="dim">It will be <code>${file}</code>.</p>`}
    <div class=${`both ${split ? 'split' : ''}`}>
      <${Editor} value=${fields.body} change=${(/** @type {string} */ body) => set({ body })} project=${project} save=${() => latestSave.current()} round=${round} eager=${!!note} />
      ${split && html`<section aria-label="Preview">${rendered && html`<${Markup} text=${rendered.html} />`}</section>`}</div>
    <div role="status">${hint && html`<p class="notice warn">${hint.message} ${hint.hint}</p>`}</div>
    <p class="dim"><kbd>Ctrl</kbd> <kbd>S</kbd> saves, <kbd>Esc</kbd> leaves. <code>[[</code> offers notes to link to. <label>
      <input type="checkbox" checked=${localStorage.getItem('loci.editor') === 'plain'}
      onChange=${(/** @type {any} */ event) => {
        localStorage.setItem('loci.editor', event.target.checked ? 'plain' : 'rich');
        setRound(round + 1);
      }} /> plain text area</label>
        </p></form></main>`;
}
