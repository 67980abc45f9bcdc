// The list of notes beside the note that is read.

import { html, signal, useEffect, useRef, useState } from '../vendor/preact.js';
import { get } from '../lib/api.js';
import { ago, count, number, where } from '../lib/format.js';
import { fresh, keyOf, onChange } from '../lib/events.js';
import { key } from '../lib/keys.js';
import { go, href, listQuery, noteHref, noteOf, route } from '../lib/router.js';
import { facets, hits, loaded, projects, version } from '../lib/state.js';
import { Empty, Fault, Icon, Marked, Type } from '../parts/bits.js';
import { Rows } from '../lib/virtual.js';
import { why, wordsOf } from '../lib/found.js';
import { drawer } from '../parts/sidebar.js';
import Note from './note.js';

const PAGE = 200;

/**
 * What the list shows. Rows that are not here yet are holes.
 * @type {import('../vendor/preact.js').Signal<{key: string, rows: any[], total: number, more: number, fault: any, busy: boolean, hits: boolean}>}
 */
export const list = signal({ key: '', rows: [], total: 0, more: 0, fault: null, busy: true, hits: false });
/** Which pages were asked for. @type {Set<number>} */
let asked = new Set();
/** @type {AbortController|null} */
let running = null;

const selection = () => {
  const { project, scope, type, sort, tag } = route.value.query;
  return { workspace: project || '*', scope, type, tag, sort };
};
/** The query as it is typed: its last word may go on. @param {string} text */
const asTyped = (text) => (/[\p{L}\p{N}]{2,}$/u.test(text) && !text.endsWith('"') ? `${text}*` : text);

/** What was asked for last. */
let wanted = '';
const wish = () => JSON.stringify([listQuery(), version.value]);

/** @param {string} now */
async function load(now) {
  wanted = now;
  running?.abort();
  running = new AbortController();
  const abort = running;
  const text = route.value.query.q?.trim();
  asked = new Set([0]);
  list.value = { ...list.value, busy: true };
  try {
    if (text) {
      const { workspace, scope, type, tag } = selection();
      const found = await get(
        '/api/memory/search',
        { q: asTyped(tag ? `${text} tag:${tag}` : text), workspace, scope, type, limit: 40, explain: true },
        abort.signal,
      );
      list.value = { key: now, rows: found.hits, total: found.hits.length, more: found.more, fault: null, busy: false, hits: true };
      hits.value = found.hits;
      if (!facets.value)
        get('/api/memory', { workspace, scope, limit: 1, facets: true }).then(
          (all) => {
            facets.value = all.facets;
          },
          () => {},
        );
    } else {
      const found = await get('/api/memory', { ...selection(), limit: PAGE, facets: true }, abort.signal);
      list.value = { key: now, rows: found.notes, total: found.total, more: 0, fault: null, busy: false, hits: false };
      facets.value = found.facets;
    }
  } catch (fault) {
    if (!abort.signal.aborted) list.value = { ...list.value, key: now, fault, busy: false };
  }
}

/** Asks for the pages that are in sight. @param {number} from @param {number} to */
async function see(from, to) {
  if (list.value.hits) return;
  for (let page = Math.floor(from / PAGE); page * PAGE < Math.min(to, list.value.total); page += 1) {
    if (asked.has(page)) continue;
    asked.add(page);
    const now = list.value.key;
    const found = await get('/api/memory', { ...selection(), limit: PAGE, offset: page * PAGE }).catch(() => null);
    if (!found) asked.delete(page);
    if (!found || list.value.key !== now) return;
    const rows = list.value.rows.slice();
    found.notes.forEach((/** @type {any} */ note, /** @type {number} */ i) => {
      rows[page * PAGE + i] = note;
    });
    list.value = { ...list.value, rows };
  }
}

/** Where a row of the list leads. Logs, the scratchpad and the prose of an index have screens of their own. @param {any} row */
function hrefOf(row) {
  const note = { ...row, project: row.project ?? route.value.query.project };
  if (note.place === 'daily') return href(`/calendar/${note.filename.replace(/\.md$/, '')}`, { project: note.project });
  if (note.place === 'scratchpad') return href('/scratch', { project: note.project });
  if (note.is_memory_md) return href('/agent', { project: note.project });
  return noteHref(note);
}

