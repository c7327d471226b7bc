// level-words.js has what the room of bare loads says: the columns of its table, what theory promises, its legend.

import { h } from "transat/dom.js";
import { measuredFactor } from "transat/level-curve.js";
import { fixed } from "transat/numbers.js";

// general is a number as the command's tables have it: eight digits at most.
function general(x) {
  if (x !== 0 && (Math.abs(x) < 1e-4 || Math.abs(x) >= 1e8)) {
    return Number(x.toPrecision(8)).toExponential().replace(/e([+-])(\d)$/, "e$10$2");
  }
  return String(Number(x.toPrecision(8)));
}

/** A load with as many digits as tell loads apart that lie within such a range: three of the range's, and whole numbers as they are. */
export function load(x, range) {
  if (Number.isInteger(x)) return general(x);
  const decimals = Math.ceil(2 - Math.log10(Math.max(range, Math.abs(x) * 1e-6)));
  return decimals > 8 ? general(x) : general(Number(x.toFixed(Math.max(0, Math.min(decimals, 8)))));
}

const few = (x) => String(Number(x.toPrecision(4)));

// A number with few digits; all that the command prints are in its title.
const rounded = (text, x) => (text === general(x) ? text : h("span", { title: general(x) }, text));

// A sum over links and steps: whole, or five digits.
const total = (x) => (Number.isInteger(x) ? general(x) : rounded(general(Number(x.toPrecision(5))), x));

/** The columns of the table of rules: a row is a rule, at a step. */
export const columns = [
  { key: "policy", heading: "rule", left: true },
  { key: "at", heading: "step" },
  { key: "sigma", heading: "σ", text: (r) => few(r.sigma[r.at]) },
  { key: "delta", heading: "δ", text: (r) => few(r.delta[r.at]) },
  { key: "max", heading: "max", text: (r) => rounded(load(r.max[r.at], r.max[r.at] - r.min[r.at]), r.max[r.at]) },
  { key: "min", heading: "min", text: (r) => rounded(load(r.min[r.at], r.max[r.at] - r.min[r.at]), r.min[r.at]) },
  { key: "moved", heading: "moved", text: (r) => total(r.moved[r.at]) },
  { key: "setups", heading: "set-ups", text: (r) => String(r.setups[r.at]) },
  { key: "shared_step", heading: "shared after", text: (r) => r.shared_step ?? "–" },
  { key: "balanced_step", heading: "balanced after", text: (r) => r.balanced_step ?? "–" },
  { key: "steps", heading: "steps" },
  { key: "shifts", heading: "shifts", text: (r) => total(r.shifts) },
  { key: "ended", heading: "ended", left: true, text: (r) => r.ended },
];

/** What theory promises and what was measured, in a sentence. */
export function theoryOf(r) {
  const measured = measuredFactor(r.sigma);
  const seen = Number.isFinite(measured) ? ` In the second half of these steps it was ${fixed(measured, 4)}.` : "";
  if (r.factor === null || r.factor === undefined) return `${r.policy}: ${r.factor_note}.`;
  const half = r.factor > 0 && r.factor < 1 ? `, so σ halves every ${fixed(Math.log(0.5) / Math.log(r.factor), 1)} steps` : "";
  return `${r.policy}: in the long run, a step multiplies σ by γ = ${fixed(r.factor, 4)}${half}.${seen}`;
}

/** What the picture of a network means. */
export function legend() {
  return h("p", { class: "legend" },
    h("span", {}, h("i", { class: "level-vessel" }), "half full: the mean load"),
    h("span", {}, h("i", { class: "level-vessel much" }), "twice the mean or more: the darker the more"),
    h("span", {}, h("i", { class: "level-vessel none" }), "no load"),
    h("span", {}, "dots: what flows in this step"));
}
