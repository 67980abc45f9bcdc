// The left edge: the screens, and what narrows the list of notes.

import { html, signal, useEffect, useLayoutEffect, useRef } from '../vendor/preact.js';
import { get } from '../lib/api.js';
import { count, number as grouped, projectName } from '../lib/format.js';
import { href, route } from '../lib/router.js';
import { agents, facets, loaded, project, projects, waiting } from '../lib/state.js';
import { listening } from '../lib/events.js';
import { online } from '../lib/api.js';
import { Icon, Type } from './bits.js';

/** Whether it is out, on narrow screens. */
export const drawer = signal(false);
const allTags = signal(false);
const allProjects = signal(false);
/** So many projects and tags are shown unless more are asked for. */
const FEW = { projects: 15, tags: 10 };

/** A drawer has the focus while it is out, and gives it back. @param {any} box */
function useDrawer(box) {
  useLayoutEffect(() => {
    if (!drawer.value) return undefined;
    const before = /** @type {HTMLElement|null} */ (document.activeElement);
    box.current?.querySelector('.drawer-close')?.focus();
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Escape') drawer.value = false;
      if (event.key !== 'Tab') return;
      const all = [...box.current.querySelectorAll('a[href], button')];
      const [first, last] = [all[0], all.at(-1)];
      const out = event.shiftKey ? document.activeElement === first : document.activeElement === last;
      if (!out && box.current.contains(document.activeElement)) return;
      event.preventDefault();
      (event.shiftKey ? last : first).focus();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      const at = document.activeElement;
      if (before?.isConnected && (!at || at === document.body || box.current?.contains(at))) before.focus();
    };
  }, [drawer.value]);
}

const SCREENS = /** @type {[string, string, string][]} */ ([
  ['notes', 'Notes', 'note'],
  ['timeline', 'Timeline', 'clock'],
  ['agent', 'What agents see', 'eye'],
  ['decide', 'To decide', 'tray'],
  ['upkeep', 'Upkeep', 'wrench'],
  ['tools', 'Tools', 'plug'],
  ['graph', 'Graph', 'graph'],
  ['calendar', 'Calendar', 'calendar'],
  ['scratch', 'Scratchpad', 'tick'],
]);

/** @param {{to: string, on: boolean, children?: any, number?: number|string}} props */
const Item = ({
  to,
  on,
  children,
  number,
}) => html`<a class="side-item" href=${to} aria-current=${on ? 'page' : undefined} onClick=${() => {
  drawer.value = false;
}}>
  <span class="side-text">${children}</span>${number !== undefined && html`<span class="side-number">${typeof number === 'number' ? grouped(number) : number}</span>`}</a>`;

export function Sidebar() {
  const { parts, query } = route.value;
  const screen = parts[0] || 'notes';
  const inNotes = ['notes', 'note', 'new'].includes(screen);
  // Screens about one project keep it; others go to the list.
  const keeps = ['timeline', 'agent', 'graph', 'calendar', 'scratch', 'upkeep'].includes(screen);
  const at = (/** @type {Record<string, any>} */ more) => href(keeps ? `/${screen}` : '/notes', { project: query.project, ...more });
  const narrowed = (/** @type {Record<string, any>} */ more) =>
    href('/notes', { project: query.project, scope: query.scope, type: query.type, tag: query.tag, sort: query.sort, ...more });
  useEffect(() => {
    if (!loaded.value) return;
    get('/api/agents', { workspace: project.value || undefined }).then(
      (found) => {
        agents.value = found.agents;
      },
      () => {},
    );
  }, [project.value, loaded.value]);
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  useDrawer(box);
  const tags = facets.value?.tags ?? [];
  const global = query.project ? undefined : facets.value?.places?.find((/** @type {any} */ one) => one.place === 'global')?.notes;
  // The one that is meant is always among them.
  const shown = projects.value.filter((one, i) => allProjects.value || i < FEW.projects || one.project === query.project);
  const rest = projects.value.length - shown.length;
  return html`<nav ref=${box} class=${`side ${drawer.value ? 'out' : ''}`} id="side" aria-label="loci">
    <div class="brand"><a href="/notes" class="brand-name">loci</a>
      <span class="pulse" role="status" title=${listening.value ? 'Changes appear as they happen' : 'Not connected'}>
        <i class=${listening.value ? 'on' : 'off'}></i><span class="hidden">${online.value ? (listening.value ? 'live' : 'connecting') : 'offline'}
          </span></span>
      <button class="icon-button drawer-close" type="button" aria-label="Close the menu" onClick=${() => {
        drawer.value = false;
      }}>
        <${Icon} name="close" /></button></div>
    <a class="button primary new" href=${href('/new', { project: query.project })} onClick=${() => {
      drawer.value = false;
    }}>
      <${Icon} name="plus" />New note</a>
    <div class="side-group">
      ${SCREENS.map(
        ([
          name,
          text,
          icon,
        ]) => html`<${Item} to=${href(`/${name}`, { project: query.project })} on=${name === screen || (name === 'notes' && inNotes)}
      number=${name === 'decide' && waiting.value ? waiting.value : undefined}><${Icon} name=${icon} />${text}<//>`,
      )}</div>
    <h2>Where</h2><div class="side-group">
      <${Item} to=${at({ project: undefined, scope: undefined })} on=${!query.project && !query.scope}>Everything<//>
      ${inNotes && html`<${Item} to=${href('/notes', { scope: 'global' })} on=${query.scope === 'global'} number=${global}>Global<//>`}
      ${shown.map(
        (one) => html`<${Item} to=${at({ project: one.project, scope: undefined })} on=${query.project === one.project && !query.scope}
        number=${one.notes + (one.shared_notes ?? 0)}>
          ${projectName(one.project)}${one.gone && one.paths.length > 0 && html`<span class="dim"> (gone)</span>`}<//>`,
      )}
      ${
        (rest > 0 || allProjects.value) &&
        html`<button type="button" class="side-more" onClick=${() => {
          allProjects.value = !allProjects.value;
        }}>${allProjects.value ? 'Fewer projects' : count(rest, 'more project')}</button>`
      }
      ${
        inNotes &&
        agents.value.map(
          (
            one,
          ) => html`<${Item} to=${href('/notes', { project: query.project, scope: `agent:${one.id}` })} on=${query.scope === `agent:${one.id}`}>
        ${one.id}<span class="dim"> agent</span><//>`,
        )
      }</div>
    ${
      inNotes &&
      facets.value &&
      html`<h2>Type</h2><div class="side-group">
      ${facets.value.types
        .filter((one) => one.type)
        .map(
          (
            one,
          ) => html`<${Item} to=${narrowed({ type: query.type === one.type ? undefined : one.type })} on=${query.type === one.type} number=${one.notes}>
        <${Type} type=${one.type} /><//>`,
        )}</div>
      ${
        tags.length > 0 &&
        html`<h2>Tags</h2><div class="side-group tags">
        ${(allTags.value ? tags : tags.slice(0, FEW.tags)).map(
          (
            one,
          ) => html`<${Item} to=${narrowed({ tag: query.tag === one.tag ? undefined : one.tag })} on=${query.tag === one.tag} number=${one.notes}>
          ${one.tag}<//>`,
        )}
        ${
          tags.length > FEW.tags &&
          html`<button type="button" class="side-more" onClick=${() => {
            allTags.value = !allTags.value;
          }}>
          ${allTags.value ? 'Fewer tags' : `${count(tags.length - FEW.tags, 'more tag')}`}</button>`
        }</div>`
      }`
    }
    <div class="side-foot"><a href="/help">Keys and help</a></div></nav>`;
}
