// standings.js is the table below the grids: the columns of compare, with the result first. While a run plays, its row has the values so
// far; from its end on it has the very numbers that the command line prints.

import { h, table } from "transat/dom.js";
import { lastBefore } from "transat/curves.js";
import { count, mean, percent, seconds } from "transat/numbers.js";

// What a race is about comes first: on a narrow screen the last columns are those that one has to scroll to.
const columns = [
  { key: "policy", heading: "policy", left: true },
  {
    key: "time_s",
    heading: "time s",
    text: (r) => seconds(r.time_s),
    title: "simulated, until every processor knows that the search is over",
  },
  {
    key: "efficiency",
    heading: "efficiency",
    text: (r) => percent(r.efficiency),
    title: "the share of the machine that does useful work: sequential time / (n · time)",
  },
  { key: "speedup", heading: "speed-up", text: (r) => mean(r.speedup), title: "sequential time / time" },
  { key: "idle_s", heading: "idle s", text: (r) => seconds(r.idle_s), title: "time without work, mean per processor" },
  { key: "bal", heading: "bal", text: (r) => mean(r.bal), title: "balancing phases or actions, mean per processor" },
  { key: "info", heading: "info", text: (r) => mean(r.info), title: "control messages sent, mean per processor" },
  { key: "send", heading: "send", text: (r) => mean(r.send), title: "subproblems sent, mean per processor" },
  { key: "n", heading: "n", text: (r) => r.n, title: "processors" },
  { key: "topology", heading: "topology", left: true },
  { key: "load", heading: "load", left: true },
];

export class Standings {
  constructor(runs, more = []) {
    this.runs = runs;
    this.more = more;
    this.idle = runs.map(({ recording }) => recording && new IdleSoFar(recording));
    this.table = table({
      caption: `Means per processor${runs.some((r) => r.recording) ? "; what is grey is so far" : ""}`,
      columns: columns.map((c) => ({ ...c, text: (r) => (c.text ? c.text(r) : r[c.key]) })),
      rows: [],
      test: "table",
      class: "standings",
    });
    this.element = this.table.element;
    if (runs.some((r) => r.recording?.header.found)) {
      this.element = h(
        "div",
        { class: "stack" },
        this.table.element,
        h(
          "p",
          { class: "hint", test: "found" },
          "A solution ends this search. So far, efficiency is the share of all time that went into nodes; at the end it is the time " +
            "that one processor " +
            "takes to its first solution, over the time of all. The two differ, since many processors search other nodes than one.",
        ),
      );
    }
    this.update(0);
  }

  update(t) {
    const rows = this.runs.map((run, i) =>
      !run.recording || t >= run.recording.header.end ? (run.row ?? this.sofar(run, i, t)) : this.sofar(run, i, t),
    );
    this.table.update([...rows, ...this.more.map((r) => r.row)]);
    this.runs.forEach((run, i) => this.table.row(i).classList.toggle("sofar", Boolean(run.recording) && t < run.recording.header.end));
  }

  sofar({ recording, row, name, stage }, i, t) {
    const n = recording.procs, s = stage.state ?? recording.stateAt(t);
    return {
      policy: row?.policy ?? name, topology: row?.topology ?? recording.header.topology.kind, load: row?.load ?? recording.header.load, n,
      time_s: t / 1e9, idle_s: this.idle[i].at(t), bal: s.phases / n, info: s.messages / n, send: s.sent / n,
      efficiency: s.efficiency, speedup: s.efficiency * n,
    };
  }
}

// The mean time without work up to a moment: the integral of a curve, kept as its sums.
class IdleSoFar {
  constructor(recording) {
    const { t, y } = recording.curve("idle");
    this.t = t;
    this.y = y;
    this.sum = new Float64Array(t.length);
    for (let i = 1; i < t.length; i++) this.sum[i] = this.sum[i - 1] + y[i - 1] * (t[i] - t[i - 1]) / 1e9;
  }

  at(t) {
    if (this.t.length === 0) return 0;
    const i = lastBefore(this.t, t);
    return this.sum[i] + this.y[i] * Math.max(0, t - this.t[i]) / 1e9;
  }
}

/** The picture as a table: a run a row. */
export const momentColumns = [
  { key: "policy", left: true },
  { key: "atWork", heading: "at work" },
  { key: "idle", heading: "no work" },
  { key: "waiting", heading: "elements waiting" },
  { key: "most", heading: "most on one" },
  { key: "load", heading: "load" },
  { key: "mostLoad", heading: "most load on one" },
  { key: "none", heading: "none waits" },
  { key: "few", heading: "1–9 wait" },
  { key: "some", heading: "10–99 wait" },
  { key: "many", heading: "100 or more" },
  { key: "sent", heading: "elements sent" },
  { key: "messages", heading: "messages sent" },
];

export function momentRow({ name, recording, stage }, t) {
  const s = stage.state, n = recording.procs;
  if (t >= recording.header.end) return { policy: `${name} (done)`, sent: count(s.sent), messages: count(s.messages) };
  let waiting = 0, most = 0, load = 0, mostLoad = 0, none = 0, few = 0, some = 0, many = 0;
  for (let r = 0; r < n; r++) {
    const w = s.waiting[r];
    waiting += w;
    most = Math.max(most, w);
    load += s.load[r];
    mostLoad = Math.max(mostLoad, s.load[r]);
    if (!s.busy[r]) continue;
    if (w === 0) none++;
    else if (w < 10) few++;
    else if (w < 100) some++;
    else many++;
  }
  const row = { atWork: n - s.idle, idle: s.idle, waiting, most, none, few, some, many, sent: s.sent, messages: s.messages };
  const three = (x) => (x >= 100 ? count(x) : String(Number(x.toPrecision(3))));
  return {
    policy: name,
    ...Object.fromEntries(Object.entries(row).map(([k, v]) => [k, count(v)])),
    load: three(load),
    mostLoad: three(mostLoad),
  };
}