/** @param {{note: any, on: boolean}} props */
function Row({ note, on }) {
  if (!note) return html`<div class="row waiting" aria-hidden="true"></div>`;
  const words = wordsOf(note);
  const snippet = note.sections?.[0]?.snippet || note.description;
  const marks = [
    fresh.value.has(keyOf(note)) && 'changed',
    note.untrusted && 'untrusted',
    note.citations && note.citations !== 'ok' && `cites ${note.citations}`,
    note.faults?.length && 'malformed',
    note.unreadable && 'unreadable',
    note.outdated,
  ].filter(Boolean);
  return html`<a class="row" href=${hrefOf(note)} aria-current=${on ? 'true' : undefined}>
    <span class="row-title"><${Marked} text=${note.name || note.filename} words=${words} /></span>
    <span class="row-text" title=${note.sections ? why(note) : undefined}>${
      note.sections?.[0]?.headings &&
      html`<b>
      ${note.sections[0].headings}: </b>`
    }<${Marked} text=${snippet} words=${words} /></span>
    <span class="row-meta"><${Type} type=${note.type} /><span>${where({ ...note, project: note.project ?? route.value.query.project })}</span>
      ${note.sections?.length > 1 && html`<span>${count(note.sections.length, 'section')}</span>`}
      ${marks.map((mark) => html`<span class="mark">${mark}</span>`)}
      <time dateTime=${note.mod_time ?? note.date}>${ago(note.mod_time ?? note.date)}</time></span></a>`;
}

function Search() {
  const field = useRef(/** @type {HTMLInputElement|null} */ (null));
  const answered = useRef(Promise.resolve());  // when what was typed is found
  const [text, setText] = useState(route.value.query.q ?? '');
  useEffect(() => {
    if ((route.value.query.q ?? '') !== text.trim()) setText(route.value.query.q ?? '');
  }, [route.value.query.q]);
  useEffect(() => key('/', 'Search', () => field.current?.focus(), 'Notes'), []);
  const typed = (/** @type {string} */ words) => {
    setText(words);
    const { parts, query } = route.value;
    go(href(parts[0] === 'note' ? route.value.path : '/notes', { ...query, q: words.trim() || undefined }), { replace: true });
    answered.current = load(wish());  // not after the next frame, as an effect would
  };
  return html`<form role="search" class="search" onSubmit=${async (/** @type {Event} */ event) => {
    event.preventDefault();
    await answered.current;
    const first = list.value.rows[0];
    if (first) go(hrefOf(first));
  }}><${Icon} name="search" /><input ref=${field} type="search" placeholder="Search everything" aria-label="Search notes" value=${text}
    onInput=${(/** @type {any} */ event) => typed(event.target.value)} onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Escape') {
        typed('');
        field.current?.blur();
      }
      if (event.key === 'ArrowDown') {
        event.preventDefault();
        field.current?.blur();
        move(1);
      }
    }} autocomplete="off" spellcheck=${false} /><kbd aria-hidden="true">/</kbd></form>`;
}

/** @param {any} note */
const noteLike = (note) => !note.is_memory_md && !['daily', 'scratchpad'].includes(note.place);
/** Whether the note has room beside the list, as the style sheet says. */
const isWide = () => innerWidth > 46 * parseFloat(getComputedStyle(document.documentElement).fontSize);
const cursor = signal(-1);
/** @param {number} by */
function move(by) {
  const { rows } = list.value;
  const open = openIndex();
  const at = Math.max(0, Math.min(list.value.total - 1, (cursor.value >= 0 ? cursor.value : open) + by));
  cursor.value = at;
  const note = rows[at];
  // On wide screens the note is read as one moves; on narrow ones Enter opens it.
  if (note && noteLike(note) && isWide()) go(hrefOf(note), { replace: route.value.parts[0] === 'note' });
  // The row has the focus, so that it is heard, and Tab goes on from there.
  setTimeout(() => /** @type {HTMLElement|null} */ (document.querySelector('.rows a.row[aria-current]'))?.focus({ preventScroll: true }), 30);
}
function openIndex() {
  if (route.value.parts[0] !== 'note') return -1;
  const open = keyOf(noteOf(route.value.parts));
  return list.value.rows.findIndex((note) => note && keyOf({ ...note, project: note.project ?? route.value.query.project }) === open);
}

