// Where the notes of a graph go: linked ones attract each other, all push each other away. Those
// far away count as one, by a tree of squares, so that a step over 2,000 notes takes a few milliseconds.

const THETA2 = 0.81;

/** @param {Float64Array} x @param {Float64Array} y @param {number} n */
function tree(x, y, n) {
  let least = Infinity;
  let most = -Infinity;
  for (let i = 0; i < n; i += 1) {
    least = Math.min(least, x[i], y[i]);
    most = Math.max(most, x[i], y[i]);
  }
  /** @type {{x: number, y: number, mass: number, size: number, kids: any, point: number, left: number, top: number}} */
  const root = { x: 0, y: 0, mass: 0, size: most - least + 1, kids: null, point: -1, left: least, top: least };
  const kidOf = (/** @type {any} */ cell, /** @type {number} */ i) => {
    const half = cell.size / 2;
    const right = x[i] >= cell.left + half ? 1 : 0;
    const below = y[i] >= cell.top + half ? 1 : 0;
    const at = right + 2 * below;
    cell.kids[at] ??= {
      x: 0,
      y: 0,
      mass: 0,
      size: half,
      kids: null,
      point: -1,
      left: cell.left + right * half,
      top: cell.top + below * half,
    };
    return cell.kids[at];
  };
  for (let i = 0; i < n; i += 1) {
    let cell = root;
    for (let depth = 0; ; depth += 1) {
      cell.x = (cell.x * cell.mass + x[i]) / (cell.mass + 1);
      cell.y = (cell.y * cell.mass + y[i]) / (cell.mass + 1);
      cell.mass += 1;
      if (cell.mass === 1) {
        cell.point = i;
        break;
      }
      if (depth > 24) break;
      if (!cell.kids) {
        cell.kids = [null, null, null, null];
        const before = kidOf(cell, cell.point);
        before.x = x[cell.point];
        before.y = y[cell.point];
        before.mass = 1;
        before.point = cell.point;
        cell.point = -1;
      }
      cell = kidOf(cell, i);
    }
  }
  return root;
}

/** @param {number} n @param {[number, number][]} links */
export function layout(n, links) {
  const x = new Float64Array(n);
  const y = new Float64Array(n);
  const dx = new Float64Array(n);
  const dy = new Float64Array(n);
  const degree = new Float64Array(n);
  for (const [a, b] of links) {
    degree[a] += 1;
    degree[b] += 1;
  }
  // A sunflower: the same every time, so that the picture is.
  for (let i = 0; i < n; i += 1) {
    const r = 14 * Math.sqrt(i + 0.5);
    x[i] = r * Math.cos(i * 2.39996);
    y[i] = r * Math.sin(i * 2.39996);
  }
  let heat = 1;
  const stack = /** @type {any[]} */ ([]);
  const once = () => {
    const root = tree(x, y, n);
    for (let i = 0; i < n; i += 1) {
      let fx = -x[i] * 0.012;
      let fy = -y[i] * 0.012;
      stack.length = 0;
      stack.push(root);
      while (stack.length) {
        const cell = stack.pop();
        const ax = x[i] - cell.x;
        const ay = y[i] - cell.y;
        const d2 = ax * ax + ay * ay + 0.5;
        if (!cell.kids || cell.size * cell.size < THETA2 * d2) {
          if (cell.point === i) continue;
          const push = (900 * cell.mass) / d2 / Math.sqrt(d2);
          fx += ax * push;
          fy += ay * push;
        } else for (const kid of cell.kids) if (kid) stack.push(kid);
      }
      dx[i] = (dx[i] + fx * heat) * 0.6;
      dy[i] = (dy[i] + fy * heat) * 0.6;
    }
    for (const [a, b] of links) {
      const ax = x[b] - x[a];
      const ay = y[b] - y[a];
      const d = Math.hypot(ax, ay) || 1;
      const pull = (((d - 46) / d) * 0.35 * heat) / Math.min(Math.max(degree[a], degree[b], 1), 8);
      dx[a] += ax * pull;
      dy[a] += ay * pull;
      dx[b] -= ax * pull;
      dy[b] -= ay * pull;
    }
    for (let i = 0; i < n; i += 1) {
      const d = Math.hypot(dx[i], dy[i]);
      const most = 40 * heat + 1;
      const by = d > most ? most / d : 1;
      x[i] += dx[i] * by;
      y[i] += dy[i] * by;
    }
    heat *= 0.985;
  };
  return {
    x,
    y,
    /** Some steps; whether it still moves. @param {number} times */
    step(times) {
      for (let i = 0; i < times && heat > 0.02; i += 1) once();
      return heat > 0.02;
    },
    box() {
      let [l, t, r, b] = [Infinity, Infinity, -Infinity, -Infinity];
      for (let i = 0; i < n; i += 1) {
        l = Math.min(l, x[i]);
        r = Math.max(r, x[i]);
        t = Math.min(t, y[i]);
        b = Math.max(b, y[i]);
      }
      return { x: l, y: t, width: r - l, height: b - t };
    },
  };
}
