// recording-ways.js knows the links of the machine's grid: the way from one cell to another, and what a recorded run has sent over each
// link. Routes go along the first dimension first. A link is a cell and a port: port 2d leads down in dimension d, port 2d + 1 up.

import { before } from "transat/times.js";

export class Ways {
  /** header and columns of a recording; place: the cell of each rank. */
  constructor(header, columns, place) {
    this.header = header;
    this.columns = columns;
    this.place = place;
    this.cells = place.length;
    this.sides = header.grid.sides;
    this.strides = this.sides.map((_, d) => this.sides.slice(d + 1).reduce((a, b) => a * b, 1));
    this.wraps = header.grid.kind === "torus" || header.grid.kind === "ring";
    this.ports = 2 * this.sides.length;
    this.flowStart = starts(columns.flows.count);
    this.counts = null; // made when flows are first asked for
  }

  /** steps is by how many links, upwards or downwards, the way from one cell to another goes in dimension d. */
  steps(from, to, d) {
    const side = this.sides[d];
    const stride = this.strides[d];
    const up = (Math.floor(to / stride) % side) - (Math.floor(from / stride) % side);
    if (!this.wraps) return up;
    if (2 * up > side) return up - side;
    return up < 0 && -2 * up >= side ? up + side : up;
  }

  distance(from, to) {
    let sum = 0;
    for (let d = 0; d < this.strides.length; d++) sum += Math.abs(this.steps(from, to, d));
    return sum;
  }

  /** along is the cell after a number of links on the way. The first dimension is gone first. */
  along(from, to, links) {
    let at = from;
    for (let d = 0; d < this.strides.length && links > 0; d++) {
      const steps = this.steps(from, to, d);
      const go = Math.min(links, Math.abs(steps));
      const side = this.sides[d];
      const stride = this.strides[d];
      const c = Math.floor(from / stride) % side;
      const goal = (c + Math.sign(steps) * go + side) % side;
      at += (goal - c) * stride;
      links -= go;
    }
    return at;
  }

  /** path returns the cells on the way between two cells, both included. */
  path(a, b) {
    return Int32Array.from({ length: this.distance(a, b) + 1 }, (_, k) => this.along(a, b, k));
  }

  /** linkEnd is the cell that a link leads to: link 2d of a cell leads down in dimension d, 2d + 1 up. */
  linkEnd(cell, port) {
    const d = port >> 1;
    const side = this.sides[d];
    const c = Math.floor(cell / this.strides[d]) % side;
    const goal = (c + (port & 1 ? 1 : side - 1)) % side;
    return cell + (goal - c) * this.strides[d];
  }

  /** flows counts what was sent from t0 to before t1, for each link that it goes over, in the order of their cells.
   *  Where single parcels are not known, it is the share of longer spans. */
  flows(t0, t1, into = {}) {
    const links = this.cells * this.ports;
    this.counts ??= { elements: new Float64Array(links), messages: new Float64Array(links) };
    const { elements, messages } = this.counts;
    elements.fill(0);
    messages.fill(0);
    if (this.header.spans > 0 && !(t0 >= this.header.from && t1 <= this.header.to)) this.sumSpans(t0, t1);
    else this.sumParcels(t0, t1);
    let n = 0;
    for (let i = 0; i < links; i++) if (elements[i] > 0 || messages[i] > 0) n++;
    if (!into.from || into.from.length < n) {
      const room = Math.min(links, 2 * n);
      Object.assign(into, {
        from: new Int32Array(room),
        to: new Int32Array(room),
        elements: new Float64Array(room),
        messages: new Float64Array(room),
      });
    }
    into.n = 0;
    for (let i = 0; i < links; i++) {
      if (elements[i] === 0 && messages[i] === 0) continue;
      const k = into.n++;
      const port = i % this.ports;
      into.from[k] = (i - port) / this.ports;
      into.to[k] = this.linkEnd(into.from[k], port);
      into.elements[k] = elements[i];
      into.messages[k] = messages[i];
    }
    return into;
  }

  sumParcels(t0, t1) {
    const { sent, from, to, elements } = this.columns.parcels;
    const end = before(sent, t1);
    for (let i = before(sent, t0); i < end; i++) {
      const counts = elements[i] > 0 ? this.counts.elements : this.counts.messages;
      this.walk(counts, this.place[from[i]], this.place[to[i]], Math.max(1, elements[i]));
    }
  }

  walk(counts, from, to, amount) {
    let at = from;
    for (let d = 0; d < this.strides.length; d++) {
      const steps = this.steps(from, to, d);
      if (steps === 0) continue;
      const side = this.sides[d];
      const stride = this.strides[d];
      const up = steps > 0;
      let c = Math.floor(at / stride) % side;
      for (let k = Math.abs(steps); k > 0; k--) {
        counts[at * this.ports + 2 * d + (up ? 1 : 0)] += amount;
        const next = up ? (c + 1 === side ? 0 : c + 1) : c === 0 ? side - 1 : c - 1;
        at += (next - c) * stride;
        c = next;
      }
    }
  }

  sumSpans(t0, t1) {
    const { span } = this.header;
    const { count, link, elements, messages } = this.columns.flows;
    const last = Math.min(count.length - 1, Math.ceil(t1 / span) - 1);
    for (let k = Math.max(0, Math.floor(t0 / span)); k <= last; k++) {
      const length = Math.min(span, this.header.end - k * span);
      const share = length <= 0 ? 1 : Math.min(1, (Math.min(t1, k * span + length) - Math.max(t0, k * span)) / length);
      if (share <= 0) continue;
      for (let i = this.flowStart[k], at = 0; i < this.flowStart[k + 1]; i++) {
        at += link[i];
        this.counts.elements[at] += share * elements[i];
        this.counts.messages[at] += share * messages[i];
      }
    }
  }
}

// The places at which parts begin that are so long.
function starts(counts) {
  const start = new Int32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) start[i + 1] = start[i] + counts[i];
  return start;
}