export default function Notes() {
  const { parts, query } = route.value;
  const now = wish();
  useEffect(() => {
    if (wanted !== now || list.value.fault) load(now);
    cursor.value = -1;
  }, [now]);
  useEffect(() => {
    /** @type {any} */
    let timer;
    const off = onChange(() => {
      clearTimeout(timer);
      timer = setTimeout(() => load(wish()), 150);
    });
    const keys = [
      key('j', 'Next note', () => move(1), 'Notes'),
      key('k', 'Note before', () => move(-1), 'Notes'),
      key('ArrowDown', 'Next note', () => move(1), 'Notes'),
      key('ArrowUp', 'Note before', () => move(-1), 'Notes'),
      key(
        'Enter',
        'Open it',
        () => {
          const note = list.value.rows[Math.max(cursor.value, 0)];
          if (note) go(hrefOf(note));
        },
        'Notes',
      ),
    ];
    return () => {
      off();
      clearTimeout(timer);
      for (const end of keys) end();
    };
  }, []);
  const { rows, total, more, fault, busy, hits: found } = list.value;
  const chosen = cursor.value >= 0 ? cursor.value : openIndex();
  const reading = parts[0] === 'note' || parts[0] === 'new';
  const filters = [
    ['scope', query.scope],
    ['type', query.type],
    ['tag', query.tag],
  ].filter(([, value]) => value);
  return html`<section class=${`list ${reading ? 'behind' : ''}`} aria-label="Notes">${!reading && html`<h1 class="hidden">Notes</h1>`}
    <header class="list-head"><div class="list-bar">
      <button class="icon-button menu" type="button" aria-label="Menu" aria-controls="side" onClick=${() => {
        drawer.value = true;
      }}>
      <${Icon} name="menu" /></button><${Search} /></div>
      <div class="list-under"><p role="status">
        ${found ? `${count(total, 'note')} found${more ? `, ${number(more)} more` : ''}` : busy && !rows.length ? 'Looking…' : count(total, 'note')}
        </p>
      ${filters.map(
        ([name, value]) => html`<a class="chip" href=${href('/notes', { ...query, [String(name)]: undefined })}>${value}
        <span aria-hidden="true"> ×</span><span class="hidden"> no longer</span></a>`,
      )}
      ${
        !found &&
        html`<label class="sort"><span class="hidden">Order</span>
        <select value=${query.sort ?? 'newest'} onChange=${(/** @type {any} */ event) => go(href(route.value.path, { ...query, sort: event.target.value === 'newest' ? undefined : event.target.value }))}>
        <option value="newest">Newest</option><option value="oldest">Oldest</option><option value="name">By name</option></select></label>`
      }</div>
          </header>
    <${Fault} fault=${fault} again=${() => load(now)} />
    ${
      total > 0 &&
      html`<${Rows} count=${total} rem=${5.25} chosen=${chosen} label="Notes" seen=${see} name=${(/** @type {number} */ i) => (rows[i] ? keyOf({ ...rows[i], project: rows[i].project ?? query.project }) : String(i))}
      row=${(/** @type {number} */ i) => html`<${Row} note=${rows[i]} on=${i === chosen} />`} />`
    }
    ${
      !busy &&
      !fault &&
      total === 0 &&
      html`<${Empty} title=${found ? 'Nothing found' : 'No notes here'}>
      <p>${found ? 'Fewer words, or the beginning of one, find more.' : 'A note keeps one fact, preference or decision.'}</p></${Empty}>`
    }
  </section>
  ${
    parts[0] === 'note'
      ? html`<${Note} key=${route.value.path} parts=${parts} />`
      : html`<main id="main" class="reader none" tabindex="-1"><${Nothing} />
    </main>`
  }`;
}

function Nothing() {
  useEffect(() => {
    document.title = 'Notes · loci';
  }, []);
  const everything = projects.value.length === 0 && facets.value?.notes === 0 && loaded.value && !list.value.hits && !route.value.query.q;
  useEffect(() => {
    if (everything) go('/welcome', { replace: true });
  }, [everything]);
  return html`<div class="nothing"><p>Choose a note, or search.</p>
    <p class="dim"><kbd>j</kbd> <kbd>k</kbd> move · <kbd>/</kbd> search · <kbd>n</kbd> new · <kbd>?</kbd> all keys</p></div>`;
}
