// network-layout.js says where the processors of a network are drawn. layout(network, width, height) gives
//
//   {mode, x, y, r, stubs}
//
// x and y are the middles, in pixels, r is half of a processor's size. The mode is one of
//
//   vessels   circles with links between them: small networks, each in its own shape
//   bars      a row of bars, by rank: long lines and rings
//   cells     squares without links: everything else that is large
//
// stubs(a, b) says whether the link from a to b leads round a torus: it is drawn as two short ends.
//
//   ring       a circle            tree        level by level
//   mesh       rows and columns    hypercube   a cube has three directions, a fourth moves it aside, a fifth below …
//   clique, De Bruijn network      a circle with chords

const never = () => false;

/** The layout of network {kind, procs, sides} on this number of pixels. */
export function layout(network, width, height) {
  const { kind, procs: n } = network;
  const sides = network.sides ?? [];
  const pad = 10;
  const box = { x: pad, y: pad, w: Math.max(20, width - 2 * pad), h: Math.max(20, height - 2 * pad) };
  if ((kind === "line" || kind === "ring") && n > 48) return bars(n, box);
  if (kind === "ring") return fitted(circle(n), box, never);
  if (kind === "line") return n <= 12 ? fitted(row(n), box, never) : fitted(snake(n), box, never);
  if (kind === "tree" && n <= 127) return fitted(levels(n), box, never);
  if (kind === "hypercube" && n <= 64) return fitted(cubes(n, box.w > 1.3 * box.h), box, never);
  if ((kind === "clique" || kind === "debruijn") && n <= 64) return fitted(circle(n), box, never);
  if (sides.length > 0 && kind !== "hypercube") return grid(sides, box);
  const columns = Math.ceil(Math.sqrt(n));
  return cells(Array.from({ length: n }, (_, i) => [i % columns, Math.floor(i / columns)]), box);
}

function bars(n, { x, y, w, h }) {
  const at = (i) => x + ((i + 0.5) * w) / n;
  return {
    mode: "bars",
    x: Float32Array.from({ length: n }, (_, i) => at(i)),
    y: new Float32Array(n).fill(y + h),
    r: w / n / 2,
    top: y,
    bottom: y + h,
    stubs: never,
  };
}

const circle = (n) => Array.from({ length: n }, (_, i) => {
  const angle = 2 * Math.PI * i / n - Math.PI / 2, radius = Math.max(0.6, n / (2 * Math.PI));
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
});

const row = (n) => Array.from({ length: n }, (_, i) => [i, 0]);

function snake(n) {
  const columns = Math.ceil(Math.sqrt(n * 1.6));
  return Array.from({ length: n }, (_, i) => {
    const line = Math.floor(i / columns), at = i % columns;
    return [line % 2 === 0 ? at : columns - 1 - at, line];
  });
}

// A complete binary tree whose processor i has the parent (i−1)/2.
function levels(n) {
  const deepest = Math.floor(Math.log2(n));
  return Array.from({ length: n }, (_, i) => {
    const depth = Math.floor(Math.log2(i + 1)), place = i + 1 - 2 ** depth, width = 2 ** (deepest - depth);
    return [(place + 0.5) * width, depth * Math.max(1.4, 2 ** deepest / (2 * deepest + 1) / 1.4)];
  });
}

// A cube has three directions; the fourth leads to a second cube, aside if the picture is wide and below if it is not, the fifth and the
// sixth to further ones, so that all are as large as they can be.
function cubes(n, wide) {
  const aside = [2.1, 0.18], below = [0.22, 2.2];
  const directions = [[1, 0], [0, 1], [0.42, -0.36], ...(wide ? [aside, below] : [below, aside]), [4.6, 0.3]];
  return Array.from({ length: n }, (_, i) => {
    let x = 0, y = 0;
    directions.forEach(([dx, dy], bit) => { if (i >> bit & 1) { x += dx; y += dy; } });
    return [x, y];
  });
}

