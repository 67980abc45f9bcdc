// A unified difference, side by side.

import { html } from '../vendor/preact.js';

/** @typedef {{kind: 'same'|'changed'|'hunk', left?: string, right?: string, from?: number, to?: number}} Line */

/** @param {string} text @returns {Line[]} */
export function sides(text) {
  /** @type {Line[]} */
  const lines = [];
  /** @type {string[]} */
  let gone = [];
  /** @type {string[]} */
  let come = [];
  let from = 0;
  let to = 0;
  const flush = () => {
    for (let i = 0; i < Math.max(gone.length, come.length); i += 1) {
      lines.push({
        kind: 'changed',
        left: gone[i],
        right: come[i],
        from: i < gone.length ? from++ : undefined,
        to: i < come.length ? to++ : undefined,
      });
    }
    gone = [];
    come = [];
  };
  let inside = false;
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    if (hunk) {
      flush();
      from = Number(hunk[1]);
      to = Number(hunk[2]);
      lines.push({ kind: 'hunk' });
      inside = true;
    } else if (!inside || line.startsWith('\\')) {
      if (line.startsWith('--- ')) inside = false;
    } else if (line.startsWith('-')) gone.push(line.slice(1));
    else if (line.startsWith('+')) come.push(line.slice(1));
    else {
      flush();
      lines.push({ kind: 'same', left: line.slice(1), right: line.slice(1), from: from++, to: to++ });
    }
  }
  flush();
  return lines;
}

const MOST = 400;
/** @param {Line} line @param {string|undefined} text @param {string} name */
const sideOf = (line, text, name) => (text === undefined ? 'none' : line.kind === 'changed' ? name : '');

/** @param {{text: string|null}} props */
export function Diff({ text }) {
  if (text === null) return html`<p class="dim">The texts are no longer kept.</p>`;
  if (!text) return html`<p class="dim">No difference.</p>`;
  const lines = sides(text);
  return html`<div class="diff" role="group" aria-label="Difference" tabindex="0"><table aria-label="Before and after"><colgroup><col class="line" />
    <col /><col class="line" /><col /></colgroup><tbody>
    ${lines.slice(0, MOST).map((line) =>
      line.kind === 'hunk'
        ? html`<tr class="hunk"><td colspan="4">⋯</td></tr>`
        : html`<tr class=${line.kind}>
      <td class=${line.left === undefined ? 'line none' : 'line'}>${line.from}</td><td class=${sideOf(line, line.left, 'gone')}>
        ${line.kind === 'changed' && line.left !== undefined && html`<span class="hidden">removed: </span>`}${line.left}</td>
      <td class=${line.right === undefined ? 'line none' : 'line'}>${line.to}</td><td class=${sideOf(line, line.right, 'come')}>
        ${line.kind === 'changed' && line.right !== undefined && html`<span class="hidden">added: </span>`}${line.right}</td></tr>`,
    )}</tbody></table>
    ${lines.length > MOST && html`<p class="dim">…and ${lines.length - MOST} lines more</p>`}</div>`;
}
