// One note, to be read: its text, where it leads and what leads to it, who wrote it, what it cites.

import { html, useEffect, useLayoutEffect, useState } from '../vendor/preact.js';
import { call, get, notePath, selects } from '../lib/api.js';
import { ago, count, date, day, hour, number, projectName, who } from '../lib/format.js';
import { onChange, keyOf, seen } from '../lib/events.js';
import { key } from '../lib/keys.js';
import { Markup } from '../lib/markup.js';
import { arrive, go, href, listQuery, noteHref, noteOf, route } from '../lib/router.js';
import { draftOf } from '../lib/drafts.js';
import { hits } from '../lib/state.js';
import { why, wordsOf } from '../lib/found.js';
import { Empty, Fault, Icon, Marked, Type, useData } from '../parts/bits.js';
import { Later } from '../parts/later.js';

/** The note that a row of links means. @param {any} row @param {import('../lib/api.js').NoteRef} from */
const refOf = (row, from) => ({
  filename: row.filename,
  place: row.place,
  project: row.place === 'global' || row.place.endsWith('(user)') ? null : from.project,
});

/** @param {{links: any, note: import('../lib/api.js').NoteRef}} props */
function Links({ links, note }) {
  if (!links) return html`<p class="dim">Looking for links…</p>`;
  const once = (/** @type {any[]} */ rows, /** @type {(row: any) => any} */ pick) => [
    ...new Map(rows.map((row) => [keyOf(refOf(pick(row), note)), pick(row)])).values(),
  ];
  const into = once(links.in, (row) => row);
  const out = once(links.out, (row) => row.to);
  const list = (/** @type {any[]} */ rows) =>
    html`<ul class="plain">${rows.map(
      (row) => html`<li><a href=${noteHref(refOf(row, note))}>
    ${row.filename.replace(/\.md$/, '')}</a>${row.place !== note.place && html` <span class="dim">${row.place}</span>`}</li>`,
    )}</ul>`;
  if (!into.length && !out.length && !links.broken.length)
    return html`<p class="dim">No links yet. Write <code>[[</code> in a note to make one.</p>`;
  return html`${into.length > 0 && html`<h3>Linked from</h3>${list(into)}`}${out.length > 0 && html`<h3>Links to</h3>${list(out)}`}
    ${
      links.broken.length > 0 &&
      html`<h3>Broken</h3><ul class="plain">${links.broken.map(
        (/** @type {any} */ row) => html`<li>
      ${row.target} <span class="dim">line ${row.line}</span></li>`,
      )}</ul>`
    }`;
}

/** Where the words of the search are in it. @param {{hit: any}} props */
const Found = ({ hit }) => html`<section class="found" aria-label="Why it was found"><p class="dim">Found: ${why(hit)}</p>
  ${hit.sections.slice(0, 4).map(
    (/** @type {any} */ section) => html`<p>${section.headings && html`<b>${section.headings} </b>`}
    <${Marked} text=${section.snippet} words=${wordsOf(hit)} /> <span class="dim">line ${section.line}</span></p>`,
  )}</section>`;

