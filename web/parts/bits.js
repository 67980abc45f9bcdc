// Small things that screens are made of.

import { html, useEffect, useState } from '../vendor/preact.js';
import { split } from '../lib/format.js';
import { arrive } from '../lib/router.js';
import { version } from '../lib/state.js';

const PATHS = /** @type {Record<string, string>} */ ({
  note: 'M6 3h8l4 4v14H6z M14 3v4h4 M9 12h6 M9 16h6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z M12 7v5l3 2',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  tray: 'M4 13l3-8h10l3 8v6H4z M4 13h5l1 3h4l1-3h5',
  wrench: 'M14.5 6.5a4 4 0 0 1 5-1l-2.7 2.7 1 1L20.5 6.5a4 4 0 0 1-5.3 5.1L8 18.8 5.2 16l7.2-7.2a4 4 0 0 1 2.1-2.3z',
  plug: 'M9 3v5 M15 3v5 M6 8h12v3a6 6 0 0 1-12 0z M12 17v4',
  graph:
    'M6 18a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z M18 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z M17 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4z M8 14l8-5 M8.5 16l6.5 1.5',
  calendar: 'M4 6h16v14H4z M4 10h16 M8 3v4 M16 3v4',
  tick: 'M4 5h16v14H4z M8 12l3 3 5-6',
  plus: 'M12 5v14 M5 12h14',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z M15.5 15.5L20 20',
  menu: 'M4 7h16 M4 12h16 M4 17h16',
  close: 'M6 6l12 12 M18 6L6 18',
  back: 'M14 6l-6 6 6 6',
  pencil: 'M5 19l1-4L16.5 4.5l3 3L9 18z',
  more: 'M5.5 12h.1 M12 12h.1 M18.5 12h.1',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .9-1 1.7 M12 16.8h.01',
});
/** @param {{name: string}} props */
export const Icon = ({ name }) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;

/** What kind of note it is, said in words and shown by a mark. @param {{type: string|null|undefined}} props */
export const Type = ({ type }) => html`<span class=${`type type-${type || 'none'}`}>${type || 'no type'}</span>`;

/** Text with the words that were searched for marked. @param {{text: string, words: string[]}} props */
export const Marked = ({ text, words }) => split(text, words).map((piece, i) => (i % 2 ? html`<mark>${piece}</mark>` : piece));

/** @param {{title: string, children?: any}} props */
export const Empty = ({ title, children }) => html`<div class="empty"><p class="empty-title">${title}</p>${children}</div>`;

/** What went wrong, and the way out. @param {{fault: any, again?: () => void}} props */
export const Fault = ({ fault, again }) =>
  fault &&
  html`<div class="fault" role="alert">
  <p><strong>${fault.message}</strong></p>${fault.hint && html`<p>${fault.hint}</p>`}
  ${again && html`<button type="button" onClick=${again}>Try again</button>`}</div>`;

/** A screen with a heading. @param {{title: string, lead?: any, below?: any, tools?: any, children?: any, name: string}} props */
export function Screen({ title, lead, below, tools, children, name }) {
  useEffect(() => {
    document.title = `${title} · loci`;
  }, [title]);
  useEffect(() => arrive(true), []);
  return html`<main id="main" class=${`screen ${name}`} tabindex="-1">
    <header class="screen-head"><div><h1>${title}</h1>${lead && html`<p class="lead">${lead}</p>`}${below}</div>
    ${tools && html`<div class="screen-tools">${tools}</div>`}</header>${children}</main>`;
}

/**
 * Data from the server for a component: asked anew when `key` or the notes change.
 * @param {() => Promise<any>} ask @param {any[]} key
 * @returns {{data: any, fault: any, busy: boolean, again: () => void}}
 */
export function useData(ask, key) {
  const [state, set] = useState({ data: /** @type {any} */ (null), fault: /** @type {any} */ (null), busy: true });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let live = true;
    set((before) => ({ ...before, busy: true }));
    ask().then(
      (data) => live && set({ data, fault: null, busy: false }),
      (fault) => live && fault.name !== 'AbortError' && set((before) => ({ ...before, fault, busy: false })),
    );
    return () => {
      live = false;
    };
  }, [...key, round, version.value]);
  return { ...state, again: () => setRound(round + 1) };
}

/** A bar that says how much of a room is used. @param {{value: number, most: number, label: string, text: string}} props */
export const Meter = ({ value, most, label, text }) => html`<div class="meter">
  <div class="meter-words"><span>${label}</span><span>${text}</span></div>
  <progress value=${Math.min(value, most)} max=${most} aria-label=${`${label}: ${text}`}></progress></div>`;

/** Buttons of which one is chosen. @param {{label: string, value: string, options: [string, string][], choose: (value: string) => void}} props */
export const Choice = ({ label, value, options, choose }) => html`<div class="choice" role="group" aria-label=${label}>
  ${options.map(([one, text]) => html`<button type="button" aria-pressed=${String(one === value)} onClick=${() => choose(one)}>${text}</button>`)}
    </div>`;
