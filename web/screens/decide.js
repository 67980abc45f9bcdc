// One list of what waits for a person: writes in the inbox, what agents noted, what is due, and
// how memory could be tidied.

import { html, useEffect, useState } from '../vendor/preact.js';
import { call, get, post, selects } from '../lib/api.js';
import { ago, count, projectName, who } from '../lib/format.js';
import { Diff } from '../lib/diff.js';
import { go, href, noteHref } from '../lib/router.js';
import { changed, project, projects } from '../lib/state.js';
import { Empty, Fault, Screen, useData } from '../parts/bits.js';
import { confirm, dialog } from '../parts/dialog.js';
import { failed, said, toast } from '../parts/toast.js';

/** So many of a kind are shown at once. */
const MOST = 50;
/** @param {{shown: number, total: number}} props */
const More = ({ shown, total }) => total > shown && html`<p class="dim">${count(total - shown, 'note')} more, once these are decided.</p>`;

/** Where a person's word may be wanted: global memory and the projects, or one of them. @param {string} workspace @returns {string[]} */
export const everywhere = (workspace) => (workspace ? ['', workspace] : ['', ...projects.value.map((one) => one.project)]);

/** @param {Promise<any>} work @param {string} words @param {string|null|undefined} workspace */
const act = (work, words, workspace) =>
  work
    .then((done) => {
      changed();
      said(words, done, workspace);
    })
    .catch(failed);

/** @param {{entry: any}} props */
function Held({ entry }) {
  const [item, setItem] = useState(/** @type {any} */ (null));
  const [round, setRound] = useState(0);
  const path = `/api/inbox/${encodeURIComponent(entry.id)}`;
  useEffect(() => {
    get(path).then(setItem, (fault) => setItem({ fault }));
  }, [entry.id, round]);
  const edit = async () => {
    const text = await dialog((close) => html`<${EditText} text=${item.files[0].text ?? ''} close=${close} />`, 'large');
    if (text !== null)
      act(
        call('PUT', path, { body: { content: text } }).then((one) => {
          setRound(round + 1);
          return one.data;
        }),
        'Changed; it still waits',
        null,
      );
  };
  return html`<article class="card"><div class="card-head"><h3>
    ${who(entry.actor)} wants to ${entry.operation} ${entry.files.map((/** @type {any} */ file) => file.filename).join(', ')}</h3><span class="dim">
    ${ago(entry.time)}${entry.workspace && `, ${projectName(entry.workspace)}`}</span>
    <div class="buttons">
      <button class="primary" type="button" onClick=${() => act(post(`${path}/accept`), 'Accepted', entry.workspace)}>Accept</button>
      <button type="button" disabled=${!item?.files?.[0]?.text} onClick=${edit}>Edit</button>
      <button type="button" onClick=${() => act(post(`${path}/reject`), 'Rejected', entry.workspace)}>Reject</button></div></div>
    <p class="card-why">It waits because ${entry.reasons.map((/** @type {any} */ one) => (typeof one === 'string' ? one : (one.message ?? one.why ?? one.reason ?? one.rule))).join('; ')}
      </p>
    ${item?.fault && html`<${Fault} fault=${item.fault} />`}${item?.files?.map(
      (/** @type {any} */ file) =>
        html`${
          file.conflict &&
          html`<p class="warn-text">
      ${file.conflict}</p>`
        }<${Diff} text=${file.diff} />`,
    )}</article>`;
}
/** @param {{text: string, close: (value: any) => void}} props */
function EditText({ text, close }) {
  const [value, setValue] = useState(text);
  return html`<form onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    close(value);
  }}><h2 id="dialog-title">Edit what waits</h2>
    <label class="field"><span>The whole file</span>
    <textarea rows="16" class="mono" value=${value} onInput=${(/** @type {any} */ event) => setValue(event.target.value)}></textarea></label>
    <div class="buttons"><button type="button" onClick=${() => close(null)}>Cancel</button><button class="primary">Keep this text</button></div>
      </form>`;
}

