// Notes and the links between them, drawn on a canvas. A list says the same to those who do not see it.

import { html, useEffect, useMemo, useRef, useState } from '../vendor/preact.js';
import { get } from '../lib/api.js';
import { count, projectName } from '../lib/format.js';
import { layout } from '../lib/forces.js';
import { go, href, noteHref } from '../lib/router.js';
import { project, projects } from '../lib/state.js';
import { Empty, Fault, Screen, useData } from '../parts/bits.js';

const COLOURS = /** @type {Record<string, string>} */ ({ global: '--accent', private: '--feedback', shared: '--project' });
const colourOf = (/** @type {string} */ place) => COLOURS[place] ?? '--user';
/** What the colours stand for, as far as they occur. @param {any[]} notes */
const legend = (notes) => [...new Set(notes.map((one) => (COLOURS[one.place] ? one.place : 'agents’')))].sort();

/** @param {{graph: any, workspace: string}} props */
function Picture({ graph, workspace }) {
  const canvas = useRef(/** @type {HTMLCanvasElement|null} */ (null));
  const [tip, setTip] = useState(/** @type {any} */ (null));
  const hands = useRef({ scaleBy: (/** @type {number} */ _by) => {}, fit: () => {} });
  const refOf = (/** @type {any} */ note) => ({
    ...note,
    project: note.project !== undefined ? note.project : note.place === 'global' || note.place.endsWith('(user)') ? null : workspace,
  });
  useEffect(() => {
    const board = canvas.current;
    if (!board) return undefined;
    const pen = /** @type {CanvasRenderingContext2D} */ (board.getContext('2d'));
    const forces = layout(graph.notes.length, graph.links);
    const degree = new Uint16Array(graph.notes.length);
    for (const [a, b] of graph.links) {
      degree[a] += 1;
      degree[b] += 1;
    }
    const view = { x: 0, y: 0, scale: 1, fitted: true };
    let over = -1;
    let frame = 0;
    const colours = () => {
      const style = getComputedStyle(board);
      return (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    };
    const radius = (/** @type {number} */ i) => 3 + Math.sqrt(degree[i]) * 1.6;
    const draw = () => {
      const { width, height } = board;
      const ratio = devicePixelRatio;
      if (view.fitted) {
        const box = forces.box();
        view.scale = Math.min(2.2, 0.86 * Math.min(width / ratio / (box.width + 60), height / ratio / (box.height + 60)));
        view.x = -(box.x + box.width / 2) * view.scale + width / ratio / 2;
        view.y = -(box.y + box.height / 2) * view.scale + height / ratio / 2 + 12;
      }
      const colour = colours();
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.clearRect(0, 0, width, height);
      pen.translate(view.x, view.y);
      pen.scale(view.scale, view.scale);
      pen.lineWidth = 1 / view.scale;
      pen.strokeStyle = colour('--line-strong');
      pen.beginPath();
      for (const [a, b] of graph.links) {
        pen.moveTo(forces.x[a], forces.y[a]);
        pen.lineTo(forces.x[b], forces.y[b]);
      }
      pen.stroke();
      if (over >= 0) {
        pen.strokeStyle = colour('--accent');
        pen.lineWidth = 2 / view.scale;
        pen.beginPath();
        for (const [a, b] of graph.links)
          if (a === over || b === over) {
            pen.moveTo(forces.x[a], forces.y[a]);
            pen.lineTo(forces.x[b], forces.y[b]);
          }
        pen.stroke();
      }
      graph.notes.forEach((/** @type {any} */ note, /** @type {number} */ i) => {
        pen.fillStyle = colour(colourOf(note.place));
        pen.beginPath();
        pen.arc(forces.x[i], forces.y[i], radius(i), 0, 7);
        pen.fill();
      });
      label(width / ratio, height / ratio, colour);
    };
    // Names where they have room, of those with the most links first.
    const order = graph.notes.map((/** @type {any} */ _, /** @type {number} */ i) => i).sort((/** @type {number} */ a, /** @type {number} */ b) => degree[b] - degree[a]);
    const label = (/** @type {number} */ width, /** @type {number} */ height, /** @type {(name: string) => string} */ colour) => {
      const size = 0.75 * parseFloat(getComputedStyle(document.documentElement).fontSize);
      pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
      pen.fillStyle = colour('--ink');
      pen.font = `${size}px ${colour('--sans')}`;
      pen.textAlign = 'center';
      pen.strokeStyle = colour('--paper');
      pen.lineWidth = 4;
      pen.lineJoin = 'round';
      // In a crowd only a few: the closer one looks, the more.
      const most = graph.notes.length <= 150 ? 150 : Math.min(150, 12 * view.scale * view.scale * 4);
      /** @type {number[][]} */
      const taken = [];
      for (const i of order) {
        if (taken.length >= most) break;
        const x = forces.x[i] * view.scale + view.x;
        const y = forces.y[i] * view.scale + view.y + radius(i) * view.scale + size * 1.1;
        if (x < 0 || y < 0 || x > width || y > height) continue;
        const name = [...graph.notes[i].name].slice(0, 32).join('');
        const half = pen.measureText(name).width / 2 + 3;
        if (taken.some(([left, right, line]) => x + half > left && x - half < right && Math.abs(line - y) < size * 1.3)) continue;
        taken.push([x - half, x + half, y]);
        if (graph.notes.length > 150) pen.strokeText(name, x, y);
        pen.fillText(name, x, y);
      }
    };
    const tick = () => {
      const moving = forces.step(graph.notes.length > 800 ? 2 : 3);
      draw();
      frame = moving ? requestAnimationFrame(tick) : 0;
    };
    const size = () => {
      board.width = board.clientWidth * devicePixelRatio;
      board.height = board.clientHeight * devicePixelRatio;
      draw();
    };
    const at = (/** @type {PointerEvent|WheelEvent} */ event) => {
      const box = board.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    const find = (/** @type {number} */ px, /** @type {number} */ py) => {
      const x = (px - view.x) / view.scale;
      const y = (py - view.y) / view.scale;
      let best = -1;
      let near = 14 / view.scale;
      for (let i = 0; i < graph.notes.length; i += 1) {
        const d = Math.hypot(forces.x[i] - x, forces.y[i] - y);
        if (d < Math.max(near, radius(i))) {
          near = d;
          best = i;
        }
      }
      return best;
    };
    /** @type {number[]|null} */
    let grip = null;
    let moved = false;
    const down = (/** @type {PointerEvent} */ event) => {
      grip = at(event);
      moved = false;
      board.setPointerCapture(event.pointerId);
    };
    const move = (/** @type {PointerEvent} */ event) => {
      const [x, y] = at(event);
      if (grip) {
        if (Math.hypot(x - grip[0], y - grip[1]) > 3) moved = true;
        if (moved) {
          view.fitted = false;
          view.x += x - grip[0];
          view.y += y - grip[1];
          grip = [x, y];
          draw();
        }
        return;
      }
      const found = find(x, y);
      if (found !== over) {
        over = found;
        draw();
      }
      setTip(found >= 0 ? { x, y, note: graph.notes[found], links: degree[found] } : null);
      board.style.cursor = found >= 0 ? 'pointer' : 'grab';
    };
    const up = (/** @type {PointerEvent} */ event) => {
      if (grip && !moved) {
        const found = find(.../** @type {[number, number]} */ (at(event)));
        if (found >= 0) go(noteHref(refOf(graph.notes[found]), '', {}));
      }
      grip = null;
    };
    const zoom = (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      const [x, y] = at(event);
      const by = Math.exp(-event.deltaY * 0.0015);
      view.fitted = false;
      view.x = x - (x - view.x) * by;
      view.y = y - (y - view.y) * by;
      view.scale *= by;
      draw();
    };
    const scaleBy = (/** @type {number} */ by) => {
      const [x, y] = [board.clientWidth / 2, board.clientHeight / 2];
      view.fitted = false;
      view.x = x - (x - view.x) * by;
      view.y = y - (y - view.y) * by;
      view.scale *= by;
      draw();
    };
    const shift = (/** @type {number} */ x, /** @type {number} */ y) => {
      view.fitted = false;
      view.x += x;
      view.y += y;
      draw();
    };
    const fit = () => {
      view.fitted = true;
      draw();
    };
    const KEYS = /** @type {Record<string, () => void>} */ ({
      '+': () => scaleBy(1.25),
      '=': () => scaleBy(1.25),
      '-': () => scaleBy(0.8),
      0: fit,
      ArrowLeft: () => shift(60, 0),
      ArrowRight: () => shift(-60, 0),
      ArrowUp: () => shift(0, 60),
      ArrowDown: () => shift(0, -60),
    });
    const typed = (/** @type {KeyboardEvent} */ event) => {
      if (!KEYS[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      KEYS[event.key]();
    };
    hands.current = { scaleBy, fit };
    board.addEventListener('keydown', typed);
    board.addEventListener('pointerdown', down);
    board.addEventListener('pointermove', move);
    board.addEventListener('pointerup', up);
    board.addEventListener('wheel', zoom, { passive: false });
    const watcher = new ResizeObserver(size);
    watcher.observe(board);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches)
      while (forces.step(10)) {
        /* to the end at once */
      }
    size();
    frame = requestAnimationFrame(tick);
    return () => {
      cancelAnimationFrame(frame);
      watcher.disconnect();
    };
  }, [graph]);
  const linked = useMemo(() => {
    const degree = new Array(graph.notes.length).fill(0);
    for (const [a, b] of graph.links) {
      degree[a] += 1;
      degree[b] += 1;
    }
    return graph.notes
      .map((/** @type {any} */ note, /** @type {number} */ i) => ({ note, links: degree[i] }))
      .sort((/** @type {any} */ a, /** @type {any} */ b) => b.links - a.links)
      .slice(0, 100);
  }, [graph]);
  return html`<canvas ref=${canvas} tabindex="0" role="img" aria-label=${`${count(graph.notes.length, 'note')} and ${count(graph.links.length, 'link')} between them; arrows move the picture, plus and minus change its size`}>
    </canvas>
    <div class="zoom" role="group" aria-label="Size of the picture">
      <button type="button" aria-label="Larger" onClick=${() => hands.current.scaleBy(1.25)}>+</button>
      <button type="button" aria-label="Smaller" onClick=${() => hands.current.scaleBy(0.8)}>−</button>
      <button type="button" onClick=${() => hands.current.fit()}>All</button></div>
    ${
      tip &&
      html`<div class="tip" style=${{ left: `${tip.x + 14}px`, top: `${tip.y + 10}px` }}><b>${tip.note.name}</b><br /><span class="dim">
      ${tip.note.place}, ${count(tip.links, 'link')}</span></div>`
    }
    <details class="as-list"><summary>As a list</summary><ul class="plain">${linked.map(
      (/** @type {any} */ one) => html`<li>
      <a href=${noteHref(refOf(one.note), '', {})}>${one.note.name}</a> <span class="dim">${count(one.links, 'link')}</span></li>`,
    )}</ul></details>`;
}

export default function Graph() {
  const workspace = project.value;
  const { data, fault, again } = useData(() => get('/api/graph', { workspace: workspace || '*' }), [workspace]);
  return html`<${Screen} title="Graph" name="graph" lead=${data && `${count(data.notes.length, 'note')}, ${count(data.links.length, 'link')}${data.broken ? `, ${data.broken} broken` : ''}`}
    below=${data?.notes.length > 0 && html`<p class="legend">${legend(data.notes).map((place) => html`<span style=${{ '--tint': `var(${colourOf(place)})` }}>${place}</span>`)}</p>`}
    tools=${html`<label class="field"><span>Workspace</span>
      <select value=${workspace} onChange=${(/** @type {any} */ event) => go(href('/graph', { project: event.target.value }))}>
      <option value="">everything</option>${projects.value.map((one) => html`<option value=${one.project}>${projectName(one.project)}</option>`)}
      </select></label>`}>
    <${Fault} fault=${fault} again=${again} />
      ${data && (data.notes.length === 0 ? html`<${Empty} title="No notes to draw" />` : html`<${Picture} key=${workspace} graph=${data} workspace=${workspace} />`)}
      <//>`;
}
