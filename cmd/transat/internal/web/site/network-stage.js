// network-stage.js draws a network of processors with bare loads: what each has, and what flows over the links in a step.
//
//        ___            a vessel is half full when its processor has the mean load, full at twice as much, and the darker
//      /     \          the more it has beyond that; without load it is an orange ring
//     |-------|  mean
//      \█████/  ──▶──   an arrow over a link is what goes over it in the step under way, the thicker the more
//
//   const stage = new NetworkStage(canvas, network, {onPour(rank), onFocus(rank)})
//   stage.draw(loads, flows, share, mean)    // flows: one number a link, or null; share: how much of the step has passed
//
// The canvas takes the focus: arrow keys go from processor to processor, Enter or Space pours.

import { layout, processorAt, processorTowards } from "transat/network-layout.js";

export class NetworkStage {
  constructor(canvas, network, { onPour, onFocus }) {
    this.canvas = canvas;
    this.network = network;
    this.focused = -1;
    this.whole = false; // whether loads are whole elements
    this.peak = 0; // the largest load that will be drawn
    this.links = Int32Array.from(network.links);
    this.onFocus = onFocus;
    canvas.addEventListener("click", (event) => {
      const rank = processorAt(this.layout, event.offsetX, event.offsetY);
      if (rank < 0) return;
      this.focus(rank);
      onPour(rank);
    });
    canvas.addEventListener("keydown", (event) => {
      if (event.key.startsWith("Arrow")) this.focus(this.focused < 0 ? 0 : processorTowards(this.layout, this.focused, event.key));
      else if ((event.key === "Enter" || event.key === " ") && this.focused >= 0) onPour(this.focused);
      else return;
      event.preventDefault();
    });
  }

  focus(rank) {
    this.focused = rank;
    this.onFocus?.(rank);
  }

  /** Fits the picture to the canvas's present size. */
  resize() {
    const ratio = Math.min(3, devicePixelRatio || 1);
    const width = this.canvas.clientWidth, height = this.canvas.clientHeight;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.context = this.canvas.getContext("2d");
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.width = width;
    this.height = height;
    this.layout = layout(this.network, width, height);
  }

  draw(loads, flows, share, mean, colours) {
    if (!this.layout) this.resize();
    const c = this.context;
    c.clearRect(0, 0, this.width, this.height);
    if (this.layout.mode === "bars") this.#bars(loads, mean, colours);
    else if (this.layout.mode === "cells") this.#cells(loads, mean, colours);
    else {
      this.#links(flows, share, colours);
      this.#vessels(loads, mean, colours);
    }
    this.#ring(colours);
  }

