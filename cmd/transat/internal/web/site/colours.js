// colours.js reads the colours of style.css for canvases, so that there is one place where they are written.
//
// The scale of load has 256 steps between five colours; step 0 is a processor at work with nothing waiting. It is logarithmic, since one
// processor may have thousands of elements where the others have three. Idle is no step of it.

import { colours, dashes, firstSpare, styles } from "transat/policy-styles.js";

export const steps = 256;

/** The colours as they are now. */
export function readColours() {
  const style = getComputedStyle(document.documentElement);
  const token = (name) => style.getPropertyValue(`--${name}`).trim();
  const stops = [0, 1, 2, 3, 4].map((i) => parse(token(`load-${i}`)));
  const load = new Uint32Array(steps);
  for (let i = 0; i < steps; i++) load[i] = pixel(between(stops, i / (steps - 1)));
  return {
    load,
    idle: pixel(parse(token("idle"))),
    empty: pixel(parse(token("panel"))),
    done: pixel(parse(token("sunk"))), // a processor after the end of the run: neither at work nor out of it
    panel: token("panel"), ink: token("ink"), soft: token("soft"), line: token("line"), strongLine: token("strong-line"),
    idleText: token("idle"), accent: token("accent"),
    dot: token("dot"), ring: token("dot-ring"), flow: pixel(parse(token("flow")), 0.62),
    series: Array.from({ length: colours }, (_, i) => token(`series-${i}`)),
    sans: token("sans"), serif: token("serif"),
  };
}

/**
 * The styles of the policies of one picture, {colour, dash}: the numbers of its --series colour and of its pattern of lines in dashes. As
 * in package figure, a policy has the same style everywhere. One that the table does not have, such as a script, has a spare colour and a
 * pattern that its name chooses; and of two that would have the same style, the second one has the next.
 */
export function stylesOf(policies) {
  const taken = [];
  for (const policy of policies) taken.push(nextStyle(policy, taken));
  return taken;
}

function nextStyle(policy, taken) {
  const name = policy.slice(policy.lastIndexOf("/") + 1).split(":")[0];
  let { colour, dash } = (Object.hasOwn(styles, name) && styles[name]) || {};
  if (colour === undefined) {
    const sum = fnv(name.replace(/\.star$/, "")), spares = colours - firstSpare;
    [colour, dash] = [firstSpare + (sum % spares), Math.floor(sum / spares) % dashes.length];
    for (let i = 1; i < spares; i++)
      if (taken.some((l) => l.colour === colour)) colour = firstSpare + ((colour - firstSpare + 1) % spares);
  }
  for (let i = 0; i < dashes.length; i++)
    if (taken.some((l) => l.colour === colour && l.dash === dash)) dash = (dash + 1) % dashes.length;
  return { colour, dash };
}

// The sum of Fowler, Noll and Vo (1a) over 32 bits.
function fnv(text) {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum;
}

export { dashes };

/** Calls f when the theme changes; returns a function that stops that. */
export function onTheme(f) {
  const watcher = new MutationObserver(f);
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => watcher.disconnect();
}

/** The step of the scale for this number of waiting elements: a table, as it is asked a million times a second. */
export function levels(most) {
  const table = new Uint8Array(4096);
  const full = Math.log1p(Math.max(1, Math.min(most, table.length - 1)));
  for (let w = 1; w < table.length; w++) table[w] = Math.min(steps - 1, Math.round(20 + (steps - 21) * Math.log1p(w) / full));
  return table;
}

/** The step of the scale for a load, as a function: logarithmic over three powers of ten below the most. */
export function shareLevels(most) {
  const full = Math.log1p(1000);
  return (load) => (load > 0 ? Math.min(steps - 1, Math.round(20 + (steps - 21) * Math.log1p(1000 * load / most) / full)) : 0);
}

function parse(hex) {
  const digits = hex.replace("#", "");
  const full = digits.length === 3 ? [...digits].map((d) => d + d).join("") : digits.padEnd(6, "0");
  return [0, 2, 4].map((i) => Number.parseInt(full.slice(i, i + 2), 16) || 0);
}

function between(stops, share) {
  const at = Math.min(share * (stops.length - 1), stops.length - 1.000001), i = Math.floor(at), part = at - i;
  return stops[i].map((c, k) => Math.round(c * (1 - part) + stops[Math.min(i + 1, stops.length - 1)][k] * part));
}

// A pixel of ImageData, seen as one number; browsers run on little-endian machines only.
const pixel = ([r, g, b], opacity = 1) => ((Math.round(255 * opacity) << 24) | (b << 16) | (g << 8) | r) >>> 0;
