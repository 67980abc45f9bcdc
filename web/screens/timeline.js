// Everything that was done, by whom and when; what an agent's session did stands together.

import { html, useEffect, useState } from '../vendor/preact.js';
import { get } from '../lib/api.js';
import { count, date, day, hour, projectName, who } from '../lib/format.js';
import { Diff } from '../lib/diff.js';
import { go, href, noteHref, route } from '../lib/router.js';
import { Empty, Fault, Screen, useData } from '../parts/bits.js';
import { confirm } from '../parts/dialog.js';
import { failed, takeBack } from '../parts/toast.js';
import { version } from '../lib/state.js';

const VERBS = /** @type {Record<string, string>} */ ({
  write: 'wrote',
  edit: 'edited',
  remember: 'remembered',
  delete: 'deleted',
  rename: 'renamed',
  move: 'moved',
  copy: 'copied',
  restore: 'restored',
  undo: 'undid a change of',
  purge: 'erased',
  reindex: 'put the index in step for',
  import: 'imported',
  'scratch add': 'added to',
  'scratch done': 'ticked off on',
  'scratch clear': 'emptied',
  'daily add': 'logged in',
  external: 'changed',
  hold: 'asked to change',
  accept: 'accepted',
  reject: 'rejected',
  keep: 'kept',
  search: 'searched',
  consolidate: 'tidied',
  rescue: 'rescued',
});
export const verb = (/** @type {string} */ kind) => VERBS[kind] ?? kind;
const by = (/** @type {any} */ row) => who(row.origin === 'external' || row.origin?.startsWith('import') ? row.origin : row.actor);
/** The notes an operation is about; indexes follow by themselves. @param {any} row */
const files = (row) => {
  const all = row.files.filter((/** @type {any} */ file) => file.filename !== 'MEMORY.md');
  return all.length ? all : row.files;
};
const refOf = (/** @type {any} */ file, /** @type {any} */ row) => ({ ...file, project: file.place === 'global' ? null : row.workspace });

/** What the summary adds to who did what to which file. @param {any} row */
export function about(row) {
  const told = /^[a-z ]+ \S+\.md(?: in \S+)?(?:: (.*))?$/s.exec(row.summary ?? '');
  return told ? (told[1] ?? '') : (row.summary ?? '');
}

/** @param {any} row */
async function askAndTakeBack(row) {
  const yes = await confirm({
    title: 'Take this back?',
    yes: 'Undo',
    text: `${by(row)} ${verb(row.kind)} ${files(row)
      .map((/** @type {any} */ one) => one.filename)
      .join(', ')}`,
    preview: async () => {
      const shown = await get(`/api/memory/history/${row.operation}`, { workspace: row.workspace || undefined });
      return html`<p>This change would be reversed:</p>
      ${shown.files.filter((/** @type {any} */ one) => one.filename !== 'MEMORY.md').map((/** @type {any} */ one) => html`<${Diff} text=${one.diff} />`)}`;
    },
  });
  if (yes) await takeBack(row.operation, row.workspace);
}

/** A file by the name that people have for it, with the way to it. @param {{file: any, row: any}} props */
function File({ file, row }) {
  const name = file.filename.replace(/\.md$/, '');
  const project = row.workspace;
  if (file.place === 'daily') return html`<a href=${href(`/calendar/${name}`, { project })}>the log of ${name}</a>`;
  if (file.place === 'scratchpad') return html`<a href=${href('/scratch', { project })}>the scratchpad</a>`;
  if (name === 'MEMORY' || file.place === 'inbox' || file.place.startsWith('archive')) return file.filename;
  return html`<a href=${noteHref(refOf(file, row), file.after ? '' : 'history', {})}>${name}</a>`;
}

