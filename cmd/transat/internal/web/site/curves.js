// curves.js draws what runs have in common over time: efficiency so far, processors without work, the spread σ. All share one axis of
// time, that of the slider below them: of the whole race, or of an interval of it. What lies behind the present moment is drawn in full,
// what lies ahead faintly; both are drawn once, into canvases of their own, and a frame only copies them left and right of the present.
// What a hand does to the curves is in timeline.js.

import { dashes, readColours } from "transat/colours.js";
import { about, count, moment, percent, ticks } from "transat/numbers.js";

const margins = { left: 64, right: 18 }; // of the axis of time, in pixels of the page

const shortest = 1e-5; // interval, as a share of the race

// The axis of σ is logarithmic above about a quarter, so that the peak of the beginning is on it and the rest can still be told apart.
const bent = (y) => Math.log1p(4 * y);
const digits = (y) => (y >= 100 ? count(y) : String(Number(y.toPrecision(y < 1 ? 2 : 3))));

const charts = [
  {
    key: "efficiency", title: "efficiency so far", most: 1, marks: [0, 0.5, 1], mark: (y) => (y === 0.5 ? "" : `${100 * y} %`),
    place: (y) => y, says: percent,
  },
  {
    key: "idle", title: "processors without work", most: 1, marks: [0, 0.5, 1], mark: (y, procs) => (y === 0.5 ? "" : count(y * procs)),
    place: (y) => y, says: (y, procs) => count(y * procs),
  },
  { key: "sigma", title: "σ, the spread of the load", mark: digits, place: (y, most) => bent(y) / bent(most), says: digits },
];

export class Curves {
  /** runs: [{recording, style, name}]; end: where the axis ends. */
  constructor(canvas, runs, end) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.runs = runs.filter((r) => r.recording);
    this.end = end;
    this.from = 0;
    this.to = end;
    this.hover = null; // the moment under the pointer
    this.moved = () => {}; // called when another interval is on the axis
    this.chosen = null; // the two ends of an interval that a hand is just choosing
    this.procs = this.runs[0]?.recording.procs ?? 1;
    this.before = document.createElement("canvas");
    this.after = document.createElement("canvas");
    this.series = charts.map((chart) => ({
      ...chart,
      all: this.runs.map(({ recording, style }) => ({ ...recording.curve(chart.key), style }))
        .map((line, i) => (chart.key === "idle" ? ended(line, this.runs[i].recording.header.end) : line)),
    }));
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

  /** Draws the curves anew, after a change of theme, size or interval. */
  redraw() {
    if (!this.width) return; // not laid out yet
    this.colours = readColours();
    const sigma = this.series.at(-1);
    sigma.most = Math.max(1e-9, ...sigma.all.map((line) => this.largest(line)));
    const between = (y) => sigma.place(y, sigma.most) > 0.25 && sigma.place(y, sigma.most) < 0.75; // that labels do not touch
    sigma.marks = [0, ...[0.01, 0.1, 1, 10, 100].filter(between), sigma.most];
    this.still(this.before.getContext("2d"), 1);
    this.still(this.after.getContext("2d"), 0.28);
  }

  /** The whole race is on the axis. */
  get whole() { return this.from === 0 && this.to === this.end; }

  /** Puts an interval on the axis, or as much of it as there is. */
  zoom(from, to) {
    const length = Math.min(Math.max(to - from, this.end * shortest), this.end);
    this.from = Math.min(Math.max(length === to - from ? from : (from + to - length) / 2, 0), this.end - length);
    this.to = this.from + length;
    this.hover = null;
    this.moved();
    this.redraw();
  }

  /** Moves the interval, if it must, so that t is in it. */
  follow(t) {
    const length = this.to - this.from, close = 1e-9 * length; // what a sum may be off
    if (t >= this.from - close && t <= this.to + close) return;
    const from = t > this.to ? t - 0.1 * length : t - 0.9 * length;
    this.zoom(from, from + length);
  }

  /** The share of the axis left of t, and back. */
  share(t) {
    this.follow(t);
    return (t - this.from) / (this.to - this.from);
  }

  at(share) { return this.from + Math.min(Math.max(share, 0), 1) * (this.to - this.from); }

  x(t) { return margins.left + (this.width - margins.left - margins.right) * (t - this.from) / (this.to - this.from); }

  time(x) { return this.at((x - margins.left) / (this.width - margins.left - margins.right)); }

  /** What the curves say of the moment t: [{name, style, over, values: ["87.4 %", "12", "0.31"]}]. */
  reading(t) {
    return this.runs.map(({ name, style, recording }, i) => ({
      name, style, over: t >= recording.header.end,
      values: this.series.map(({ all, says }) => {
        const value = valueAt(all[i], t);
        return Number.isFinite(value) ? says(value, this.procs) : "–";
      }),
    }));
  }

  // The points of a line that the interval needs: those in it, and one on either side.
  span({ t }) { return [lastBefore(t, this.from), Math.min(lastBefore(t, this.to) + 1, t.length - 1)]; }

  largest(line) {
    const [first, last] = this.span(line);
    let most = 0;
    for (let i = first; i <= last; i++) if (line.y[i] > most) most = line.y[i];
    return most;
  }

  frame(index) {
    const top = index * this.each + 22;
    return { top, bottom: (index + 1) * this.each - 4 };
  }