// A grid in rows; further dimensions are slices side by side, the first one outermost.
function grid(sides, box) {
  const columns = sides.at(-1), rows = sides.at(-2) ?? 1;
  const n = sides.reduce((a, b) => a * b, 1), slices = n / (columns * rows);
  const across = Math.ceil(Math.sqrt(slices * rows / columns * box.w / box.h));
  const wide = Math.min(slices, Math.max(1, across));
  const points = Array.from({ length: n }, (_, i) => {
    const slice = Math.floor(i / (columns * rows)), at = i % (columns * rows);
    return [at % columns + (slice % wide) * (columns + 1), Math.floor(at / columns) + Math.floor(slice / wide) * (rows + 1)];
  });
  const roomy = Math.min(box.w / (wide * (columns + 1)), box.h / (Math.ceil(slices / wide) * (rows + 1))) >= 17;
  if (!roomy) return cells(points, box);
  const far = (a, b) => Math.abs(points[a][0] - points[b][0]) + Math.abs(points[a][1] - points[b][1]) > 1.5;
  return fitted(points, box, far, 1);
}

const extent = (points, k) => [Math.min(...points.map((p) => p[k])), Math.max(...points.map((p) => p[k]))];

// fitted scales points into a box, and makes the circles as large as the nearest two allow.
function fitted(points, box, stubs, known) {
  const apart = known ?? nearest(points);
  const [x0, x1] = extent(points, 0), [y0, y1] = extent(points, 1);
  const scale = Math.min(box.w / (x1 - x0 + 0.9 * apart), box.h / (y1 - y0 + 0.9 * apart), 90 / apart);
  const dx = box.x + (box.w - scale * (x0 + x1)) / 2, dy = box.y + (box.h - scale * (y0 + y1)) / 2;
  return {
    mode: "vessels", r: Math.max(2, Math.min(26, 0.36 * apart * scale)), stubs,
    x: Float32Array.from(points, (p) => dx + scale * p[0]), y: Float32Array.from(points, (p) => dy + scale * p[1]),
  };
}

function nearest(points) {
  let least = Infinity;
  for (let i = 0; i < points.length; i++) {
    for (let j = 0; j < i; j++) least = Math.min(least, Math.hypot(points[i][0] - points[j][0], points[i][1] - points[j][1]));
  }
  return Number.isFinite(least) && least > 0 ? least : 1;
}

function cells(points, box) {
  const right = Math.max(...points.map((p) => p[0])) + 1, below = Math.max(...points.map((p) => p[1])) + 1;
  const size = Math.min(box.w / right, box.h / below, 26);
  const dx = box.x + (box.w - size * right) / 2, dy = box.y + (box.h - size * below) / 2;
  return {
    mode: "cells", r: size / 2, stubs: never,
    x: Float32Array.from(points, (p) => dx + (p[0] + 0.5) * size), y: Float32Array.from(points, (p) => dy + (p[1] + 0.5) * size),
  };
}

/** The processor at a place, or -1. */
export function processorAt(l, x, y) {
  let best = -1, least = l.mode === "bars" ? Infinity : (1.4 * Math.max(l.r, 7)) ** 2;
  for (let i = 0; i < l.x.length; i++) {
    const d = l.mode === "bars" ? Math.abs(l.x[i] - x) : (l.x[i] - x) ** 2 + (l.y[i] - y) ** 2;
    if (d < least) { least = d; best = i; }
  }
  return best;
}

/** The next processor from one in the direction of an arrow key: the nearest of those that lie more that way than aside. */
export function processorTowards(l, from, key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (l.mode === "bars") return Math.max(0, Math.min(l.x.length - 1, from + (dx || -dy)));
  let best = from, least = Infinity;
  for (let i = 0; i < l.x.length; i++) {
    const x = l.x[i] - l.x[from], y = l.y[i] - l.y[from];
    const ahead = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead > 0.5 && ahead + 2.2 * aside < least) { least = ahead + 2.2 * aside; best = i; }
  }
  return best;
}
