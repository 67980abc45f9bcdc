// What an agent gets of memory: the block, to the byte, with what each part takes and why; and
// what a prompt would call to mind.

import { html, useEffect, useState } from '../vendor/preact.js';
import { get } from '../lib/api.js';
import { count, number, projectName } from '../lib/format.js';
import { go, href, noteHref, route } from '../lib/router.js';
import { agents, projects } from '../lib/state.js';
import { Empty, Fault, Meter, Screen, useData } from '../parts/bits.js';

/** The room of the tool, in the unit that it counts in. @param {any} context */
function rooms(context) {
  const { limits } = context;
  return [
    limits.units && { label: 'Characters (UTF-16), as the tool counts', value: context.units, most: limits.units },
    limits.tokens && { label: 'Tokens, estimated', value: context.tokens, most: limits.tokens },
    limits.bytes && !limits.units && { label: 'Bytes', value: context.bytes, most: limits.bytes },
  ].filter(Boolean);
}

/** @param {{workspace: string}} props */
function Try({ workspace }) {
  const { query } = route.value;
  const [prompt, setPrompt] = useState(query.prompt ?? '');
  const { data, fault } = useData(
    () => (query.prompt ? get('/api/context/recall', { prompt: query.prompt, workspace: workspace || undefined }) : Promise.resolve(null)),
    [query.prompt, workspace],
  );
  useEffect(() => {
    const timer = setTimeout(() => {
      if (prompt.trim() !== (query.prompt ?? '')) go(href('/agent', { ...route.value.query, prompt: prompt.trim() }), { replace: true });
    }, 250);
    return () => clearTimeout(timer);
  }, [prompt]);
  return html`<section><h2>Try a prompt</h2><p class="dim">What a hook would add to it, and what it would leave out.</p>
    <label class="field"><span class="hidden">Prompt</span>
      <textarea rows="2" value=${prompt} placeholder="Why does the staging login fail?" onInput=${(/** @type {any} */ event) => setPrompt(event.target.value)}>
      </textarea></label>
    <${Fault} fault=${fault} /><div role="status">${
      data &&
      html`
      ${
        data.text
          ? html`<p class="dim">${count(data.tokens, 'token')} would be added:</p><pre class="block" tabindex="0">${data.text}
        </pre>`
          : html`<p>${data.query ? 'Nothing would be added.' : 'None of its words says enough, so nothing is searched for.'}</p>`
      }
      ${
        data.notes.length > 0 &&
        html`<table><thead><tr><th>Note</th><th>Told</th><th>Why</th></tr></thead><tbody>
        ${data.notes.map(
          (/** @type {any} */ note) => html`<tr><td>
        <a href=${noteHref({ ...note, project: note.place === 'global' ? null : workspace }, '', {})}>${note.name}</a></td>
        <td><span class=${`state ${note.told ? 'state-ok' : ''}`}>${note.told ? 'yes' : 'no'}</span></td><td>
          ${note.why} ${
            note.evidence &&
            html`<span class="dim">(${count(note.evidence.shared_words, 'word')} in common, ${Math.round(note.evidence.part * 100)} % of the prompt’s weight)</span>`
          }
          </td></tr>`,
        )}</tbody></table>`
      }`
    }</div></section>`;
}

export default function Agent() {
  const { query } = route.value;
  const workspace = query.project ?? '';
  const { data, fault, again } = useData(
    () =>
      get('/api/context', { workspace: workspace || undefined, tool: query.tool, agent: query.agent, budget: query.budget, explain: true }),
    [workspace, query.tool, query.agent, query.budget],
  );
  const { data: known } = useData(() => get('/api/tools').catch(() => ({ tools: [] })), []);
  const tools = [
    ['', 'loci context'],
    ...(known?.tools ?? []).filter((/** @type {any} */ tool) => tool.hooks).map((/** @type {any} */ tool) => [tool.tool, tool.title]),
  ];
  const change = (/** @type {any} */ more) => go(href('/agent', { ...query, ...more }), { replace: true });
  const total = data?.bytes || 1;
  return html`<${Screen} title="What agents see" name="agent" lead="The exact text that a session starts with: what went in, what it takes and what was left out."
    tools=${html`<label class="field"><span>Workspace</span>
      <select value=${workspace} onChange=${(/** @type {any} */ event) => change({ project: event.target.value })}>
      <option value="">none: global memory</option>${projects.value.map(
        (one) => html`<option value=${one.project}>${projectName(one.project)}
      </option>`,
      )}</select></label>
      <label class="field"><span>Tool</span>
        <select value=${query.tool ?? ''} onChange=${(/** @type {any} */ event) => change({ tool: event.target.value })}>
        ${tools.map(([tool, title]) => html`<option value=${tool}>${title}</option>`)}</select></label>
      ${
        agents.value.length > 0 &&
        html`<label class="field"><span>Agent</span>
        <select value=${query.agent ?? ''} onChange=${(/** @type {any} */ event) => change({ agent: event.target.value })}>
        <option value="">none</option>${agents.value.map((one) => html`<option value=${one.id}>${one.id}</option>`)}</select></label>`
      }
      <label class="field"><span>Budget, tokens</span>
        <input type="number" min="200" step="200" value=${query.budget ?? ''} placeholder="the tool’s" onChange=${(/** @type {any} */ event) => change({ budget: event.target.value })} />
        </label>`}>
    <${Fault} fault=${fault} again=${again} />
    ${data && !data.text && html`<${Empty} title="Agents would see nothing"><p>Memory is empty here, or off.</p><//>`}
    ${
      data?.text &&
      html`<div class="columns"><section aria-label="The block"><pre class="block" tabindex="0">${data.text}</pre>
      ${data.notice && html`<p class="notice warn">${data.notice}</p>`}</section>
      <section aria-label="What it takes">
        ${rooms(data).map((room) => html`<${Meter} label=${room.label} value=${room.value} most=${room.most} text=${`${number(room.value)} of ${number(room.most)}`} />`)}
        <div class="shares" aria-hidden="true">
          ${data.sections
            .filter((/** @type {any} */ part) => part.bytes > 0)
            .map(
              (/** @type {any} */ part) => html`<i style=${{ width: `${(part.bytes / total) * 100}%` }} title=${part.section}>
          </i>`,
            )}</div>
        ${data.sections.map(
          (/** @type {any} */ part) => html`<div class="part"><div class="part-head"><span>${part.section}</span><span>
          ${part.fate === 'omitted' ? 'left out' : `${Math.round((part.bytes / total) * 100)} %`}</span></div>
          <p>${part.why}; ${count(part.tokens, 'token')}${part.fate !== 'whole' ? `, ${part.fate}: ${number(part.bytes)} of ${number(part.whole_bytes)} bytes` : ''}
            </p></div>`,
        )}
        <p class="dim">The rest is the guide and the fence around it.</p></section></div>`
    }
    <${Try} workspace=${workspace} /><//>`;
}
