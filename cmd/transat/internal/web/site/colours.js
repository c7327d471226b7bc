// colours.js reads the colours of style.css for canvases, so that there is one place where they are written.
//
// The scale of load has 256 steps between five colours; step 0 is a processor at work with nothing waiting. It is logarithmic, since one
// processor may have thousands of elements where the others have three. Idle is no step of it.

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
    dot: token("dot"), ring: token("dot-ring"), dotPixel: pixel(parse(token("dot"))), ringPixel: pixel(parse(token("dot-ring"))),
    series: [0, 1, 2, 3].map((i) => token(`series-${i}`)),
    sans: token("sans"), serif: token("serif"),
  };
}

/** Dashes of the policies' curves: they tell the curves apart where colours do not. */
export const dashes = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

/** Calls f when the theme changes; returns a function that stops that. */
export function onTheme(f) {
  const watcher = new MutationObserver(f);
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => watcher.disconnect();
}

/** The step of the scale for that many waiting elements: a table, as it is asked a million times a second. */
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
const pixel = ([r, g, b]) => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