/** @param {{step: any, on: boolean, toggle: () => void}} props */
const Step = ({ step, on, toggle }) => html`<article class="card"><div class="card-head"><label>
  <input type="checkbox" checked=${on} onChange=${toggle} /> <b>${step.kind}${step.into && ` into ${step.into}`}</b></label>
  ${step.likely && html`<span class="chip">a guess</span> `}<span class="dim">
  ${step.files.map((/** @type {any} */ file) => file.file).join(', ')}</span></div><p class="card-why">${step.why}${step.likely && '. Both wordings are kept. It is done only when you tick it.'}</p><details>
  <summary>What it changes</summary><${Diff} text=${step.diff} /></details></article>`;

/** @param {{workspace: string}} props */
function Proposals({ workspace }) {
  const [made, setMade] = useState(/** @type {any} */ (null));
  const [turned, setTurned] = useState(/** @type {Set<string>} */ (new Set()));
  // A guess is off until somebody ticks it, everything else is on.
  const isOn = (/** @type {any} */ step) => turned.has(String(step.id)) === Boolean(step.likely);
  const { data } = useData(() => get('/api/memory/consolidate', { workspace: workspace || undefined }), [workspace]);
  const open = data?.proposals.find((/** @type {any} */ one) => one.state === 'open');
  useEffect(() => {
    setMade(null);
    if (open)
      post('/api/memory/consolidate', { proposal: open.proposal, why: true }, { workspace: workspace || undefined }).then(
        setMade,
        () => {},
      );
  }, [open?.proposal]);
  const look = () =>
    post('/api/memory/consolidate', { force: true, why: true }, { workspace: workspace || undefined })
      .then((found) => {
        setMade(found);
        if (!found.operations.length) toast('Nothing to tidy');
      })
      .catch(failed);
  const chosen = (made?.operations ?? []).filter(isOn).map((/** @type {any} */ one) => String(one.id));
  const apply = async () => {
    if (
      await confirm({
        title: `Do ${count(chosen.length, 'operation')}?`,
        yes: 'Do it',
        text: 'As one operation, which one undo takes back. Nothing is lost: what is put aside goes to the archive.',
      })
    )
      act(
        post('/api/memory/consolidate', { apply: true, ids: chosen, proposal: made.proposal }, { workspace: workspace || undefined }),
        'Tidied',
        workspace,
      );
  };
  return html`<section class="card"><div class="card-head"><h3>${workspace ? projectName(workspace) : 'Global memory'}</h3>
      <span class="dim">${made?.operations?.length > 0 ? count(made.operations.length, 'proposal') : data?.due ? 'It is time to look for notes that repeat each other or are out of date.' : 'Nothing is proposed.'}
        </span>
      <div class="buttons"><button type="button" onClick=${look}>Look for what can be tidied</button></div></div>
    ${
      made?.operations?.length > 0 &&
      html`<div class="steps">
      ${made.operations.map(
        (/** @type {any} */ step) =>
          html`<${Step} key=${step.id} step=${step} on=${isOn(step)} toggle=${() => {
            const next = new Set(turned);
            if (!next.delete(String(step.id))) next.add(String(step.id));
            setTurned(next);
          }} />`,
      )}
      <p class="buttons"><button class="primary" type="button" disabled=${!chosen.length} onClick=${apply}>Do ${count(chosen.length, 'operation')}
        </button></p></div>`
    }</section>`;
}

/** The name of a file that has lines which are held back, with the way to it where it is a note. @param {any} file @param {string} workspace */
function heldName(file, workspace) {
  if (file.filename === 'MEMORY.md' || ['daily', 'scratchpad'].includes(file.place)) return file.filename;
  const project = file.place === 'global' ? null : (file.project ?? (workspace || null));
  return html`<a href=${noteHref({ ...file, project }, 'edit', {})}>${file.filename}</a>`;
}

