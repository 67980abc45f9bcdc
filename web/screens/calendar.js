// A month: what was done on which day, and the daily logs.

import { html, useState } from '../vendor/preact.js';
import { get, post } from '../lib/api.js';
import { count, date, day, projectName, who } from '../lib/format.js';
import { Markup } from '../lib/markup.js';
import { go, href, route } from '../lib/router.js';
import { changed, project, projects } from '../lib/state.js';
import { Fault, Screen, useData } from '../parts/bits.js';
import { failed, said } from '../parts/toast.js';

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** @param {string} month @param {number} by */
function other(month, by) {
  const at = new Date(`${month}-15T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + by);
  return at.toISOString().slice(0, 7);
}

/** @param {{workspace: string}} props */
function AddToLog({ workspace }) {
  const [text, setText] = useState('');
  const add = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!text.trim()) return;
    const done = await post('/api/daily', { text: text.trim() }, { workspace });
    setText('');
    changed();
    said('Logged', done, workspace);
  };
  return html`<form class="log-add" onSubmit=${(/** @type {Event} */ event) => add(event).catch(failed)}><label class="field"><span>Add to today’s log</span>
    <textarea rows="2" value=${text} placeholder="What was done, decided or found out" onInput=${(/** @type {any} */ event) => setText(event.target.value)}>
    </textarea></label><button>Add</button></form>`;
}

/** @param {{on: string, workspace: string, row: any}} props */
function Day({ on, workspace, row }) {
  const { data, fault } = useData(async () => {
    if (!workspace) return { text: null };
    const log = await get(`/api/daily/${on}`, { workspace });
    return log.text ? { ...log, html: (await post('/api/render', { content: log.text })).html } : log;
  }, [on, workspace]);
  return html`<section aria-live="polite"><h2>${day(`${on}T12:00`)}</h2><${Fault} fault=${fault} />
    <p>${
      row?.operations
        ? `${count(row.operations, 'change')}: ${Object.entries(row.by)
            .map(([by, times]) => `${who(by)} ${times}`)
            .join(', ')}. `
        : 'No changes.'
    }${row?.operations > 0 && html`<a href=${href('/timeline', { project: workspace || undefined, on })}>Show them</a>`}
      </p>
    ${
      data?.html
        ? html`<${Markup} text=${data.html} />`
        : html`<p class="dim">
      ${workspace ? 'No log for this day.' : 'Daily logs belong to a project: choose one.'}</p>`
    }${workspace && on === date(new Date()) && html`<${AddToLog} workspace=${workspace} />`}</section>`;
}

export default function Calendar() {
  const { parts, query } = route.value;
  const today = date(new Date());
  const chosen = /^\d{4}-\d\d-\d\d$/.test(parts[1] ?? '') ? parts[1] : parts[1] && /^\d{4}-\d\d$/.test(parts[1]) ? '' : today;
  const month = (parts[1] ?? today).slice(0, 7);
  const workspace = project.value;
  const { data, fault, again } = useData(() => get(`/api/calendar/${month}`, { workspace: workspace || undefined }), [month, workspace]);
  const rows = new Map((data?.days ?? []).map((/** @type {any} */ one) => [one.date, one]));
  const first = (new Date(`${month}-01T00:00:00Z`).getUTCDay() + 6) % 7;
  const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  const to = (/** @type {string} */ at) => href(`/calendar/${at}`, { project: query.project });
  return html`<${Screen} title="Calendar" name="calendar" lead=${`${monthFormat.format(new Date(`${month}-15T00:00:00Z`))}${workspace ? ` in ${projectName(workspace)}` : ', all projects'}`}
    tools=${html`<a class="button" href=${to(other(month, -1))}>Month before</a><a class="button" href=${to(today)}>Today</a>
      <a class="button" href=${to(other(month, 1))}>Next month</a>
      <label class="field"><span>Workspace</span>
        <select value=${workspace} onChange=${(/** @type {any} */ event) => go(href(route.value.path, { project: event.target.value }))}>
        <option value="">all projects</option>${projects.value.map((one) => html`<option value=${one.project}>${projectName(one.project)}</option>`)}
        </select></label>`}>
    <${Fault} fault=${fault} again=${again} />
    <div class="month" role="group" aria-label="Days">${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map(
      (name) => html`<span class="head">
      ${name}</span>`,
    )}${Array.from({ length: first }, () => html`<span class="blank"></span>`)}
      ${Array.from({ length: days }, (_, i) => {
        const at = `${month}-${String(i + 1).padStart(2, '0')}`;
        const row = /** @type {any} */ (rows.get(at));
        const heat = !row?.operations ? 0 : row.operations < 4 ? 1 : row.operations < 12 ? 2 : 3;
        return html`<a href=${to(at)} class=${`heat-${heat}`} aria-current=${at === chosen ? 'date' : undefined}><b>${i + 1}</b><span class="dim">
      ${
        row?.operations
          ? html`<span>${row.operations}<span class="hidden"> ${row.operations === 1 ? 'change' : 'changes'}</span></span>`
          : ''
      }${row?.log && html` <span class="log">log</span>`}</span></a>`;
      })}</div>${chosen && html`<${Day} on=${chosen} workspace=${workspace} row=${rows.get(chosen)} />`}<//>`;
}
