// motifs.js draws what a tour is about in nine by nine squares: work in blue, as everywhere, and orange for none. They are drawn from
// rules of a line each, not from runs.

import { svg } from "transat/dom.js";

const side = 9;

// How much work a processor has, from 0 (dark: 4), or -1 for none, at column x and row y; a and b are distances from the middle.
const rules = {
  what: (x, y, a, b) => (a === 0 && b === 0 ? 4 : -1),
  ring: (x, y) =>
    y === 0 ? Math.max(0, 4 - Math.floor(x / 2)) : y === side - 1 ? Math.max(-1, 1 - (side - 1 - x)) : y === 1 && x > 6 ? 0 : -1,
  plb: (x, y, a, b) => (b === 0 ? 4 - Math.floor(a / 2) : a < 3 && b < 4 - a ? 2 - (b >> 1) : -1),
  liquid: (x, y) => (x + y > 10 ? -1 : x + y > 8 ? 0 : 4 - Math.floor((x + y) / 2.4)),
  diffusion: (x, y, a, b) => { const r = Math.hypot(a, b); return r > 4.6 ? -1 : Math.max(0, 4 - Math.floor(r)); },
  thieves: (x, y) => [3, 1, 2, -1, 1, 2, 0, 3, 2, 1, 4, 2][(x * 5 + y * 7 + x * y) % 12],
  which: (x, y, a, b) => { const r = Math.max(a, b); return r === 0 ? 4 : r === 2 ? 3 : r === 4 ? 1 : -2; },
};

/** The picture of a tour; null if it has none. */
export function motif(name) {
  const rule = rules[name];
  if (!rule) return null;
  const cells = Array.from({ length: side * side }, (_, i) => {
    const x = i % side, y = Math.floor(i / side), load = rule(x, y, Math.abs(x - 4), Math.abs(y - 4));
    return load < -1 ? null : svg("rect", { x: 10 * x, y: 10 * y, width: 9, height: 9, class: load < 0 ? "none" : `load-${load}` });
  });
  return svg("svg", { class: "motif", viewBox: `0 0 ${10 * side - 1} ${10 * side - 1}`, "aria-hidden": "true" }, cells);
}
