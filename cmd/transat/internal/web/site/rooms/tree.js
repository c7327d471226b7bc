// The room of the search tree: a small formula, its tree node by node in the colours of the processors that expanded them, growing on
// the simulated clock. A node that is chosen shows its decisions, what follows from them, the clauses that are left, and what the load
// estimate made of it.
//
// The engine's request treeview gives the tree, who did what, and the recording of the run, which knows by which moves a node came to its
// processor; the request node what the formula has become at a node, which is asked when a node is chosen. tree-stage.js draws.
//
// The file is long because a room is one form with one state; its drawings and tables are modules of their own.

import { button, command, folded, h, input, message, select, slider, still, table } from "transat/dom.js";
import { FilePlace } from "transat/file-place.js";
import { onTheme, readColours } from "transat/colours.js";
import { count, mean, percent, seconds, sentence, time } from "transat/numbers.js";
import { Pace } from "transat/pace.js";
import { Recording } from "transat/recording.js";
import { cameFrom } from "transat/recording-words.js";
import { commandLine, fromQuery, leftOut, request, toQuery } from "transat/setting.js";
import { settings } from "transat/settings.js";
import { TreeStage } from "transat/tree-stage.js";

export const title = "The tree";

const trees = ["php-5-4", "gecode-queens", "60-258-3/1", "80-344-3/1", "100-430-3/2", "120-516-3/1", "150-645-3/2", "150-645-3/1"];

export async function open(root, app, query) {
  root.append(
    h(
      "div",
      { class: "lead" },
      h("h1", {}, title),
      h(
        "p",
        {},
        "What is shared is a search tree. Here is a small one, every node in the colour of the processor that expanded it, growing on " +
          "the simulated clock. Click a node to see where it stands, and by which processors it came to its own.",
      ),
    ),
  );
  const waiting = message("hint", "The engine starts …");
  root.append(waiting);
  const [catalogue, files] = await Promise.all([app.catalogue(), app.files()]);
  waiting.remove();
  return new Room(root, app, catalogue, files, query);
}

const mostForks = 8; // in a list of the worst
const mostMoves = 12; // that are named

