// curves.js draws what runs have in common over time: efficiency so far, processors without work, the spread σ. All share one axis of
// time, that of the slider below them. What lies behind the present moment is drawn in full, what lies ahead faintly; both are drawn
// once, into canvases of their own, and a frame only copies them left and right of the present.

import { dashes, readColours } from "transat/colours.js";
import { about, count, ticks } from "transat/numbers.js";

export const margins = { left: 64, right: 18 }; // of the axis of time, in pixels of the page; the slider has the same

const charts = [
  { key: "efficiency", title: "efficiency so far", mark: (y) => `${Math.round(100 * y)} %`, most: () => 1 },
  { key: "idle", title: "processors without work", mark: (y, procs) => count(y * procs), most: () => 1 },
  { key: "sigma", title: "σ, the spread of the load", mark: (y) => (y === 0 ? "0" : y < 1 ? String(Number(y.toPrecision(2))) : count(y)) },
];

export class Curves {
  /** runs: [{recording, look}]; end: where the axis ends. */
  constructor(canvas, runs, end) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.runs = runs.filter((r) => r.recording);
    this.end = end;
    this.procs = this.runs[0]?.recording.procs ?? 1;
    this.before = document.createElement("canvas");
    this.after = document.createElement("canvas");
    this.series = charts.map((chart) => {
      const all = this.runs.map(({ recording, look }) => ({ ...recording.curve(chart.key), look, at: 0 }));
      const most = chart.most?.() ?? usual(all);
      return { ...chart, all, most: most > 0 ? most : 1 };
    });
  }

  resize(width, ratio = devicePixelRatio || 1) {
    if (width < margins.left + margins.right + 10) return; // hidden
    this.width = width;
    this.ratio = ratio;
    this.each = width < 520 ? 74 : 86;
    this.height = this.each * charts.length + 22;
    for (const c of [this.canvas, this.before, this.after]) {
      c.width = Math.round(width * ratio);
      c.height = Math.round(this.height * ratio);
    }
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${this.height}px`;
    this.redraw();
  }

  /** Draws the curves anew, after a change of theme or size. */
  redraw() {
    this.colours = readColours();
    this.still(this.before.getContext("2d"), 1);
    this.still(this.after.getContext("2d"), 0.28);
  }

  x(t) { return margins.left + (this.width - margins.left - margins.right) * t / this.end; }

  time(x) { return Math.min(Math.max((x - margins.left) / (this.width - margins.left - margins.right), 0), 1) * this.end; }

  frame(index) {
    const top = index * this.each + 22;
    return { top, bottom: (index + 1) * this.each - 4 };
  }

  still(c, strength) {
    const { colours, ratio, width } = this;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, width, this.height);
    c.font = `12px ${colours.sans}`;
    c.lineJoin = "round";
    this.series.forEach((chart, i) => {
      const { top, bottom } = this.frame(i), y = (v) => bottom - (bottom - top) * Math.min(v / chart.most, 1);
      c.globalAlpha = 1;
      c.textAlign = "left";
      c.textBaseline = "alphabetic";
      c.fillStyle = colours.soft;
      c.fillText(chart.title, margins.left, top - 7);
      c.textAlign = "right";
      c.textBaseline = "middle";
      c.lineWidth = 1;
      for (const v of [0, chart.most / 2, chart.most]) {
        c.strokeStyle = colours.line;
        c.beginPath();
        c.moveTo(margins.left, Math.round(y(v)) + 0.5);
        c.lineTo(width - margins.right, Math.round(y(v)) + 0.5);
        c.stroke();
        if (v !== chart.most / 2) c.fillText(chart.mark(v, this.procs), margins.left - 8, y(v));
      }
      c.globalAlpha = strength;
      for (const line of chart.all) this.line(c, line, y);
    });
    c.globalAlpha = 1;
    c.textBaseline = "alphabetic";
    c.fillStyle = colours.soft;
    const marks = ticks(this.end / 1e9, width < 520 ? 4 : 8);
    marks.forEach((s, i) => {
      c.textAlign = i === 0 ? "left" : this.x(s * 1e9) > width - margins.right - 14 ? "right" : "center";
      c.fillText(about(s), this.x(s * 1e9), this.height - 3);
    });
  }

  // One curve; points that fall on one pixel are drawn as the span that they take.
  line(c, { t, y, look }, place) {
    c.strokeStyle = this.colours.series[look.colour];
    c.lineWidth = 1.75;
    c.setLineDash(dashes[look.dash]);
    c.beginPath();
    let column = -1, low = 0, high = 0, last = 0;
    const flush = () => {
      if (column < 0) return;
      c.lineTo(column / 2, place(last < (low + high) / 2 ? high : low));
      c.lineTo(column / 2, place(last));
    };
    for (let i = 0; i < t.length; i++) {
      if (!Number.isFinite(y[i])) continue;
      const at = Math.round(this.x(t[i]) * 2);
      if (at !== column) {
        flush();
        column = at;
        low = high = y[i];
      }
      low = Math.min(low, y[i]);
      high = Math.max(high, y[i]);
      last = y[i];
    }
    flush();
    c.stroke();
    c.setLineDash([]);
  }

  /** Draws the moment t. */
  draw(t) {
    const { context: c, canvas, ratio, colours } = this;
    if (!(canvas.width > 0 && canvas.height > 0)) return; // not laid out yet, or hidden
    const now = Math.min(Math.max(Math.round(this.x(t) * ratio), 1), canvas.width - 1);
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, canvas.width, canvas.height);
    c.drawImage(this.before, 0, 0, now, canvas.height, 0, 0, now, canvas.height);
    c.drawImage(this.after, now, 0, canvas.width - now, canvas.height, now, 0, canvas.width - now, canvas.height);
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.fillStyle = colours.ink;
    c.fillRect(now / ratio - 0.5, 14, 1, this.height - 34);
    this.series.forEach((chart, i) => {
      const { top, bottom } = this.frame(i);
      for (const line of chart.all) {
        if (line.t.length === 0) continue;
        const k = line.at = lastBefore(line.t, t), last = line.t[line.t.length - 1];
        c.fillStyle = colours.series[line.look.colour];
        c.beginPath();
        c.arc(this.x(Math.min(t, last)), bottom - (bottom - top) * Math.min(line.y[k] / chart.most, 1), 3.4, 0, 2 * Math.PI);
        c.fill();
      }
    });
  }
}

// The upper end of an axis: what all but a twentieth of the points are below. Spikes are cut off, so that the rest can be seen.
function usual(all) {
  const values = all.flatMap(({ y }) => Array.from(y).filter(Number.isFinite)).sort((a, b) => a - b);
  return 1.15 * (values[Math.floor(values.length * 0.95)] ?? 0) || values.at(-1);
}

/** The last index whose time is not after t. */
export function lastBefore(times, t) {
  let low = 0, high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}
