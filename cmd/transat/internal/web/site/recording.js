// recording.js plays a recorded run back at any moment, from the bytes that package recording writes. It draws nothing. Its parts are
// recording-read.js (the bytes), recording-ways.js (the links), recording-origins.js (where work came from) and recording-words.js (the
// words):
//
//   const run = await Recording.open(buffer)
//   run.header                    what was run: policy, title, tree, topology, grid, machine, seed, end (ns), …
//   run.stateAt(t, into)          {busy, waiting, load (by rank), idle, sent, messages, phases, efficiency, sigma}
//   run.next(t), previous(t)      the times of the next event after t, and of the last one before t
//   run.inFlight(t, into)         {n, which, from, to, elements, sent, arrived}: the parcels under way; elements 0: a message
//   run.flows(t0, t1, into)       {n, from, to (cells), elements, messages}: what left for each link that had any
//   run.path(from, to)            the cells on the way between two ranks
//   run.curve(name)               {t, y} of "efficiency", "idle" or "sigma"
//   run.span(rank, t)             {busy, from, to}: since when, and until when, a processor has work or none
//   run.talk(rank, t, k)          [{t, text, with, sent}]: its last k messages, in words
//   run.waitsFor(rank, t)         what it waits for; "" if it has work
//   run.origin(rank, t)           [{from, to, sent, arrived}]: the moves by which its work came, the last one first; null if it has none
//   run.origins.gave(rank, t)     {elements, to: [{rank, elements}]}: what it has given away
//   run.now(t)                    one sentence: what the policy is doing, and how many processors have no work
//   run.activity(t)               what the policy is doing, alone; it changes slowly enough to be read while the run plays
//
// A rank is a processor as the policy sees it; a cell is its place on the machine's grid, in row-major order: recording.place
// has the cell of each rank. With into, an earlier answer, nothing is allocated.
//
// Who has work is exact up to header.exact, the rest is as of the last look before t. Single parcels are known of what
// was sent from header.from to before header.to (knows(t) tells); flows of all times. Where work came from is known before header.traced
// (origins.knows(t) tells), as of the last look, or since the processor began to have work.

import { readRecording } from "transat/recording-read.js";
import { Origins, byRank } from "transat/recording-origins.js";
import { Ways } from "transat/recording-ways.js";
import { activity, coming, describe, say, sentence, waiting } from "transat/recording-words.js";
import { after, before } from "transat/times.js";

const BLOCK = 256; // parcels

export class Recording {
  static async open(buffer) {
    const { header, columns } = await readRecording(buffer);
    return new Recording(header, columns);
  }

  constructor(header, columns) {
    this.header = header;
    this.columns = columns;
    this.parcels = columns.parcels;
    this.procs = header.topology.procs;
    this.place = columns.place ?? Int32Array.from({ length: this.procs }, (_, rank) => rank);
    this.latest = latestArrivals(this.parcels);
    this.ways = new Ways(header, columns, this.place);
    this.arrivals = null; // made when first asked for
    this.talks = null;
    this.turns = null;
  }

  /** origins knows where work came from. */
  get origins() { return this.traces ??= new Origins(this.header, this.columns, this.procs); }

  /** origin has the moves by which the work of a processor came to it, the last one first; null if it has none, or they are not known. */
  origin(rank, t) {
    if (!this.origins.knows(t) || !this.span(rank, t).busy) return null;
    const move = this.origins.move(rank, t);
    if (this.way?.move !== move) this.way = { move, steps: this.origins.way(move) };
    return this.way.steps;
  }

  /** knows tells whether single parcels are known of what is sent at t. */
  knows(t) { return t >= this.header.from && t < this.header.to; }

  /** look is the number of the last look at t or before. */
  look(t) { return Math.max(0, after(this.columns.looks.time, t) - 1); }

