// Agents' tools on this machine: connect them, and bring in what they remember.

import { html } from '../vendor/preact.js';
import { get, post } from '../lib/api.js';
import { number } from '../lib/format.js';
import { Diff } from '../lib/diff.js';
import { route } from '../lib/router.js';
import { changed, thrownAway } from '../lib/state.js';
import { Fault, Screen, useData } from '../parts/bits.js';
import { confirm, dialog } from '../parts/dialog.js';
import { failed, said, toast } from '../parts/toast.js';

/** What a set-up would do to which file. @param {any} would */
const Would = (would) => html`${would.files.map(
  (/** @type {any} */ file) => html`<p><code>${file.file}</code></p>
  ${file.diff ? html`<${Diff} text=${file.diff} />` : html`<p class="dim">nothing to change</p>`}`,
)}
  ${would.by_hand.map(
    (/** @type {any} */ one) => html`<p>${one.why ?? 'This is done by hand:'}</p>
    ${one.snippets.map(
      (/** @type {any} */ snippet) => html`<p class="dim">${snippet.file}</p><pre>${snippet.text}
    </pre>`,
    )}`,
  )}${!would.files.length && !would.by_hand.length && html`<p>Nothing to change.</p>`}`;

/** @param {any} tool @param {string} verb */
async function connect(tool, verb) {
  const path = `/api/tools/${verb}`;
  const yes = await confirm({
    title: verb === 'setup' ? `Connect ${tool.title}?` : `Disconnect ${tool.title}?`,
    yes: verb === 'setup' ? 'Connect' : 'Disconnect',
    text:
      verb === 'setup'
        ? 'These files of yours would be changed. A copy of each is kept, and the same button takes it back.'
        : 'What was written is taken away, and nothing else.',
    preview: async () => Would(await post(path, { tools: tool.tool, 'dry-run': true })),
  });
  if (!yes) return;
  await post(path, { tools: tool.tool });
  changed();
  toast(verb === 'setup' ? `${tool.title} is connected: start it anew` : `${tool.title} is disconnected`);
}

/** What a person does where loci writes nothing. @param {any} tool */
async function byHand(tool) {
  const would = await post('/api/tools/setup', { tools: tool.tool, 'dry-run': true });
  await dialog(
    (close) => html`<form onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      close(null);
    }}><h2 id="dialog-title">${tool.title} is set up by hand</h2><div class="preview" tabindex="0">${Would(would)}</div>
      <div class="buttons"><button class="primary" autofocus>Close</button></div></form>`,
  );
}

/** @param {any} store */
async function bring(store) {
  const query = { workspace: route.value.query.project || undefined };
  const yes = await confirm({
    title: `Import from ${store.title}?`,
    yes: 'Import',
    preview: async () => {
      const would = await post('/api/imports', { from: store.store, 'dry-run': true }, query);
      return html`${would.sources.map(
        (/** @type {any} */ source) => html`<p><code>${source.path}</code> into ${source.place}</p>
      <ul class="plain would">${source.notes.slice(0, 60).map((/** @type {any} */ note) => html`<li><b>${note.status}</b> ${note.filename}</li>`)}
      </ul>${source.notes.length > 60 && html`<p class="dim">and ${source.notes.length - 60} more</p>`}${source.warnings.map(
        (/** @type {string} */ text) => html`<p class="warn-text">
      ${text}</p>`,
      )}`,
      )}${!would.sources.length && html`<p>Nothing is there any more.</p>`}`;
    },
  });
  if (!yes) return;
  const done = await post('/api/imports', { from: store.store }, query);
  changed();
  said(`Imported from ${store.title}`, done, query.workspace);
}

/** What other tools remember here. */
export function Imports() {
  const { data, fault } = useData(
    () => (thrownAway.value ? Promise.resolve(null) : get('/api/imports', { workspace: route.value.query.project || undefined })),
    [route.value.query.project, thrownAway.value],
  );
  const stores = [...new Map((data?.stores ?? []).map((/** @type {any} */ one) => [one.store, one])).values()];
  if (thrownAway.value) return html`<p class="dim">This home is thrown away at the end: the memory of other tools is not read.</p>`;
  return html`<${Fault} fault=${fault} />
    ${
      data &&
      (stores.length === 0
        ? html`<p class="dim">No memory of other tools was found on this machine.</p>`
        : html`<table><thead><tr>
    <th>Tool</th><th>Notes</th><th>Where</th><th></th></tr></thead><tbody>
    ${data.stores.map(
      (/** @type {any} */ store, /** @type {number} */ i) => html`<tr><td>${store.title}</td><td>${number(store.notes)}</td><td>
    ${store.path}</td><td>
    ${data.stores.findIndex((/** @type {any} */ one) => one.store === store.store) === i && html`<button type="button" onClick=${() => bring(store).catch(failed)}>Import…</button>`}
    </td></tr>`,
    )}</tbody></table>`)
    }`;
}

/** The tools that can be connected. @param {{only?: boolean}} props only those that are here */
export function Connections({ only = false }) {
  const { data, fault, again } = useData(() => get('/api/tools'), []);
  const tools = (data?.tools ?? [])
    .filter((/** @type {any} */ tool) => !only || tool.here)
    .sort((/** @type {any} */ a, /** @type {any} */ b) => Number(b.here) - Number(a.here));
  return html`<${Fault} fault=${fault} again=${again} />
    ${thrownAway.value && html`<p class="dim">This home is thrown away at the end: no tool is connected to it.</p>`}
    ${data && tools.length === 0 && html`<p class="dim">None of the tools that loci knows is installed here.</p>`}<div class="grid">
    ${tools.map(
      (/** @type {any} */ tool) => html`<article class="card"><div class="card-head"><h3>${tool.title}</h3>
    <span class=${`state ${tool.connected === 'yes' ? 'state-yes' : tool.connected === 'in part' ? 'state-part' : 'dim'}`}>
    ${tool.connected === 'yes' ? 'connected' : tool.connected === 'in part' ? 'connected in part' : tool.here ? 'not connected' : 'not installed'}
    </span></div>
    ${!thrownAway.value && html`<p class="card-why">${tool.fault ?? (tool.files.length ? tool.files.join(', ') : 'is set up by hand')}</p>`}
    <div class="buttons">
      ${!tool.files.length && !tool.fault && html`<button type="button" onClick=${() => byHand(tool).catch(failed)}>How…</button>`}
      ${tool.files.length > 0 && !tool.fault && tool.connected !== 'yes' && html`<button type="button" class=${tool.here ? 'primary' : ''} onClick=${() => connect(tool, 'setup').catch(failed)}>Connect…</button>`}${tool.files.length > 0 && tool.connected !== 'no' && html`<button type="button" onClick=${() => connect(tool, 'unsetup').catch(failed)}>Disconnect…</button>`}
      </div></article>`,
    )}</div>`;
}

export default function Tools() {
  return html`<${Screen} title="Tools" name="tools" lead="Agents that use this memory, and memory that they already have. Nothing is changed before you have seen it.">
    <h2>Connected tools</h2><${Connections} /><h2>Bring in what they remember</h2><${Imports} /><//>`;
}
