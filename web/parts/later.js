// A component whose module is loaded when it is shown.

import { html, useEffect, useState } from '../vendor/preact.js';
import { Fault } from './bits.js';

/** @type {Map<string, any>} */
const known = new Map();

/** @param {{from: () => Promise<any>, [name: string]: any}} props */
export function Later({ from, ...rest }) {
  const name = String(from);
  const [part, setPart] = useState(() => known.get(name) ?? null);
  const [fault, setFault] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (part) return;
    from().then((module) => {
      known.set(name, module.default);
      setPart(() => module.default);
    }, setFault);
  }, [name]);
  if (fault) return html`<${Fault} fault=${{ message: 'a part of the page could not be loaded', hint: String(fault.message) }} />`;
  const Part = part;
  return Part && html`<${Part} ...${rest} />`;
}