  /** stateAt returns the state at t; its arrays, by rank, are those of into, if given. */
  stateAt(t, into = {}) {
    const { looks, cells, loads, changes } = this.columns;
    const n = this.procs;
    const { busy, waiting, load } = into.busy?.length === n ? into : Object.assign(into, {
      busy: new Uint8Array(n), waiting: new Int32Array(n), load: new Float32Array(n),
    });
    const k = this.look(t);
    const base = k * n;
    const bits = new Uint32Array(load.buffer, load.byteOffset, n);
    for (let i = 0; i < n; i++) {
      const c = cells[base + i];
      busy[i] = c > 0 ? 1 : 0;
      waiting[i] = c > 0 ? c - 1 : 0;
      if (loads) bits[i] = loads[base + i] << 16;
      else load[i] = waiting[i];
    }
    const end = after(changes.time, t);
    for (let i = after(changes.time, looks.time[k]); i < end; i++) {
      const rank = changes.what[i] >> 1;
      busy[rank] = changes.what[i] & 1;
      waiting[rank] = load[rank] = 0;
    }
    let idle = n;
    for (let i = 0; i < n; i++) idle -= busy[i];
    into.t = t;
    into.idle = idle;
    into.sent = looks.sent[k];
    into.messages = looks.messages[k];
    into.phases = looks.phases[k];
    into.efficiency = this.efficiency(k);
    into.sigma = looks.sigma[k];
    return into;
  }

  /** efficiency is that up to look k. */
  efficiency(k) {
    const { time, done } = this.columns.looks;
    if (k === time.length - 1) return this.header.efficiency;
    return time[k] === 0 ? 0 : Math.min(1, done[k] / (this.procs * time[k]));
  }

  /** next is the time of the first event after t; if there is none, the end, or t if that is over. */
  next(t) {
    const { looks, changes } = this.columns;
    if (t >= this.header.end) return t;
    let first = this.header.end;
    const consider = (times) => {
      const i = after(times, t);
      if (i < times.length) first = Math.min(first, times[i]);
    };
    consider(changes.time);
    consider(this.parcels.sent);
    consider(this.arrivalTimes());
    if (t < this.header.from || t >= this.header.to || t >= this.header.exact) consider(looks.time);
    return first;
  }

  /** previous is the time of the last event before t, and 0 if there is none. */
  previous(t) {
    const { looks, changes } = this.columns;
    let last = 0;
    const consider = (times) => {
      const i = before(times, t);
      if (i > 0) last = Math.max(last, times[i - 1]);
    };
    consider(changes.time);
    consider(this.parcels.sent);
    consider(this.arrivalTimes());
    if (t <= this.header.from || t > this.header.to || t > this.header.exact) consider(looks.time);
    return last;
  }

  arrivalTimes() {
    this.arrivals ??= this.parcels.arrived.filter((t) => t !== Infinity).sort();
    return this.arrivals;
  }

  /** inFlight returns the parcels under way at t: the first n of its arrays. */
  inFlight(t, into = {}) {
    const p = this.parcels;
    if (!into.which) grow(into, 64);
    const end = after(p.sent, t);
    let n = 0;
    for (let block = 0; block * BLOCK < end; block++) {
      if (this.latest[block] <= t) continue;
      const stop = Math.min(end, (block + 1) * BLOCK);
      for (let i = block * BLOCK; i < stop; i++) {
        if (p.arrived[i] <= t) continue;
        if (n === into.which.length) grow(into, 2 * n);
        into.which[n] = i;
        into.from[n] = p.from[i];
        into.to[n] = p.to[i];
        into.elements[n] = p.elements[i];
        into.sent[n] = p.sent[i];
        into.arrived[n] = p.arrived[i];
        n++;
      }
    }
    into.n = n;
    return into;
  }

  /** parcel is everything about a parcel. */
  parcel(i) {
    const p = this.parcels;
    const x = { from: p.from[i], to: p.to[i], sent: p.sent[i], arrived: p.arrived[i], elements: p.elements[i] };
    const m = p.message[i];
    if (m >= 0) Object.assign(x, { kind: p.kind[m], round: p.round[m], a: p.a[m], b: p.b[m] });
    return x;
  }

  /** path returns the cells on the way between two ranks, both included. */
  path(from, to) { return this.ways.path(this.place[from], this.place[to]); }

  /** flows counts what was sent from t0 to before t1, for each link that it goes over, in the order of their cells. */
  flows(t0, t1, into = {}) { return this.ways.flows(t0, t1, into); }

  /** curve has a point for each look: "efficiency" up to then and "idle", as shares, or "sigma". */
  curve(name) {
    const { looks, cells } = this.columns;
    const y = new Float64Array(looks.time.length);
    for (let k = 0; k < y.length; k++) {
      if (name === "efficiency") y[k] = this.efficiency(k);
      else if (name === "sigma") y[k] = looks.sigma[k];
      else if (name === "idle") y[k] = idleShare(cells, k, this.procs);
      else throw new Error(`no curve ${name}: there are efficiency, idle and sigma`);
    }
    return { t: looks.time, y };
  }

