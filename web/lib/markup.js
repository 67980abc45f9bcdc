// The server's HTML of a note as elements of ours. It is parsed where nothing runs or loads,
// and what is not on the list below is shown as its text.

import { h, html } from '../vendor/preact.js';
import { noteHref } from './router.js';

// The only maker of HTML that the page's policy knows; its product never enters the document.
const maker = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('loci', { createHTML: (/** @type {string} */ text) => text }) ?? {
  createHTML: (/** @type {string} */ text) => text,
};

const PLAIN = new Set([
  'P',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'UL',
  'OL',
  'LI',
  'BLOCKQUOTE',
  'HR',
  'PRE',
  'CODE',
  'TABLE',
  'THEAD',
  'TBODY',
  'TR',
  'TH',
  'TD',
  'EM',
  'STRONG',
  'DEL',
  'BR',
]);
const SAFE = /^(https?:|mailto:)/i;
const DEEPEST = 200;

/** @typedef {Map<string, import('./api.js').NoteRef>} Targets the notes that links lead to, by what is written */

/** @param {Node} node @param {Targets|null} targets @param {number} depth @returns {any} */
function rebuilt(node, targets, depth) {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
  if (!(node instanceof Element)) return null;
  if (depth > DEEPEST) return node.textContent;
  const children = [...node.childNodes].map((child) => rebuilt(child, targets, depth + 1));
  if (PLAIN.has(node.tagName)) {
    /** @type {Record<string, any>} */
    const attributes = {};
    if (node.tagName === 'OL' && node.hasAttribute('start')) attributes.start = Number(node.getAttribute('start')) || 1;
    const align = node.getAttribute('align');
    if (align && /^(left|center|right)$/.test(align)) attributes.class = `align-${align}`;
    if (node.tagName === 'TABLE')
      return h('div', { class: 'wide', tabIndex: 0, role: 'group', 'aria-label': 'Table' }, h('table', {}, children));
    if (node.tagName === 'PRE') attributes.tabIndex = 0;
    return h(node.tagName.toLowerCase(), attributes, children.length ? children : undefined);
  }
  if (node.tagName === 'A' && node.hasAttribute('data-note')) {
    const target = node.getAttribute('data-note') ?? '';
    if (!targets) return h('span', { class: 'to-note' }, children);
    const note = targets.get(target);
    if (note) return h('a', { href: noteHref(note), class: 'to-note' }, children);
    return h('span', { class: 'no-note', title: `no note is called ${target}` }, children);
  }
  if (node.tagName === 'A' && SAFE.test(node.getAttribute('href') ?? '')) {
    return h('a', { href: node.getAttribute('href'), rel: 'noopener noreferrer', target: '_blank', class: 'outside' }, children);
  }
  if (node.hasAttribute('data-image'))
    return h('span', { class: 'picture', title: `not loaded: ${node.getAttribute('data-image')}` }, children);
  if (node.hasAttribute('data-blocked'))
    return h('span', { class: 'blocked', title: `not a link: ${node.getAttribute('data-blocked')}` }, children);
  if (node.tagName === 'INPUT')
    return h('input', { type: 'checkbox', checked: node.hasAttribute('checked'), disabled: true, 'aria-label': 'item' });
  return node.textContent;
}

/** @param {{text: string, targets?: Targets|null}} props Without targets links to notes lead nowhere, as in a preview. */
export function Markup({ text, targets = null }) {
  const parsed = new DOMParser().parseFromString(maker.createHTML(text), 'text/html');
  return html`<div class="markup">${[...parsed.body.childNodes].map((node) => rebuilt(node, targets, 0))}</div>`;
}