/** @param {{row: any}} props */
export function Act({ row }) {
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (open && !shown)
      get(`/api/memory/history/${row.operation}`, { workspace: row.workspace || undefined }).then(setShown, (fault) => setShown({ fault }));
  }, [open]);
  const all = files(row);
  const can = row.operation && !row.undone && !['purge', 'gc'].includes(row.kind) && row.files.length > 0;
  return html`<li class=${`act ${row.undone ? 'undone' : ''}`}><time dateTime=${row.time}>${hour(row.time)}</time>
    <div><span class="what"><span class="by">${by(row)}</span> ${verb(row.kind)} ${
      all.length === 0
        ? html`<span class="dim">${row.summary}
      </span>`
        : all.slice(0, 3).map((/** @type {any} */ file, /** @type {number} */ i) => html`${i > 0 ? ', ' : ''}<${File} file=${file} row=${row} />`)
    }${all.length > 3 && ` and ${all.length - 3} more`}</span>
      <div class="files">${row.workspace ? projectName(row.workspace) : 'global'}${about(row) && all.length > 0 && ` · ${about(row)}`}${row.undone && ' · undone'}
        </div></div>
    <div class="buttons">
      ${row.operation && row.files.length > 0 && html`<button type="button" aria-expanded=${String(open)} onClick=${() => setOpen(!open)}>Changes</button>`}${can && html`<button type="button" onClick=${() => askAndTakeBack(row).catch(failed)}>Undo</button>`}
      </div>
    ${
      open &&
      html`<div class="more">
      ${
        shown?.fault
          ? html`<${Fault} fault=${shown.fault} />`
          : shown
            ? shown.files.map(
                (/** @type {any} */ file) => html`<p class="dim">
      ${file.filename} in ${file.place}</p><${Diff} text=${file.diff} />`,
              )
            : html`<p class="dim">Looking…</p>`
      }</div>`
    }</li>`;
}

/** Neighbours of one session as one group. @param {any[]} rows @returns {any[][]} */
function grouped(rows) {
  /** @type {any[][]} */
  const groups = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last && row.session && last[0].session === row.session && date(last[0].time) === date(row.time)) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

export default function Timeline() {
  const { query } = route.value;
  const [older, setOlder] = useState(/** @type {any[]} */ ([]));
  const ask = (/** @type {number|undefined} */ before) =>
    get('/api/memory/history', {
      workspace: query.project || undefined,
      scope: query.project ? (query.scope ?? 'workspace') : query.scope,
      everywhere: query.project ? undefined : true,
      operation: query.kind,
      session: query.session,
      on: query.on,
      limit: 60,
      before,
    });
  const { data, fault, again } = useData(() => ask(undefined), [JSON.stringify(query)]);
  useEffect(() => setOlder([]), [JSON.stringify(query), version.value]);
  const rows = [...(data?.operations ?? []), ...older].filter((row) => query.kind || row.kind !== 'search');
  const days = new Map();
  for (const group of grouped(rows)) {
    const name = day(group[0].time);
    days.set(name, [...(days.get(name) ?? []), group]);
  }
  const lastNumber = rows.filter((row) => row.operation).at(-1)?.operation;
  const more = async () => {
    const next = await ask(lastNumber);
    setOlder([...older, ...next.operations]);
  };
  return html`<${Screen} title="Timeline" name="timeline" lead=${query.on ? `What was done on ${day(`${query.on}T12:00`)}.` : query.session ? 'What one session of an agent changed.' : 'Everything that was done to memory, by whom and when. Any of it can be taken back.'}
    tools=${html`<label class="field"><span>What</span>
      <select value=${query.kind ?? ''} onChange=${(/** @type {any} */ event) => go(href('/timeline', { ...query, kind: event.target.value }))}>
      <option value="">everything</option>
        ${[
          'write',
          'remember',
          'delete',
          'rename',
          'move',
          'restore',
          'undo',
          'import',
          'accept',
          'reject',
          'consolidate',
          'external',
          'search',
        ].map(
          (kind) => html`<option value=${kind}>
        ${kind}</option>`,
        )}</select></label>
      ${query.session && html`<a class="button" href=${href('/timeline', { ...query, session: undefined })}>All sessions</a>`}
      ${query.on && html`<a class="button" href=${href('/timeline', { ...query, on: undefined })}>All days</a>`}`}>
    <${Fault} fault=${fault} again=${again} />
    ${data && rows.length === 0 && html`<${Empty} title=${query.kind || query.on || query.session ? 'Nothing of that kind' : 'Nothing has been done yet'} />`}
    ${[...days].map(
      ([name, groups]) => html`<section><h2 class="day">${name}</h2>
      ${groups.map((/** @type {any[]} */ group) =>
        group.length > 1
          ? html`<div class="session"><div class="session-head">
      ${by(group[0])}: a session with ${count(group.length, 'change')}
      <a class="button" href=${href('/timeline', { session: group[0].session })}>Show only this session</a></div><ul class="plain">
      ${group.map((row) => html`<${Act} key=${row.operation ?? row.time} row=${row} />`)}</ul></div>`
          : html`<ul class="plain"><${Act} key=${group[0].operation ?? group[0].time} row=${group[0]} /></ul>`,
      )}</section>`,
    )}
    ${rows.length >= 60 && lastNumber > 1 && html`<p><button type="button" onClick=${() => more().catch(failed)}>Older</button></p>`}<//>`;
}
