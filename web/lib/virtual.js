// A long list of which only the rows in sight are in the document.

import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/preact.js';

/**
 * @param {{count: number, rem: number, row: (index: number) => any, chosen?: number, label: string, name?: (index: number) => string, seen?: (from: number, to: number) => void}} props
 *   `rem`: the height of a row in rem, so that it grows with the text.
 */
export function Rows({ count, rem, row, chosen = -1, label, name, seen }) {
  const box = useRef(/** @type {HTMLDivElement|null} */ (null));
  const [window, setWindow] = useState({ top: 0, height: 900, size: 16 });
  const height = rem * window.size;
  useLayoutEffect(() => {
    const frame = box.current;
    if (!frame) return undefined;
    const look = () =>
      setWindow({
        top: frame.scrollTop,
        height: frame.clientHeight,
        size: parseFloat(getComputedStyle(document.documentElement).fontSize),
      });
    look();
    const watcher = new ResizeObserver(look);
    watcher.observe(frame);
    frame.addEventListener('scroll', look, { passive: true });
    return () => {
      watcher.disconnect();
      frame.removeEventListener('scroll', look);
    };
  }, []);
  useEffect(() => {
    const frame = box.current;
    if (!frame || chosen < 0) return;
    if (chosen * height < frame.scrollTop) frame.scrollTop = chosen * height;
    else if ((chosen + 1) * height > frame.scrollTop + frame.clientHeight) frame.scrollTop = (chosen + 1) * height - frame.clientHeight;
  }, [chosen, height]);
  const first = Math.max(0, Math.floor(window.top / height) - 6);
  const last = Math.min(count, Math.ceil((window.top + window.height) / height) + 6);
  useEffect(() => {
    seen?.(first, last);
  }, [first, last, count]);
  const rows = [];
  for (let i = first; i < last; i += 1)
    rows.push(html`<li class="row-place" key=${name?.(i) ?? i} style=${{ top: `${i * height}px`, height: `${height}px` }} aria-setsize=${count} aria-posinset=${i + 1}>
    ${row(i)}</li>`);
  return html`<div class="rows" ref=${box}><ul aria-label=${label} style=${{ height: `${count * height}px` }}>${rows}</ul></div>`;
}
