// The state of memory: what is wrong, what can be mended, what cites what is gone, what drifted.

import { html, useState } from '../vendor/preact.js';
import { get, post } from '../lib/api.js';
import { bytes, count, number, projectName } from '../lib/format.js';
import { go, href, noteHref } from '../lib/router.js';
import { changed, project, projects, thrownAway } from '../lib/state.js';
import { Fault, Meter, Screen, useData } from '../parts/bits.js';
import { confirm } from '../parts/dialog.js';
import { failed, said } from '../parts/toast.js';

/** The note that a path means, where it is one. @param {string} path @param {string} home @param {string} workspace */
function noteAt(path, home, workspace) {
  if (path.endsWith('/MEMORY.md')) return null;
  const below = path.startsWith(`${home}/`) ? path.slice(home.length + 1) : '';
  const own = /^(?:projects\/([^/]+)\/)?memory\/([^/]+\.md)$/.exec(below);
  if (own) return { filename: own[2], place: own[1] ? 'private' : 'global', project: own[1] ?? null };
  const shared = /\/\.loci\/memory\/([^/]+\.md)$/.exec(path);
  return shared && workspace && !below ? { filename: shared[1], place: 'shared', project: workspace } : null;
}
/** @param {{path: string, line: number, home: string, workspace: string}} props */
function Where({ path, line, home, workspace }) {
  const note = noteAt(path, home, workspace);
  return note ? html`<a href=${noteHref(note, '', {})}>${note.filename}</a>:${line} <span class="dim">${note.place}</span>` : html`${path}:${line}`;
}

/** @param {{found: any, workspace: string, home: string}} props */
function Check({ found, workspace, home }) {
  const mendable = found.findings.some((/** @type {any} */ one) => one.fixable);
  const mend = async () => {
    const query = { workspace: workspace || undefined };
    const yes = await confirm({
      title: 'Mend what is safe?',
      yes: 'Mend',
      preview: async () => {
        const would = await post('/api/memory/check', { fix: true, 'dry-run': true }, query);
        return html`<ul class="plain would">${(would.fixed?.changed ?? []).map(
          (/** @type {any} */ file) => html`<li><b>${file.change}
        </b> ${file.filename} <span class="dim">in ${file.place}</span></li>`,
        )}</ul>`;
      },
    });
    if (!yes) return;
    const done = await post('/api/memory/check', { fix: true }, query);
    changed();
    said('Mended', done.fixed ?? {}, workspace);
  };
  return html`<p>${count(found.notes, 'note')} checked: ${count(found.errors, 'error')}, ${count(found.warnings, 'warning')}. ${mendable && html`<button type="button" onClick=${() => mend().catch(failed)}>Mend what is safe</button>`}
    </p>
    ${
      found.findings.length > 0 &&
      html`<table><thead><tr><th>What</th><th>Where</th></tr></thead><tbody>
      ${found.findings.slice(0, 200).map(
        (/** @type {any} */ one) => html`<tr><td><span class=${`state state-${one.severity}`}>${one.severity}
      </span> ${one.message} <span class="dim">${one.rule}</span></td><td><${Where} path=${one.path} line=${one.line} home=${home} workspace=${workspace} /></td></tr>`,
      )}</tbody></table>`
    }`;
}

/** @param {{workspace: string}} props */
function Verify({ workspace }) {
  const [found, setFound] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const look = () => {
    setBusy(true);
    get('/api/memory/verify', { workspace: workspace || undefined })
      .then((one) => {
        setFound(one);
        changed();
      })
      .catch(failed)
      .finally(() => setBusy(false));
  };
  const bad =
    found?.notes.flatMap((/** @type {any} */ note) =>
      note.citations.filter((/** @type {any} */ one) => one.result !== 'ok').map((/** @type {any} */ one) => ({ ...one, note })),
    ) ?? [];
  return html`<h2>What notes cite</h2><p><button type="button" disabled=${busy} onClick=${look}>${busy ? 'Looking…' : 'Look it up'}</button></p>
    <div role="status">${
      found &&
      html`<p>
      ${count(found.citations, 'citation')} in ${count(found.notes.length, 'note')}: ${found.stale} stale, ${found.missing} missing.</p>
      ${
        bad.length > 0 &&
        html`<table><thead><tr><th>Cited</th><th>Note</th><th>Why</th></tr></thead><tbody>
      ${bad.map(
        (/** @type {any} */ one) => html`<tr><td><code>${one.text}</code></td><td>${one.note.filename}:${one.line}</td><td>
      <span class=${`state state-${one.result}`}>${one.result}</span> ${one.reason}</td></tr>`,
      )}</tbody></table>`
      }`
    }</div>`;
}