class Room {
  constructor(root, app, catalogue, files, query) {
    this.app = app;
    this.files = files;
    this.catalogue = catalogue;
    this.time = 0;
    this.colours = readColours();
    this.#build(root);
    this.#fill(query);
    this.unwatch = onTheme(() => { this.colours = readColours(); this.#draw(); this.#showLegend(); });
    this.resize = () => this.#draw();
    addEventListener("resize", this.resize);
    if (files.lacks(this.setting)) this.place.want(this.setting);
    else this.#run();
  }

  close() {
    this.closed = true;
    this.playing = false;
    this.abort?.abort();
    this.asking?.abort();
    this.place.close();
    cancelAnimationFrame(this.frame);
    removeEventListener("resize", this.resize);
    this.unwatch();
  }

  #build(root) {
    const { policies, machines, estimates, starts } = this.catalogue;
    const change = () => this.#run();
    const names = h("datalist", { id: "tree-names" }, trees.map((value) => h("option", { value })));
    const option = (all) => all.map((e) => ({ value: e.name, text: e.name, title: e.title }));
    this.fields = {
      tree: input({ id: "tree-tree", label: "Search tree", hint: "up to 20,000 nodes", list: "tree-names", test: "tree",
        onchange: () => {
          delete this.given.cnf; // another name is another tree
          delete this.given.file;
          change();
        } }),
      grid: input({ id: "tree-grid", label: "Processors", hint: "2x2, 4x4", onchange: change, test: "grid" }),
      policy: input({ id: "tree-policy", label: "Policy", list: "tree-policies", onchange: change, test: "policy" }),
      load: select({
        id: "tree-load",
        label: "Load estimate",
        onchange: change,
        test: "load",
        options: [{ value: "", text: "the policy's own" }, ...option(estimates)],
      }),
      machine: select({
        id: "tree-machine",
        label: "Machine",
        onchange: change,
        test: "machine",
        options: option(machines.filter((m) => !m.lockstep)),
      }),
      start: select({ id: "tree-start", label: "Start", onchange: change, test: "start", options: option(starts) }),
      seed: input({ id: "tree-seed", label: "Seed", inputmode: "numeric", onchange: change, test: "seed" }),
    };
    this.place = new FilePlace({ id: "tree", files: this.files, ontaken: ({ tree, file, cnf }, notice) => {
      this.notice = notice;
      this.fields.tree.control.value = tree;
      Object.assign(this.given, { file, cnf });
      if (!cnf) delete this.given.cnf;
      this.#run();
    }, onmachine: ({ machine, text }) => {
      this.#offer(machine);
      this.given.machines = { ...this.given.machines, [machine]: text };
      this.fields.machine.control.value = machine;
      this.#run();
    } });
    this.problem = h("div", { "aria-live": "polite", hidden: true });
    this.command = command("", { test: "command" });
    this.without = h("p", { class: "hint", test: "left-out" });
    root.append(h("section", { class: "panel stack" }, names,
      h("datalist", { id: "tree-policies" }, policies.filter((p) => !p.bound).map((p) => h("option", { value: p.name }, p.title))),
      h("div", { class: "fields" }, Object.values(this.fields).map((f) => f.field)),
      this.place.element, this.command.element, this.without), this.problem);

    const canvas = h("canvas", {
      class: "tree-canvas",
      tabindex: "0",
      role: "application",
      "aria-roledescription": "search tree",
      "aria-label": "The search tree, which is being made",
      test: "tree-canvas",
    });
    this.stage = new TreeStage(canvas, { onSelect: (node) => this.#select(node) });
    this.stage.dirty = () => this.#draw();
    this.play = button("Play", { primary: true, test: "play", onclick: () => (this.playing ? this.#pause() : this.#start()) });
    this.seek = slider({ id: "tree-seek", label: "Time", min: 0, max: 1000, step: 1, value: 1000, "data-test": "seek",
      oninput: (v) => { this.time = v / 1000 * (this.view?.end ?? 0); this.#draw(); }, says: () => time(this.time) });
    this.facts = h("p", { class: "hint", test: "facts" });
    this.legend = h("p", { class: "legend tree-legend", test: "legend" });
    root.append(
      h(
        "section",
        { class: "panel stack" },
        h(
          "div",
          { class: "toolbar" },
          this.play,
          button("Next node", { test: "step", onclick: () => this.#next(1) }),
          button("Back", { test: "back", onclick: () => this.#next(-1) }),
          button("All of it", {
            quiet: true,
            test: "end",
            onclick: () => {
              this.#pause();
              this.#at(this.view?.end ?? 0);
            },
          }),
          h("span", { class: "push" }),
          button("+", {
            icon: true,
            title: "Zoom in",
            "aria-label": "Zoom in",
            onclick: () => this.stage.zoomBy(1.5, canvas.clientWidth / 2, 0),
          }),
          button("−", {
            icon: true,
            title: "Zoom out",
            "aria-label": "Zoom out",
            onclick: () => this.stage.zoomBy(1 / 1.5, canvas.clientWidth / 2, 0),
          }),
          button("Fit", {
            quiet: true,
            onclick: () => {
              this.stage.fit();
              this.#draw();
            },
          }),
        ),
        this.seek.field,
        canvas,
        this.legend,
        this.facts,
      ),
    );

    this.node = h(
      "section",
      { class: "panel stack", "aria-live": "polite", test: "node" },
      h("h2", {}, "A node"),
      h(
        "p",
        { class: "hint" },
        "Click a node in the tree, or use the arrow keys when the tree has the focus: up to the parent, down to the first child, left " +
          "and right to the sibling.",
      ),
    );
    this.wrong = table({ caption: "Forks at which the load estimate was most wrong", columns: this.#wrongColumns(), test: "wrong" });
    this.wrongSent = table({
      caption: "The same, where one of the branches was sent to another processor",
      columns: this.#wrongColumns(),
      empty: "No node was sent.",
      test: "wrong-sent",
    });
    this.all = table({
      caption: "The nodes, depth first (the first 2,000)",
      test: "nodes",
      columns: [
        { key: "i", heading: "node", text: (i) => this.#link(i) },
        { key: "parent", heading: "parent", text: (i) => (i === 0 ? "" : this.view.parent[i]) },
        { key: "decision", heading: "decision, or id", text: (i) => this.view.id?.[i] ?? literal(this.view.decision[i]) },
        { key: "kind", heading: "kind", left: true, text: (i) => this.view.kind[i] },
        { key: "owner", heading: "processor", text: (i) => ownerOf(this.view.owner[i]) },
        { key: "begin", heading: "from", text: (i) => (this.view.owner[i] < 0 ? "" : time(this.view.begin[i])) },
        { key: "done", heading: "to", text: (i) => (this.view.owner[i] < 0 ? "" : time(this.view.done[i])) },
        { key: "size", heading: "nodes below", text: (i) => count(this.view.size[i]) },
      ],
    });
    const everything = folded("All nodes as a table", this.all.element);
    everything.addEventListener("toggle", () => this.#showAll());
    this.everything = everything;
    root.append(
      h(
        "div",
        { class: "tree-split" },
        this.node,
        h(
          "section",
          { class: "panel stack" },
          h("h2", {}, "Estimates and truth"),
          h(
            "p",
            { class: "hint" },
            "A load estimate is all that a policy knows of the work below a node. Here it is asked at every fork: of the work in both " +
              "branches, which share does it expect in one of them, and which share is there? The difference, as time of one " +
              "processor, is work that is astray: whoever gives the other branch away has so much more to do than it believes. A " +
              "node that is selected also shows its load as a time, scaled so that over all nodes together it is right.",
          ),
          h("div", { class: "tree-list" }, this.wrong.element),
          h("div", { class: "tree-list" }, this.wrongSent.element),
        ),
      ),
      h("section", { class: "panel" }, everything),
    );
  }

  #wrongColumns() {
    return [
      { key: "parent", heading: "fork", text: (i) => this.#link(this.view.parent[i]) },
      { key: "i", heading: "branch", text: (i) => this.#link(i) },
      { key: "share_expected", heading: "expected", text: (i) => share(this.view.share_expected[i]) },
      { key: "share_true", heading: "true", text: (i) => share(this.view.share_true[i]) },
      { key: "astray", heading: "astray", text: (i) => time(this.view.astray[i]) },
    ];
  }

  #link(i) { return button(String(i), { quiet: true, "aria-label": `node ${i}`, onclick: () => this.stage.select(i) }); }

  #fill(query) {
    const defaults = {
      tree: "60-258-3/1",
      grid: "2x2",
      policy: "steal",
      load: "",
      machine: this.catalogue.machines[0].name,
      start: "root",
      seed: "1",
    };
    const elsewhere = settings.map((x) => x.name).filter((name) => !this.fields[name]), all = fromQuery(query);
    for (const machine of Object.keys(all.machines)) this.#offer(machine);
    for (const [key, f] of Object.entries(this.fields)) f.control.value = query[key] ?? defaults[key];
    // What a link has and the room no field for.
    this.given = Object.fromEntries(["scripts", "machines", "cnf", "file", ...elsewhere].filter((k) => all[k]).map((k) => [k, all[k]]));
  }

  // A machine of the visitor can be chosen.
  #offer(machine) {
    const { control } = this.fields.machine;
    if (![...control.options].some((o) => o.value === machine)) control.append(h("option", { value: machine }, machine));
  }

  get settings() {
    return Object.fromEntries(Object.entries(this.fields).map(([key, f]) => [key, f.control.value.trim()]));
  }

  /** The fields and what a link has besides, as a setting. */
  get setting() {
    const fields = this.settings;
    return { ...fields, ...this.given, policies: [fields.policy] };
  }

  // What stands for the formula besides its name.
  get source() {
    const { cnf, rule } = this.given;
    return { ...(cnf ? { cnf } : {}), ...(rule ? { rule } : {}) };
  }

  async #run() {
    this.#pause();
    this.abort?.abort();
    this.abort = new AbortController();
    const { signal } = this.abort, { setting } = this;
    this.app.replace("tree", toQuery(setting));
    this.without.textContent = leftOut(setting);
    this.command.set(commandLine(setting, { ...this.catalogue.defaults, grid: "" }, "transat simulate"));
    this.#complain(this.notice, "notice");
    this.notice = "";
    try {
      const engine = await this.app.engine();
      const view = await engine.request({ ...request(setting, setting.policies[0]), do: "treeview" }, { signal });
      const recording = await Recording.open(view.blobs[0]);
      if (signal.aborted || this.closed) return;
      this.recording = recording;
      this.#take(view);
    } catch (error) {
      if (!signal.aborted && !this.closed) this.#complain(error.message);
    }
  }

  #complain(text, kind = "error") {
    this.problem.hidden = !text;
    this.problem.replaceChildren(...(text ? [message(kind, text)] : []));
  }

  #take(view) {
    this.view = view;
    this.moments = Float64Array.from(new Set(view.done.filter((_, i) => view.owner[i] >= 0))).sort();
    this.stage.show(view);
    this.stage.draw(view.end, this.colours); // so that its colours are known
    this.#showLegend();
    this.facts.textContent =
      `${view.name}, ${count(this.#nodes())} nodes; ${view.setup}: ${seconds(view.time_s)} s, efficiency ` +
        `${percent(view.efficiency)}, idle ${seconds(view.idle_s)} s, ${mean(view.send)} sent and ${mean(view.info)} messages a ` +
        "processor." +
      (view.about ? ` ${sentence(view.about)}` : "") +
      (view.warnings.length > 0 ? ` ${view.warnings.join(" ")}` : "");
    this.wrong.update(view.wrong.slice(0, mostForks));
    this.wrongSent.update(view.wrong_sent.slice(0, mostForks));
    this.#showAll();
    this.#at(view.end);
    this.stage.canvas.dataset.ready = String(Number(this.stage.canvas.dataset.ready ?? 0) + 1);
    if (!still()) { this.time = 0; this.#start(); }
  }

  #showLegend() {
    const { view } = this;
    if (!view) return;
    const done = new Map();
    view.owner.forEach((rank) => done.set(rank, (done.get(rank) ?? 0) + 1));
    const swatch = (rank) => {
      const s = h("i", { class: "swatch" });
      s.style.background = this.stage.colour(rank);
      return h("span", {}, s, `${rank}: ${count(done.get(rank) ?? 0)}`);
    };
    this.legend.replaceChildren(
      h("span", {}, "nodes by processor:"),
      ...(view.procs <= 64
        ? Array.from({ length: view.procs }, (_, rank) => swatch(rank))
        : [h("span", {}, "the hue is the column of the processor, the light its row")]),
      h("span", {}, `${view.id ? "◆ solution" : "■ conflict  ◆ model"}  ○ waiting` +
        `${view.kind[0] === "above" ? "  □ above the roots of the file" : ""}; a strong edge: the node was sent` +
        (this.stage.blocks.length > 0 ? "; a block: leaves below one node, column by column" : "")),
    );
  }

  #showAll() {
    if (this.everything.open && this.view) this.all.update(this.view.parent.slice(0, 2000).map((_, i) => i));
  }

  #start() {
    if (!this.view) return;
    if (this.time >= this.view.end) this.time = 0;
    this.playing = true;
    this.play.textContent = "Pause";
    const pace = new Pace();
    const tick = (now) => {
      if (!this.playing || this.closed) return;
      const passed = pace.passed(now);
      this.time = Math.min(this.view.end, this.time + passed / 12_000 * this.view.end); // all of it in 12 s
      if (passed > 0) this.#draw();
      if (this.time >= this.view.end) this.#pause();
      else this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  #pause() {
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.play.textContent = "Play";
  }

  #at(t) {
    this.time = t;
    this.#draw();
  }

  // The moment in which the next node is done, or the one before.
  #next(by) {
    if (!this.view) return;
    this.#pause();
    const all = this.moments;
    let i = by > 0 ? all.findIndex((t) => t > this.time) : all.findLastIndex((t) => t < this.time);
    if (i < 0) i = by > 0 ? all.length - 1 : -1;
    this.#at(i < 0 ? 0 : all[i]);
  }

  #draw() {
    if (!this.view) return;
    this.stage.draw(this.time, this.colours);
    this.seek.set(this.view.end > 0 ? Math.round(1000 * this.time / this.view.end) : 1000);
    if (!this.playing) {
      const done = this.view.done.reduce((n, t, i) => n + (this.view.owner[i] !== -2 && t <= this.time ? 1 : 0), 0);
      this.stage.canvas.setAttribute(
        "aria-label",
        `search tree of ${this.view.name}: ${count(Math.min(done, this.#nodes()))} of ${count(this.#nodes())} nodes are done at ` +
          `${time(this.time)}; all of them are in the table below`,
      );
    }
  }

  // Where the processor of a node had it from.
  #origin(i) { return cameFrom(this.recording.origins.way(this.view.move[i]), this.recording.header.start, mostMoves); }

  // The number of nodes, without a root above several roots.
  #nodes() { return this.view.parent.length - (this.view.kind[0] === "above" ? 1 : 0); }

  #kind(i) {
    const n = this.stage.children[i].length, { kind } = this.view, children = n === 1 ? "one child" : `${count(n)} children`;
    return {
      inner: n === 2 ? "split in two" : children, conflict: "a conflict: a dead end", model: "a model: a solution",
      frozen: "a frozen subtree", leaf: "a leaf", solution: `a solution${n > 0 ? `, with ${children}` : ""}`,
      above: `above the ${count(n)} roots of the file, and none of its tasks`,
    }[kind[i]];
  }

  async #select(i) {
    this.#draw();
    if (i < 0) return;
    const v = this.view, path = [];
    for (let at = i; v.parent[at] >= 0; at = v.parent[at]) path.unshift(v.decision[at]);
    const up = v.parent[i];
    const facts = [
      ["kind", this.#kind(i)],
      v.id ? v.kind[i] !== "above" && ["below", up < 0 || v.kind[up] === "above" ? "none: a root" : h("span", {}, this.#link(up), v.id[up])]
        : ["decisions", path.length > 0 ? path.map(literal).join("  ") : "none: the root"],
      [
        "processor",
        v.owner[i] < 0
          ? ownerOf(v.owner[i])
          : `${v.owner[i]}, from ${time(v.begin[i])} to ${time(v.done[i])}` +
            (v.received[i] ? "; it was sent here" : "") +
            (v.received[i] && up >= 0 && v.owner[up] >= 0 && v.owner[up] !== v.owner[i]
              ? ` (its parent was expanded by ${v.owner[up]})`
              : ""),
      ],
      v.owner[i] >= 0 && ["origin", this.#origin(i)],
      v.head[i] !== i && [
        "taken with",
        h("span", {}, "node ", this.#link(v.head[i]), ", solved in one go, since it was smaller than the grain"),
      ],
      ["work", `${v.id ? `${v.work[i] / v.per_unit} ${v.unit}` : `${count(v.work[i])} clause visits`} here, a subtree of ` +
        `${count(v.kind[i] === "above" ? this.#nodes() : v.size[i])} nodes`],
      ["load", `${v.load[i]} (estimate ${v.estimate})`],
      ["expected", time(v.expected[i])],
      up >= 0 &&
        v.astray[i] > 0 && [
          "at its fork",
          `${share(v.share_expected[i])} of the work expected, ${share(v.share_true[i])} found: ${time(v.astray[i])} astray`,
        ],
      ["true", `${time(v.true[i])}, ${factor(v.expected[i], v.true[i])}`],
    ].filter(Boolean);
    const details = v.id ? "" : h("div", { class: "stack", test: "clauses" }, message("hint", "Propagating …"));
    this.node.replaceChildren(
      h("h2", {}, `Node ${i}${v.id?.[i] ? `: ${v.id[i]}` : ""}`),
      h(
        "dl",
        { class: "tree-facts" },
        facts.map(([k, value]) => [h("dt", {}, k), h("dd", {}, value)]),
      ),
      details,
    );
    this.asking?.abort();
    if (v.id) return; // no formula stands behind it
    this.asking = new AbortController();
    const { signal } = this.asking;
    try {
      const engine = await this.app.engine();
      const reply = await engine.request({ do: "node", tree: this.settings.tree, ...this.source, decisions: path }, { signal });
      if (!signal.aborted) details.replaceChildren(...clauses(reply));
    } catch (error) {
      if (!signal.aborted) details.replaceChildren(message("error", error.message));
    }
  }
}

// clauses shows what a node's formula has become.
function clauses(reply) {
  const forced = reply.assigned.filter((a) => a.reason);
  const lengths = Object.entries(reply.lengths).filter(([n]) => n !== "0").map(([n, k]) => `${count(k)} of ${n}`).join(", ");
  return [
    reply.conflict ? h("p", { class: "notice" }, `Conflict: ${reply.conflict}.`) : null,
    h("h3", {}, `${reply.level} ${reply.level === 1 ? "variable" : "variables"} assigned`),
    reply.assigned.length > 0
      ? h(
          "p",
          {},
          reply.assigned.map((a) => [a.reason ? literal(a.lit) : h("strong", {}, literal(a.lit)), " "]),
        )
      : null,
    forced.length > 0
      ? folded(
          `Why: ${forced.length} forced by unit clauses`,
          h(
            "ul",
            { class: "tree-clauses", tabindex: "0" },
            forced.map((a) => h("li", {}, `${literal(a.lit)} by ${a.reason}`)),
          ),
        )
      : null,
    h("h3", {}, reply.count > 0 ? `${count(reply.count)} of ${count(reply.of)} clauses left` : "No clause is left"),
    reply.count > 0 ? h("p", { class: "hint" }, `Literals still free: ${lengths || "none"}. False literals are struck out.`) : null,
    reply.count > 0 ? h("ul", { class: "tree-clauses", tabindex: "0" }, reply.left.map(clause),
      reply.count > reply.left.length ? h("li", {}, `… and ${count(reply.count - reply.left.length)} more`) : null) : null,
  ].filter(Boolean);
}

function clause({ clause: text, free }) {
  const open = new Set(free.map(literal));
  return h(
    "li",
    {},
    "(",
    text
      .slice(1, -1)
      .split(" ∨ ")
      .map((l, i) => [i > 0 ? " ∨ " : "", h("span", { class: open.has(l) ? "free" : "gone" }, l)]),
    ")",
  );
}

const literal = (n) => (n === 0 ? "" : n < 0 ? `¬${-n}` : String(n));

const ownerOf = (rank) => (rank === -1 ? "all, before the run" : rank === -2 ? "none: a solution was found first" : String(rank));

// A share of the work of siblings, of which there may be thousands.
const share = (x) => (x > 0 && x < 0.001 ? `${Number((100 * x).toPrecision(2))} %` : percent(x));

// factor says how wrong an estimate was.
function factor(expected, truth) {
  const ratio = truth / Math.max(1, expected);
  if (ratio >= 1.05) return `${Number(ratio.toPrecision(2))} times as much`;
  if (ratio <= 0.95) return `${Number((1 / Math.max(ratio, 1e-9)).toPrecision(2))} times less`;
  return "right";
}