  /** talk returns the last k things that a processor sent or got up to t, the latest first: {t, text, with, sent}. */
  talk(rank, t, k) {
    this.talks ??= conversations(this.parcels, this.procs);
    const { start, what } = this.talks;
    const p = this.parcels;
    const timeOf = (x) => (x & 1 ? p.arrived[x >> 1] : p.sent[x >> 1]);
    let low = start[rank];
    let high = start[rank + 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (timeOf(what[middle]) <= t) low = middle + 1;
      else high = middle;
    }
    const all = [];
    for (let i = low - 1; i >= start[rank] && all.length < k; i--) {
      const sent = !(what[i] & 1);
      const parcel = this.parcel(what[i] >> 1);
      const peer = sent ? parcel.to : parcel.from;
      all.push({ t: timeOf(what[i]), text: say(this.header.sayings, parcel, sent), with: peer, sent });
    }
    return all;
  }

  /** span is since when, and until when, a processor has had work, or none, at t. */
  span(rank, t) {
    this.turns ??= byRank(this.columns.changes.what.map((x) => x >> 1), this.procs);
    const { time, what } = this.columns.changes;
    const { start, which } = this.turns;
    const span = { busy: false, from: 0, to: this.header.end };
    for (let i = start[rank]; i < start[rank + 1]; i++) {
      if (time[which[i]] > t) {
        span.to = time[which[i]];
        break;
      }
      span.busy = (what[which[i]] & 1) === 1;
      span.from = time[which[i]];
    }
    return span;
  }

  /** waitsFor says what a processor without work waits for. */
  waitsFor(rank, t) {
    const span = this.span(rank, t);
    if (span.busy || t >= this.header.end) return "";
    this.scratch = this.inFlight(t, this.scratch);
    for (let i = 0; i < this.scratch.n; i++) {
      if (this.scratch.to[i] === rank && this.scratch.elements[i] > 0) return coming(this.scratch.elements[i], this.scratch.from[i]);
    }
    const asked = this.talk(rank, t, 8).find((x) => x.sent && x.t >= span.from);
    return waiting(asked?.text);
  }

  /** now says in a sentence what is happening at t. */
  now(t) { return sentence(describe(this, t)); }

  activity(t) { return activity(describe(this, t)); }
}

/** latestArrivals has the last arrival of each block of parcels, so that flying can pass over most of them. */
function latestArrivals({ arrived }) {
  const latest = new Float64Array(Math.ceil(arrived.length / BLOCK));
  for (let i = 0; i < arrived.length; i++) {
    const block = Math.floor(i / BLOCK);
    if (arrived[i] > latest[block]) latest[block] = arrived[i];
  }
  return latest;
}

function idleShare(cells, look, n) {
  let idle = 0;
  for (let i = look * n; i < (look + 1) * n; i++) if (cells[i] === 0) idle++;
  return idle / n;
}

/** grow makes room for more parcels under way. */
function grow(into, room) {
  for (const [name, kind] of [
    ["which", Int32Array],
    ["from", Int32Array],
    ["to", Int32Array],
    ["elements", Int32Array],
    ["sent", Float64Array],
    ["arrived", Float64Array],
  ]) {
    const larger = new kind(room);
    if (into[name]) larger.set(into[name]);
    into[name] = larger;
  }
}

/** conversations lists for each processor what it sent (2 · parcel) and got (2 · parcel + 1), by time. */
function conversations(p, procs) {
  const n = p.sent.length;
  const start = new Int32Array(procs + 1);
  for (let i = 0; i < n; i++) {
    start[p.from[i] + 1]++;
    if (p.arrived[i] !== Infinity) start[p.to[i] + 1]++;
  }
  for (let r = 0; r < procs; r++) start[r + 1] += start[r];
  const what = new Int32Array(start[procs]);
  const at = start.slice(0, procs);
  const arrivals = new Int32Array(n).map((_, i) => i).sort((x, y) => p.arrived[x] - p.arrived[y] || x - y);
  // Merged by time; what arrives in the very moment in which something is sent caused it, and comes first.
  for (let i = 0, j = 0; i < n || j < n;) {
    if (j < n && (i === n || p.arrived[arrivals[j]] <= p.sent[i])) {
      const x = arrivals[j++];
      if (p.arrived[x] !== Infinity) what[at[p.to[x]]++] = 2 * x + 1;
    } else {
      what[at[p.from[i]]++] = 2 * i;
      i++;
    }
  }
  return { start, what };
}