export default function Upkeep() {
  const workspace = project.value;
  const query = { workspace: workspace || undefined };
  const health = useData(() => get('/api/memory/health', query), [workspace]);
  const check = useData(() => post('/api/memory/check', {}, query), [workspace]);
  const drifts = workspace && !thrownAway.value;
  const drift = useData(() => (drifts ? get('/api/status', query) : Promise.resolve(null)), [workspace, drifts]);
  const state = health.data;
  const texts = state?.journal;
  const reindex = () =>
    post('/api/memory/reindex', {}, query)
      .then((done) => {
        changed();
        said('The indexes are up to date', done, workspace);
      })
      .catch(failed);
  const out = drift.data?.files.filter((/** @type {any} */ file) => file.status !== 'in step') ?? [];
  return html`<${Screen} title="Upkeep" name="upkeep" lead=${
    state
      ? html`${state.enabled ? 'Memory is on' : `Memory is off: ${state.disabled_by}`}, in <code>
    ${state.home}</code>`
      : 'Looking…'
  }
    tools=${html`<label class="field"><span>Workspace</span>
      <select value=${workspace} onChange=${(/** @type {any} */ event) => go(href('/upkeep', { project: event.target.value }))}>
      <option value="">global memory</option>${projects.value.map((one) => html`<option value=${one.project}>${projectName(one.project)}</option>`)}
      </select></label>`}>
    <${Fault} fault=${health.fault} again=${health.again} />
    ${
      state &&
      html`<div class="grid">${state.scopes.map(
        (/** @type {any} */ scope) => html`<section class="card"><h3>${scope.place}</h3>
      <p class="figure">${number(scope.files)}</p><p class="dim">${scope.files === 1 ? 'note' : 'notes'}${scope.untrusted && ', untrusted'}</p>
      <${Meter} label="Index" value=${scope.index.lines} most=${scope.index.max_lines} text=${`${scope.index.lines} of ${scope.index.max_lines} lines`} />
      </section>`,
      )}
      <section class="card"><h3>History</h3><p class="figure">${number(texts.records)}</p>
        <p class="dim">operations, ${bytes(texts.bytes + texts.text_bytes)} kept${texts.damaged > 0 && `, ${texts.damaged} damaged`}</p></section>
        </div>
      <h2>Problems</h2>${
        state.problems.length === 0
          ? html`<p>None.</p>`
          : html`<table><thead><tr><th>What</th><th>What to do</th></tr></thead>
        <tbody>${state.problems.map((/** @type {any} */ one) => html`<tr><td>${one.problem}</td><td>${one.fix}</td></tr>`)}</tbody></table>`
      }<p>
        <button type="button" onClick=${reindex}>Update the indexes</button></p>`
    }
    <h2>Check</h2><${Fault} fault=${check.fault} again=${check.again} />${check.data && html`<${Check} found=${check.data} workspace=${workspace} home=${state?.home ?? ''} />`}
    <${Verify} key=${workspace} workspace=${workspace} />
    <h2>Files compiled for other tools</h2>${!drifts && html`<p class="dim">${workspace ? 'This home is thrown away at the end: nothing is compiled.' : 'They belong to a workspace: choose one.'}</p>`}
      <${Fault} fault=${drift.fault} again=${drift.again} />${
        drift.data &&
        (out.length === 0
          ? html`<p>
      ${drift.data.files.length ? 'All up to date.' : 'Nothing is compiled for other tools.'}</p>`
          : html`<table><thead><tr><th>State</th><th>Tool</th>
      <th>File</th></tr></thead><tbody>${out.map(
        (/** @type {any} */ file) => html`<tr><td><span class="state state-warning">${file.status}</span>
      </td><td>${file.provider}</td><td>${file.path}</td></tr>`,
      )}</tbody></table><p class="dim">
      <code>loci apply</code> writes them anew, <code>loci import</code> takes edits back.</p>`)
      }<//>`;
}
