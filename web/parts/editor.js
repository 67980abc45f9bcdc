// Where a note's text is typed: a text area at once, CodeMirror as soon as it is there.

import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { get } from '../lib/api.js';

const plain = () => localStorage.getItem('loci.editor') === 'plain';

/** Notes for what stands behind "[[". @param {string} text @param {string|null|undefined} project */
async function names(text, project) {
  const workspace = project || '*';
  const found =
    text.length > 1
      ? (await get('/api/memory/search', { q: `${text.replace(/[^\p{L}\p{N} -]/gu, ' ')}*`, workspace, limit: 12 })).hits
      : (await get('/api/memory', { workspace, limit: 12 })).notes;
  return found.map((/** @type {any} */ note) => ({
    label: note.name,
    detail: note.filename.replace(/\.md$/, ''),
    file: note.filename.replace(/\.md$/, ''),
  }));
}

/** @param {HTMLElement} host @param {string} text @param {(text: string) => void} typed @param {string|null|undefined} project @param {() => void} save */
async function mount(host, text, typed, project, save) {
  const cm = await import('../vendor/codemirror.js');
  const { tags: t } = cm;
  const style = cm.HighlightStyle.define([
    { tag: t.heading, fontWeight: '700' },
    { tag: t.strong, fontWeight: '700' },
    { tag: t.emphasis, fontStyle: 'italic' },
    { tag: t.strikethrough, textDecoration: 'line-through' },
    { tag: [t.link, t.url], color: 'var(--accent)' },
    { tag: [t.processingInstruction, t.meta, t.contentSeparator, t.labelName], color: 'var(--dim)' },
    { tag: t.monospace, color: 'var(--feedback)' },
    { tag: t.quote, color: 'var(--dim)' },
  ]);
  const theme = cm.EditorView.theme({
    '&': { fontSize: '0.9375rem', backgroundColor: 'transparent', color: 'var(--ink)' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', minHeight: '22rem' },
    '.cm-content': { padding: '0.9rem 0', caretColor: 'var(--accent)' },
    '.cm-line': { padding: '0 1rem' },
    '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
    '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-wash) !important' },
    '.cm-tooltip': {
      background: 'var(--raised)',
      border: '1px solid var(--line-strong)',
      borderRadius: '.4rem',
      fontFamily: 'var(--sans)',
      overflow: 'hidden',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--sans)', maxHeight: '14rem' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '.25rem .6rem' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent-wash)', color: 'var(--ink)' },
    '.cm-completionDetail': { color: 'var(--dim)', marginLeft: '1rem' },
  });
  const complete = async (/** @type {any} */ context) => {
    const before = context.matchBefore(/\[\[[^\][\n]*/);
    if (!before) return null;
    const options = await names(before.text.slice(2).trim(), project).catch(() => []);
    return {
      from: before.from + 2,
      filter: false,
      options: options.map((/** @type {any} */ one) => ({
        label: one.label,
        detail: one.detail,
        apply: (/** @type {any} */ view, /** @type {any} */ _, /** @type {number} */ from, /** @type {number} */ to) => {
          const end = view.state.sliceDoc(to, to + 2) === ']]' ? to + 2 : to;
          view.dispatch({ changes: { from, to: end, insert: `${one.file}]]` }, selection: { anchor: from + one.file.length + 2 } });
        },
      })),
    };
  };
  const language = new cm.Language(cm.defineLanguageFacet(), cm.parser.configure(cm.GFM), [], 'markdown');
  // Inside a shadow root its styles need no <style> element, which the page's policy forbids.
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.replaceChildren();
  const view = new cm.EditorView({
    root,
    parent: root,
    state: cm.EditorState.create({
      doc: text,
      extensions: [
        language,
        cm.syntaxHighlighting(style),
        theme,
        cm.history(),
        cm.drawSelection(),
        cm.highlightSpecialChars(),
        cm.EditorView.lineWrapping,
        cm.autocompletion({ override: [complete], icons: false }),
        cm.EditorView.contentAttributes.of({ 'aria-label': 'Text', spellcheck: 'true' }),
        cm.keymap.of([
          {
            key: 'Mod-s',
            run: () => {
              save();
              return true;
            },
          },
          ...cm.completionKeymap,
          ...cm.historyKeymap,
          ...cm.defaultKeymap,
        ]),
        cm.EditorView.updateListener.of((/** @type {any} */ update) => {
          if (update.docChanged) typed(update.state.doc.toString());
        }),
      ],
    }),
  });
  return view;
}

/** @param {{value: string, change: (text: string) => void, project?: string|null, save: () => void, round: number, eager?: boolean}} props `round`: another one takes the value anew; `eager`: has the focus at once. */
export function Editor({ value, change, project, save, round, eager = false }) {
  const host = useRef(/** @type {HTMLDivElement|null} */ (null));
  const area = useRef(/** @type {HTMLTextAreaElement|null} */ (null));
  const [rich, setRich] = useState(false);
  const live = useRef({ change, save });
  live.current = { change, save };
  useEffect(() => {
    if (eager) area.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (plain() || !host.current) return undefined;
    let gone = false;
    /** @type {any} */
    let view;
    mount(
      host.current,
      area.current?.value ?? value,
      (text) => live.current.change(text),
      project,
      () => live.current.save(),
    ).then(
      (made) => {
        view = made;
        if (gone) {
          view.destroy();
          return;
        }
        // What was typed into the text area meanwhile is not lost.
        const now = area.current?.value;
        if (now !== undefined && now !== view.state.doc.toString())
          view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: now } });
        // Who went on to another field meanwhile types there, not here.
        const focused = document.activeElement === area.current;
        setRich(true);
        if (focused) view.focus();
      },
      () => {},
    );
    return () => {
      gone = true;
      view?.destroy();
      setRich(false);
    };
  }, [round]);
  return html`<div class="editor">
    ${
      !rich &&
      html`<textarea ref=${area} aria-label="Text" value=${value} onInput=${(/** @type {any} */ event) => change(event.target.value)}>
    </textarea>`
    }
    <div ref=${host} class="editor-host"></div></div>`;
}