/** @param {{note: any}} props */
function Facts({ note }) {
  const rows = [
    [
      'Where',
      html`${note.place === 'global' ? 'global' : `${projectName(note.project)}, ${note.place}`} <span class="dim">${note.filename}</span>`,
    ],
    [
      'Written',
      html`<time dateTime=${note.mod_time} title=${`${day(note.mod_time)}, ${hour(note.mod_time)}`}>${ago(note.mod_time)}
      </time> ${note.origin === 'external' ? '' : 'by '}${who(note.origin)}
      ${note.session && html` <a class="dim" href=${href('/timeline', { session: note.session })}>in one session</a>`}`,
    ],
    ['Size', `about ${count(note.tokens, 'token')}, ${number(note.bytes)} bytes`],
    note.tags.length > 0 && [
      'Tags',
      note.tags.map((/** @type {string} */ tag) => html`<a class="chip" href=${href('/notes', { tag })}>${tag}</a> `),
    ],
    note.expires && ['Holds until', note.expires],
    note.review_by && ['Look again by', note.review_by],
    Object.values(note.triggers ?? {}).some((/** @type {any} */ list) => list.length > 0) && [
      'Heard at',
      [...note.triggers.commands, ...note.triggers.paths, ...note.triggers.words].join(', '),
    ],
    note.supersedes?.length > 0 && ['Takes the place of', note.supersedes.join(', ')],
    note.citations && [
      'Cites',
      html`<span class=${`state state-${note.citations}`}>${note.citations === 'ok' ? 'all found' : note.citations}
      </span> <span class="dim">looked up ${note.verified}</span>`,
    ],
  ].filter(Boolean);
  return html`<dl class="facts">${rows.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** @param {{parts: string[]}} props of the address: by the time it changes, another note may be read */
export default function Note({ parts }) {
  const ref = noteOf(parts);
  const view = parts[4];
  const [round, setRound] = useState(0);
  const [news, setNews] = useState(false);
  const {
    data: note,
    fault,
    again,
  } = useData(async () => {
    const { data, etag } = await call('GET', notePath(ref.filename), { query: { ...selects(ref), html: true } });
    return { ...data, project: ref.project, etag };
  }, [keyOf(ref), round]);
  const { data: links } = useData(() => get(notePath(ref.filename, '/links'), selects(ref)), [keyOf(ref), round]);
  useEffect(() => {
    seen(ref);
  }, [note?.hash]);
  useEffect(
    () =>
      onChange((changes) => {
        const own = changes.find((one) => keyOf(one) === keyOf(ref));
        if (!own && changes.length) return;
        if (own && own.hash === note?.hash) return;
        setRound((before) => before + 1);
        if (own) {
          setNews(true);
          setTimeout(() => setNews(false), 4000);
        }
      }),
    [note?.hash],
  );
  useEffect(() => {
    if (note) document.title = `${note.name} · loci`;
  }, [note?.name]);
  useEffect(() => arrive(), [!!note, view]);
  // Before it is painted: who goes quickly through notes presses the next key at once.
  useLayoutEffect(() => {
    if (view) return undefined;
    const ends = [
      key('e', 'Edit this note', () => go(noteHref(ref, 'edit')), 'Note'),
      key('h', 'Its history', () => go(noteHref(ref, 'history')), 'Note'),
      key('Escape', 'Back to the list', () => go(href('/notes', listQuery())), 'Note'),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [view, keyOf(ref)]);
  if (view === 'edit' && note) return html`<${Later} from=${() => import('./edit.js')} note=${note} links=${links} />`;
  if (view === 'history') return html`<${Later} from=${() => import('./history.js')} note=${note ?? ref} />`;
  if (fault) {
    return html`<main id="main" class="reader" tabindex="-1"><a class="back" href=${href('/notes', listQuery())}><${Icon} name="back" />Notes</a>
      ${
        fault.status === 404
          ? html`<${Empty} title="This note is not there"><p>${fault.message}. ${fault.hint}</p><p>
        <a href=${noteHref(ref, 'history')}>Its history</a> may still have it.</p><//>`
          : html`<${Fault} fault=${fault} again=${again} />`
      }</main>`;
  }
  if (!note) return html`<main id="main" class="reader" tabindex="-1"></main>`;
  const hit = route.value.query.q
    ? hits.value.find((/** @type {any} */ one) => keyOf({ ...one, project: one.project ?? route.value.query.project }) === keyOf(ref))
    : null;
  const targets = new Map((links?.out ?? []).map((/** @type {any} */ row) => [row.target, refOf(row.to, ref)]));
  return html`<main id="main" class=${`reader ${news ? 'news' : ''}`} tabindex="-1">
    <header class="reader-bar"><a class="back" href=${href('/notes', listQuery())}><${Icon} name="back" />Notes</a>
      <span class="reader-where">${note.place === 'global' ? 'global' : projectName(note.project)}</span>
      <span class="reader-tools"><a class="button" href=${noteHref(ref, 'edit')}>Edit</a>
        <a class="button" href=${noteHref(ref, 'history')}>History</a>
        <${Later} from=${() => import('../parts/actions.js')} note=${note} links=${links} /></span></header>
    <article><p class="over"><${Type} type=${note.type} /><span>${ago(note.mod_time)}, ${who(note.origin)}</span><span>${count(note.tokens, 'token')}
      </span></p>
      <h1>${note.name}</h1>${note.description && html`<p class="description">${note.description}</p>`}
      ${draftOf(ref) && html`<p class="notice warn">You have text for this note that is not saved. <a href=${noteHref(ref, 'edit')}>Go on editing</a></p>`}
      ${news && html`<p class="notice" role="status">This note was changed just now.</p>`}
      ${note.untrusted && html`<p class="notice warn">This note comes with a repository that you have not trusted: agents do not see it. <code>loci trust</code> lets them.</p>`}
      ${note.expires && note.expires < date(new Date()) && html`<p class="notice warn">It expired on ${note.expires}: agents are told so. “Keep it” in the menu lets it hold on.</p>`}
      ${note.review_by && note.review_by <= date(new Date()) && html`<p class="notice warn">It was to be looked at again by ${note.review_by}. “Keep it” in the menu says that it still holds.</p>`}
      ${note.unreadable && html`<p class="notice warn">${note.unreadable}</p>`}
      ${
        note.faults.length > 0 &&
        html`<div class="notice warn"><p>Something is wrong with its format:</p><ul>
        ${note.faults.map((/** @type {any} */ one) => html`<li>line ${one.line}: ${one.message}</li>`)}</ul></div>`
      }
      ${
        note.stale?.length > 0 &&
        html`<div class="notice warn"><p>It cites things that are no longer there:</p><ul>
        ${note.stale.map(
          (/** @type {any} */ one) => html`<li><code>${one.text}
        </code> (line ${one.line}) ${one.result}${one.reason && `: ${one.reason}`}</li>`,
        )}</ul></div>`
      }
      ${hit && html`<${Found} hit=${hit} />`}
      <${Markup} text=${note.html} targets=${targets} /></article>
    <aside class="beside" aria-label="About this note"><section><h2>About</h2><${Facts} note=${note} /></section><section><h2>Links</h2>
      <${Links} links=${links} note=${ref} /></section></aside></main>`;
}
