// The scratchpad of a project: open items to tick off.

import { html, useState } from '../vendor/preact.js';
import { call, get, post } from '../lib/api.js';
import { count, projectName } from '../lib/format.js';
import { go, href } from '../lib/router.js';
import { changed, projects, workspace } from '../lib/state.js';
import { Empty, Fault, Screen, useData } from '../parts/bits.js';
import { confirm } from '../parts/dialog.js';
import { failed, said } from '../parts/toast.js';

export default function Scratch() {
  const at = workspace.value;
  const [text, setText] = useState('');
  const { data, fault, again } = useData(() => (at ? get('/api/scratchpad', { workspace: at, all: true }) : Promise.resolve(null)), [at]);
  const act = (/** @type {Promise<any>} */ work, /** @type {string} */ words) =>
    work
      .then((done) => {
        changed();
        said(words, done, at);
      })
      .catch(failed);
  const open = data?.items.filter((/** @type {any} */ item) => !item.done) ?? [];
  const clear = async () => {
    const yes = await confirm({ title: 'Empty the scratchpad?', text: `${count(data.items.length, 'item')} would go, open ones among them. Undo brings them back.`, yes: 'Empty it', danger: true });
    if (yes) act(call('DELETE', '/api/scratchpad', { query: { workspace: at } }).then((one) => one.data), 'Emptied');
  };
  if (!at)
    return html`<${Screen} title="Scratchpad" name="scratch"><${Empty} title="No project yet">
    <p>A scratchpad belongs to a project. The first note in a workspace makes one.</p><//><//>`;
  return html`<${Screen} title="Scratchpad" name="scratch" lead=${`What is open in ${projectName(at)}: ${count(open.length, 'item')}. Agents see the open ones.`}
    tools=${html`${data?.items.length > 0 && html`<button type="button" onClick=${clear}>Empty it…</button>`}
      ${
        projects.value.length > 1 &&
        html`<label class="field"><span>Workspace</span>
        <select value=${at} onChange=${(/** @type {any} */ event) => go(href('/scratch', { project: event.target.value }))}>
        ${projects.value.map((one) => html`<option value=${one.project}>${projectName(one.project)}</option>`)}</select></label>`
      }`}>
    <${Fault} fault=${fault} again=${again} />
    <form class="pad-add" onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      if (text.trim()) act(post('/api/scratchpad', { text: text.trim() }, { workspace: at }), 'Added');
      setText('');
    }}>
      <input aria-label="New item" placeholder="What is to be done" value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
        <button class="primary">Add</button></form>
    <ul class="pad">${(data?.items ?? []).map(
      (/** @type {any} */ item) => html`<li key=${item.number}>
      <input type="checkbox" id=${`item-${item.number}`} checked=${item.done} disabled=${item.done}
      onChange=${() => act(post('/api/scratchpad/done', { which: String(item.number) }, { workspace: at }), 'Ticked off')} />
        <label for=${`item-${item.number}`} class=${item.done ? 'done' : ''}>${item.text}</label></li>`,
    )}</ul>
    ${data && data.items.length === 0 && html`<${Empty} title="Nothing open" />`}<//>`;
}
