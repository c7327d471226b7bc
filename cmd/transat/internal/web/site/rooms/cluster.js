// The room cluster: how searches on many computers stand, asked of the server every second. transat serve --cluster=URL is needed for
// that; the words and numbers are those of transat cluster status.

import { h, message, table } from "transat/dom.js";
import { count, percent, time } from "transat/numbers.js";

export const title = "Cluster";

const period = 1000; // ms between two questions
const mostSquares = 128; // of one worker; a number says how many there are

export async function open(root) {
  const said = h("div", { "aria-live": "off" });
  const runs = new Map(); // shown, by name
  root.append(
    h(
      "div",
      { class: "lead" },
      h("h1", {}, title),
      h(
        "p",
        {},
        "Workers that search a formula together, as their coordinator sees them. A square is a processor: blue searches, orange waits " +
          "for a piece. ",
        "In a terminal, ",
        h("code", {}, "transat cluster status"),
        " says the same.",
      ),
    ),
    said,
  );
  let closed = false,
    timer;
  const ask = async () => {
    try {
      const answer = await fetch("./cluster/status.json", { cache: "no-store" });
      if (!answer.ok) throw new Error(await answer.text());
      show(said, runs, await answer.json());
    } catch (error) {
      runs.clear();
      said.replaceChildren(message("error", error.message));
    }
    if (!closed) timer = setTimeout(ask, period);
  };
  await ask();
  return { close() { closed = true; clearTimeout(timer); } };
}

function show(said, runs, states) {
  if (states.length === 0) {
    runs.clear();
    said.replaceChildren(message("notice", "No run answers. One begins with transat solve --cluster."));
    return;
  }
  for (const state of states) {
    if (!runs.has(state.run)) runs.set(state.run, createRun(state));
    runs.get(state.run).update(state);
  }
  for (const name of runs.keys()) if (!states.some((s) => s.run === name)) runs.delete(name);
  const now = [...runs.values()].map((r) => r.element);
  if (now.length !== said.children.length || now.some((e, i) => e !== said.children[i])) said.replaceChildren(...now);
}

function createRun(state) {
  const words = h("p", { test: "run-words" });
  const bar = h("progress", { max: "1", "aria-label": `share of the tree of ${state.run} that is closed` });
  const workers = table({
    caption: `Workers of ${state.run}`, empty: "no workers", test: "workers",
    columns: [
      { heading: "worker", left: true, text: (w) => w.host },
      { heading: "processors", left: true, text: squares },
      { heading: "at work", text: (w) => `${w.busy} of ${w.procs}` },
      { heading: "nodes", text: (w) => count(w.nodes) },
      { heading: "nodes/s", text: (w) => count(w.nodes_per_second) },
      { heading: "heard of", text: (w) => `${(w.heard_ns / 1e9).toFixed(1)} s ago` },
    ],
  });
  return {
    element: h("section", { class: "panel run" }, h("h2", {}, `${state.run}: ${state.formula}`), bar, words, workers.element),
    update(s) {
      bar.value = s.closed;
      const cubes = s.all_cubes ? `${count(s.cubes ?? 0)} of ${count(s.all_cubes)} cubes, ` : "";
      const left = s.time_left ? `, ${s.time_left}` : "";
      words.textContent =
        `${cubes}${percent(s.closed)} of the tree closed after ${time(s.since_ns)}${left}; ` +
        `${count(s.pieces)} pieces, ${count(s.open)} of them open, ` +
        `${count(s.free)} not searched now; ${count(s.records)} records, ${count(s.nodes)} nodes recorded; ${count(s.waiting)} ` +
          "processors without work";
      workers.update(s.workers);
    },
  };
}

function squares(w) {
  const n = Math.min(w.procs, mostSquares);
  return h("span", { class: "squares", role: "img", "aria-label": `${w.busy} of ${w.procs} processors at work` },
    Array.from({ length: n }, (_, i) => h("i", { class: i < w.busy ? "busy" : null })));
}