  // Where a value of a chart lies.
  level(index, v) {
    const { top, bottom } = this.frame(index), { place, most } = this.series[index];
    return bottom - (bottom - top) * Math.min(place(v, most), 1);
  }

  still(c, strength) {
    const { colours, ratio, width } = this;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, width, this.height);
    c.font = `12px ${colours.sans}`;
    c.lineJoin = "round";
    this.series.forEach((chart, i) => {
      const { top, bottom } = this.frame(i), y = (v) => this.level(i, v);
      c.globalAlpha = 1;
      c.textAlign = "left";
      c.textBaseline = "alphabetic";
      c.fillStyle = colours.soft;
      c.fillText(chart.title, margins.left, top - 7);
      c.textAlign = "right";
      c.textBaseline = "middle";
      c.lineWidth = 1;
      c.strokeStyle = colours.line;
      for (const v of chart.marks) {
        c.beginPath();
        c.moveTo(margins.left, Math.round(y(v)) + 0.5);
        c.lineTo(width - margins.right, Math.round(y(v)) + 0.5);
        c.stroke();
        c.fillText(chart.mark(v, this.procs), margins.left - 8, y(v));
      }
      c.globalAlpha = strength;
      c.save();
      c.beginPath();
      c.rect(margins.left - 2, top - 3, width - margins.left - margins.right + 4, bottom - top + 6);
      c.clip();
      for (const line of chart.all) this.line(c, line, y);
      c.restore();
    });
    this.axis(c);
  }

  axis(c) {
    const { colours, width } = this;
    c.globalAlpha = 1;
    c.textBaseline = "alphabetic";
    c.fillStyle = colours.soft;
    const step = ticks((this.to - this.from) / 1e9, width < 520 ? 3 : 8)[1] * 1e9 || this.end;
    for (let k = Math.ceil(this.from / step - 1e-9); k * step <= this.to * 1.0001; k++) {
      const x = this.x(k * step);
      c.textAlign = x < margins.left + 14 ? "left" : x > width - margins.right - 14 ? "right" : "center";
      c.fillText(this.whole ? about(k * step / 1e9) : moment(k * step, step), x, this.height - 3);
    }
  }

  // One curve; points that fall on one pixel are drawn as the span that they take.
  line(c, line, place) {
    const { t, y, style } = line, [first, end] = this.span(line);
    c.strokeStyle = this.colours.series[style.colour];
    c.lineWidth = 1.75;
    c.setLineDash(dashes[style.dash]);
    c.beginPath();
    let column = null, low = 0, high = 0, last = 0;
    const flush = () => {
      if (column === null) return;
      c.lineTo(column / 2, place(last < (low + high) / 2 ? high : low));
      c.lineTo(column / 2, place(last));
    };
    for (let i = first; i <= end; i++) {
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
    this.follow(t);
    const { context: c, canvas, ratio, colours } = this;
    if (!(canvas.width > 0 && canvas.height > 0 && this.width)) return; // not laid out yet, or hidden
    const now = Math.min(Math.max(Math.round(this.x(t) * ratio), 1), canvas.width - 1);
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, canvas.width, canvas.height);
    c.drawImage(this.before, 0, 0, now, canvas.height, 0, 0, now, canvas.height);
    c.drawImage(this.after, now, 0, canvas.width - now, canvas.height, now, 0, canvas.width - now, canvas.height);
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (this.chosen) this.band(c, ...this.chosen);
    else if (this.hover !== null) this.upright(c, this.hover, colours.strongLine);
    this.upright(c, now / ratio, colours.ink, true);
    this.series.forEach((chart, i) => {
      for (const line of chart.all) {
        if (line.t.length === 0) continue;
        const last = line.t[line.t.length - 1];
        if (last < this.from) continue;
        c.fillStyle = colours.series[line.style.colour];
        c.beginPath();
        c.arc(this.x(Math.min(t, last)), this.level(i, valueAt(line, t)), 3.4, 0, 2 * Math.PI);
        c.fill();
      }
    });
  }

  // A line through all charts, at a moment or at a place.
  upright(c, where, colour, isPlace = false) {
    c.fillStyle = colour;
    c.fillRect((isPlace ? where : this.x(where)) - 0.5, 14, 1, this.height - 34);
  }

  band(c, a, b) {
    c.globalAlpha = 0.16;
    c.fillStyle = this.colours.accent;
    c.fillRect(this.x(Math.min(a, b)), 14, Math.abs(this.x(b) - this.x(a)), this.height - 34);
    c.globalAlpha = 1;
    for (const t of [a, b]) this.upright(c, t, this.colours.accent);
  }
}

// Processors without work, up to the end of the run, some time after the last look at it: then all are without.
function ended({ t, y, style }, end) {
  return t.at(-1) >= end ? { t, y, style } : { t: Float64Array.of(...t, end), y: Float64Array.of(...y, 1), style };
}

// The value of a line at a moment, as it is drawn: straight from point to point.
function valueAt({ t: times, y }, t) {
  const k = lastBefore(times, t), next = Math.min(k + 1, times.length - 1), span = times[next] - times[k];
  return span > 0 && Number.isFinite(y[next]) ? y[k] + (y[next] - y[k]) * Math.max(0, (t - times[k]) / span) : y[k];
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