export default function Decide() {
  const workspace = project.value;
  const { data, fault, again } = useData(async () => {
    const [inbox, review] = await Promise.all([
      get('/api/inbox', { workspace: workspace || '*' }),
      get('/api/review', { workspace: workspace || '*', limit: MOST }),
    ]);
    const own = (/** @type {any} */ note) => ({ ...note, project: workspace && note.place !== 'global' ? workspace : (note.project ?? null) });
    return { inbox, review: { ...review, noted: review.noted.map(own), due: review.due.map(own) } };
  }, [workspace, projects.value.length]);
  const refOf = (/** @type {any} */ note) => note;
  const noted = (/** @type {any} */ note, /** @type {string} */ verb, /** @type {any} */ body = {}) =>
    post(`/api/review/${encodeURIComponent(note.filename)}/${verb}`, body, selects(refOf(note)));
  const entries = data?.inbox.entries ?? [];
  const held = data?.inbox.held_back ?? [];
  const nothing = data && !entries.length && !held.length && !data.review.noted.length && !data.review.due.length;
  return html`<${Screen} title="To decide" name="decide" lead="What waits for you. Nothing here counts until you say so."
    tools=${html`<label class="field"><span>Workspace</span>
      <select value=${workspace} onChange=${(/** @type {any} */ event) => go(href('/decide', { project: event.target.value }))}>
      <option value="">everything</option>${projects.value.map((one) => html`<option value=${one.project}>${projectName(one.project)}</option>`)}
      </select></label>`}>
    <${Fault} fault=${fault} again=${again} />${!data && !fault && html`<p class="dim" role="status">Looking…</p>`}${nothing && html`<${Empty} title="Nothing waits for you" />`}
    ${entries.length > 0 && html`<h2>Inbox</h2>${entries.map((/** @type {any} */ entry) => html`<${Held} key=${entry.id} entry=${entry} />`)}`}
    ${
      data?.review.noted.length > 0 &&
      html`<h2>Noted by agents</h2>${data.review.noted.map(
        (/** @type {any} */ note) => html`<article class="card">
      <div class="card-head"><h3><a href=${noteHref(refOf(note), '', {})}>${note.name}</a></h3><div class="buttons">
      <button class="primary" type="button" onClick=${() => act(noted(note, 'accept'), 'Confirmed', note.project)}>Confirm</button>
      <a class="button" href=${noteHref(refOf(note), 'edit', {})}>Edit</a>
      <button type="button" onClick=${() => act(noted(note, 'reject'), 'Taken out', note.project)}>Take out</button></div></div>
      <p class="card-why">Nobody has confirmed these lines. Until you do, agents treat them as likely, not as your word.</p><ul>
        ${note.lines.map(
          (/** @type {any} */ line) => html`<li>${line.text}${line.from === 'import' && html` <span class="dim">imported</span>`}
        </li>`,
        )}</ul></article>`,
      )}<${More} shown=${data.review.noted.length} total=${data.review.noted_total} />`
    }
    ${
      data?.review.due.length > 0 &&
      html`<h2>Due</h2>${data.review.due.map(
        (/** @type {any} */ note) => html`<article class="card">
      <div class="card-head"><h3><a href=${noteHref(refOf(note), '', {})}>${note.name}</a></h3><div class="buttons">
      <button class="primary" type="button" onClick=${() => act(noted(note, 'keep'), 'Kept', note.project)}>Keep</button>
      <a class="button" href=${noteHref(refOf(note), 'edit', {})}>Edit</a></div></div><p class="card-why">${note.why}</p><p>${note.description}</p>
      </article>`,
      )}<${More} shown=${data.review.due.length} total=${data.review.due_total} />`
    }
    ${
      held.length > 0 &&
      html`<h2>Held back</h2><p class="dim">No prompt shows these lines; the files are as they were.</p>
      ${held.map(
        (/** @type {any} */ file) => html`<article class="card"><h3>${heldName(file, workspace)} <span class="dim">in ${file.project ? `${projectName(file.project)}, ${file.place}` : file.place}</span></h3><ul>
      ${file.findings.map((/** @type {any} */ one) => html`<li>line ${one.line}: ${one.message} <span class="dim">${one.rule}</span></li>`)}</ul>
      </article>`,
      )}`
    }
    <h2>Tidying</h2>${everywhere(workspace)
      .slice(0, 12)
      .map((one) => html`<${Proposals} key=${one} workspace=${one} />`)}
    ${everywhere(workspace).length > 12 && html`<p class="dim">Choose a workspace above to tidy one of the others.</p>`}<//>`;
}