  #links(flows, share, colours) {
    const c = this.context, { x, y, r } = this.layout;
    const count = this.links.length / 2;
    let most = 0;
    if (flows) for (let i = 0; i < count; i++) most = Math.max(most, Math.abs(flows[i]));
    c.strokeStyle = colours.line;
    c.lineWidth = 1;
    c.beginPath();
    for (let i = 0; i < count; i++) this.#line(this.links[2 * i], this.links[2 * i + 1]);
    c.stroke();
    if (most === 0) return;
    c.strokeStyle = c.fillStyle = colours.accent;
    for (let i = 0; i < count; i++) {
      if (flows[i] === 0) continue;
      const part = Math.abs(flows[i]) / most;
      if (part < 1e-3) continue;
      const [a, b] = flows[i] > 0 ? [this.links[2 * i], this.links[2 * i + 1]] : [this.links[2 * i + 1], this.links[2 * i]];
      c.globalAlpha = 0.35 + 0.65 * Math.sqrt(part);
      c.lineWidth = 1 + 4 * Math.sqrt(part) * Math.min(1, r / 14);
      c.beginPath();
      this.#line(a, b);
      c.stroke();
      const [px, py] = this.#on(a, b, 0.12 + 0.76 * share);
      c.beginPath();
      c.arc(px, py, Math.max(2, Math.min(r * 0.34, 2 + 5 * Math.sqrt(part))), 0, 7);
      c.fill();
    }
    c.globalAlpha = 1;
  }

  // A link as a line, or as two short ends if it leads round a torus.
  #line(a, b) {
    const c = this.context, { x, y, r, stubs } = this.layout;
    if (!stubs(a, b)) {
      c.moveTo(x[a], y[a]);
      c.lineTo(x[b], y[b]);
      return;
    }
    for (const [p, q] of [[a, b], [b, a]]) {
      const d = Math.hypot(x[p] - x[q], y[p] - y[q]);
      c.moveTo(x[p], y[p]);
      c.lineTo(x[p] + (x[p] - x[q]) / d * 1.7 * r, y[p] + (y[p] - y[q]) / d * 1.7 * r);
    }
  }

  // The place a part of the way from a to b.
  #on(a, b, part) {
    const { x, y, r, stubs } = this.layout;
    if (!stubs(a, b)) return [x[a] + (x[b] - x[a]) * part, y[a] + (y[b] - y[a]) * part];
    const [p, q, out] = part < 0.5 ? [a, b, 2 * part] : [b, a, 2 - 2 * part];
    const d = Math.hypot(x[p] - x[q], y[p] - y[q]);
    return [x[p] + (x[p] - x[q]) / d * (r + 0.9 * r * out), y[p] + (y[p] - y[q]) / d * (r + 0.9 * r * out)];
  }

  #vessels(loads, mean, colours) {
    const c = this.context, { x, y, r } = this.layout;
    const size = Math.max(8, Math.min(13, r * 0.72));
    c.font = `600 ${size}px ${colours.sans}`;
    c.textAlign = "center";
    c.textBaseline = "middle";
    for (let i = 0; i < loads.length; i++) {
      const load = loads[i];
      c.beginPath();
      c.arc(x[i], y[i], r, 0, 7);
      c.fillStyle = colours.panel;
      c.fill();
      if (load > 0) {
        const full = mean > 0 ? Math.min(1, load / (2 * mean)) : 1;
        c.save();
        c.clip();
        c.fillStyle = shade(load, mean, colours);
        c.fillRect(x[i] - r, y[i] + r - 2 * r * full, 2 * r, 2 * r * full);
        c.restore();
      }
      c.lineWidth = load > 0 ? 1.2 : 2.4;
      c.strokeStyle = load > 0 ? colours.strongLine : colours.idleText;
      c.stroke();
      if (r >= 9) this.#number(load, mean, x[i], y[i], colours, size);
    }
  }

  #number(load, mean, x, y, colours, size) {
    const c = this.context;
    const text = short(this.whole ? Math.round(load) : load); // between two steps, parts of elements are on their way
    if (text.length * size * 0.56 > 2.3 * this.layout.r) return;
    const dark = load > 1.35 * mean;
    c.lineWidth = 3;
    c.lineJoin = "round";
    c.strokeStyle = dark ? shade(load, mean, colours) : colours.panel;
    c.strokeText(text, x, y + 0.5);
    c.fillStyle = dark ? onShade(load, mean, colours) : colours.ink;
    c.fillText(text, x, y + 0.5);
  }

  #bars(loads, mean, colours) {
    const c = this.context, { x, r, top, bottom } = this.layout;
    const height = bottom - top;
    // A spike of a hundred times the mean would flatten all else: then what is above four times the mean is drawn on a logarithmic scale.
    const bend = this.peak > 4.2 * mean;
    const tall = (load) =>
      mean === 0
        ? 0
        : !bend
          ? (load / Math.max(this.peak, 2 * mean)) * 0.96
          : load <= 4 * mean
            ? load / mean / 8
            : 0.5 + Math.min(0.5, Math.log(load / (4 * mean)) / Math.log(Math.max(2, this.peak / (4 * mean))) / 2);
    for (let i = 0; i < loads.length; i++) {
      const h = Math.max(loads[i] > 0 ? 1 : 0, tall(loads[i]) * height);
      c.fillStyle = loads[i] > 0 ? shade(loads[i], mean, colours) : colours.idleText;
      c.fillRect(x[i] - r, bottom - (h || 3), Math.max(0.8, 2 * r - (r > 2 ? 1 : 0)), h || 3);
    }
    c.strokeStyle = colours.soft;
    c.setLineDash([4, 4]);
    c.lineWidth = 1;
    c.beginPath();
    const line = bottom - tall(mean) * height;
    c.moveTo(x[0] - r, line);
    c.lineTo(x.at(-1) + r, line);
    c.stroke();
    c.setLineDash([]);
    c.fillStyle = colours.soft;
    c.font = `12px ${colours.sans}`;
    c.textAlign = "right";
    c.textBaseline = "bottom";
    c.fillText("mean", x.at(-1) + r, line - 2);
  }

  #cells(loads, mean, colours) {
    const c = this.context, { x, y, r } = this.layout;
    const gap = r > 4 ? 1 : 0;
    for (let i = 0; i < loads.length; i++) {
      c.fillStyle = loads[i] > 0 ? shade(loads[i], mean, colours) : colours.idleText;
      c.fillRect(x[i] - r, y[i] - r, 2 * r - gap, 2 * r - gap);
    }
  }

  // The ring around the processor that has the keys.
  #ring(colours) {
    const i = this.focused;
    if (i < 0 || i >= this.layout.x.length) return;
    const c = this.context, { x, y, r, mode, top, bottom } = this.layout;
    c.strokeStyle = colours.ink;
    c.lineWidth = 2;
    c.beginPath();
    if (mode === "vessels") c.arc(x[i], y[i], r + 3, 0, 7);
    else if (mode === "bars") c.rect(x[i] - r - 1, top, 2 * r + 2, bottom - top);
    else c.rect(x[i] - r - 1, y[i] - r - 1, 2 * r + 1, 2 * r + 1);
    c.stroke();
  }
}

// The colour of a load: light below the mean, and the darker the more it is above, by its logarithm.
function shade(load, mean, colours) {
  const ratio = mean > 0 ? load / mean : 1;
  const step = ratio <= 2 ? 40 + 60 * ratio : Math.min(255, 160 + 95 * Math.log(ratio / 2) / Math.log(64));
  return hex(colours.load[Math.max(0, Math.min(255, Math.round(step)))]);
}

// White or black, whichever can be read on the colour of a load.
function onShade(load, mean, colours) {
  const pixel = colours.load[Math.max(0, Math.min(255, Math.round(load / mean <= 2 ? 40 + 60 * load / mean : 200)))];
  const light = 0.299 * (pixel & 255) + 0.587 * (pixel >> 8 & 255) + 0.114 * (pixel >> 16 & 255);
  return light > 140 ? "#000" : "#fff";
}

const hex = (pixel) => `rgb(${pixel & 255} ${pixel >> 8 & 255} ${pixel >> 16 & 255})`;

/** A load in as few characters as tell it. */
export function short(load) {
  if (load === 0) return "0";
  if (Number.isInteger(load) && load < 100000) return String(load);
  return Number(load.toPrecision(3)).toString();
}
