// What was done, said for a while, with the way back.

import { html, signal } from '../vendor/preact.js';
import { post } from '../lib/api.js';
import { changed } from '../lib/state.js';

/** @typedef {{id: number, text: string, bad?: boolean, undo?: () => Promise<void>}} Toast */
export const toasts = signal(/** @type {Toast[]} */ ([]));
let last = 0;

/** @param {string} text @param {{undo?: () => Promise<void>, bad?: boolean}} [options] */
export function toast(text, options = {}) {
  const one = { id: ++last, text, ...options };
  toasts.value = [...toasts.value.slice(-2), one];
  fade(one.id, options.undo ? 12000 : 6000);
}
/** Nothing goes from under a pointer or the focus. @param {number} id @param {number} wait */
function fade(id, wait) {
  setTimeout(() => {
    if (document.querySelector('.toasts:hover, .toasts:focus-within')) fade(id, 2000);
    else drop(id);
  }, wait);
}
/** @param {number} id */
const drop = (id) => {
  toasts.value = toasts.value.filter((one) => one.id !== id);
};

/** @param {any} fault */
export const failed = (fault) => toast([fault.message, fault.hint].filter(Boolean).join(': '), { bad: true });

/** Takes an operation back. @param {number} operation @param {string|null|undefined} workspace @param {boolean} [force] */
export async function undo(operation, workspace, force = false) {
  const done = await post('/api/memory/undo', { operation, any: true, everywhere: true, force }, { workspace: workspace || undefined });
  changed();
  return done;
}

/** Says what a change did, with a button that takes it back. @param {string} text @param {any} change @param {string|null|undefined} workspace */
export function said(text, change, workspace) {
  if (change.status === 'held') return toast(`${text}: it waits in the inbox`);
  if (!change.operation) return toast(text);
  return toast(text, { undo: () => takeBack(change.operation, workspace) });
}

/** Takes an operation back; where something changed since, it asks. @param {number} operation @param {string|null|undefined} workspace */
export async function takeBack(operation, workspace) {
  try {
    await undo(operation, workspace);
  } catch (fault) {
    const one = /** @type {any} */ (fault);
    if (one.status !== 409) throw fault;
    const { confirm } = await import('./dialog.js');
    if (
      !(await confirm({
        title: 'It was changed since',
        text: `${one.message}. Taking it back loses nothing: what is there now stays in the history.`,
        yes: 'Undo all the same',
        danger: true,
      }))
    )
      return;
    await undo(operation, workspace, true);
  }
  toast('Taken back');
}

export const Toasts = () => html`<div class="toasts" role="status" aria-live="polite">
  ${toasts.value.map(
    (one) => html`<div class=${`toast ${one.bad ? 'bad' : ''}`} key=${one.id}><span>${one.text}</span>
    ${
      one.undo &&
      html`<button type="button" aria-label=${`Undo, ${one.text}`} onClick=${() => {
        drop(one.id);
        one.undo?.().catch(failed);
      }}>Undo</button>`
    }
    <button type="button" class="quiet" aria-label="Close" onClick=${() => drop(one.id)}>×</button></div>`,
  )}</div>`;
