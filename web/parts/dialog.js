// Questions, in the browser's own dialog: focus stays inside, Esc closes.

import { html, render, useEffect, useRef, useState } from '../vendor/preact.js';

/**
 * Shows a dialog and answers with what it was closed with, or null.
 * @param {(close: (value: any) => void) => any} content @param {string} [name]
 * @returns {Promise<any>}
 */
export function dialog(content, name = '') {
  return new Promise((resolve) => {
    const frame = document.createElement('div');
    document.body.append(frame);
    const before = /** @type {HTMLElement|null} */ (document.activeElement);
    const close = (/** @type {any} */ value) => {
      render(null, frame);
      frame.remove();
      if (before?.isConnected) before.focus();
      resolve(value);
    };
    render(html`<${Frame} name=${name} close=${close}>${content(close)}<//>`, frame);
  });
}

/** @param {{name: string, close: (value: any) => void, children?: any}} props */
function Frame({ name, close, children }) {
  const box = useRef(/** @type {HTMLDialogElement|null} */ (null));
  useEffect(() => {
    box.current?.showModal();
    const first = box.current?.querySelector('[autofocus]') ?? box.current?.querySelector('input, textarea, select, button');
    /** @type {HTMLElement|null} */ (first)?.focus();
  }, []);
  return html`<dialog ref=${box} class=${name} aria-labelledby="dialog-title" onCancel=${(/** @type {Event} */ event) => {
    event.preventDefault();
    close(null);
  }}
    onClick=${(/** @type {MouseEvent} */ event) => event.target === box.current && close(null)}><div class="dialog-body">${children}</div></dialog>`;
}

/**
 * Asks before something is done, and shows what it will do.
 * @param {{title: string, text?: any, yes: string, danger?: boolean, type?: string, preview?: () => Promise<any>}} question
 * @returns {Promise<boolean>}
 */
export const confirm = (question) => dialog((close) => html`<${Question} ...${question} close=${close} />`).then(Boolean);

/** @param {any} props */
function Question({ title, text, yes, danger, type, preview, close }) {
  const [shown, setShown] = useState(/** @type {any} */ (preview ? html`<p class="dim">Looking at what it will do…</p>` : null));
  const [typed, setTyped] = useState('');
  const yesButton = useRef(/** @type {HTMLButtonElement|null} */ (null));
  const [ready, setReady] = useState(!preview);
  useEffect(() => {
    preview?.().then(
      (/** @type {any} */ view) => {
        setShown(view);
        setReady(true);
        if (!danger && !type) setTimeout(() => yesButton.current?.focus());
      },
      (/** @type {any} */ fault) => setShown(html`<p class="fault" role="alert">${fault.message} ${fault.hint}</p>`),
    );
  }, []);
  return html`<form method="dialog" onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    close(true);
  }}>
    <h2 id="dialog-title">${title}</h2>${text && html`<p>${text}</p>`}<div class="preview" role="status">${shown}</div>
    ${
      type &&
      html`<label class="field"><span>Type <b>${type}</b> to go on</span>
      <input value=${typed} onInput=${(/** @type {any} */ e) => setTyped(e.target.value)} autocomplete="off" /></label>`
    }
    <div class="buttons"><button type="button" onClick=${() => close(null)}>Cancel</button>
    <button class=${danger ? 'danger' : 'primary'} ref=${yesButton} disabled=${!ready || (type && typed !== type)} autofocus=${!preview && !danger}>${yes}</button></div></form>`;
}

/**
 * Asks for one text or choice.
 * @param {{title: string, label: string, value?: string, yes: string, options?: [string, string][], hint?: any}} question
 * @returns {Promise<string|null>}
 */
export const ask = (question) => dialog((close) => html`<${Field} ...${question} close=${close} />`);

/** @param {any} props */
function Field({ title, label, value = '', yes, options, hint, close }) {
  const [text, setText] = useState(value || options?.[0]?.[0] || '');
  const typed = (/** @type {any} */ event) => setText(event.target.value);
  return html`<form method="dialog" onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    close(text);
  }}>
    <h2 id="dialog-title">${title}</h2><label class="field"><span>${label}</span>
    ${
      options
        ? html`<select value=${text} onChange=${typed}>
      ${options.map((/** @type {[string, string]} */ [one, words]) => html`<option value=${one}>${words}</option>`)}</select>`
        : html`<input value=${text} onInput=${typed} autocomplete="off" />`
    }</label>${hint && html`<p class="dim">${hint}</p>`}
    <div class="buttons"><button type="button" onClick=${() => close(null)}>Cancel</button><button class="primary" disabled=${!text}>${yes}</button>
      </div></form>`;
}
