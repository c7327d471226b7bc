// The room of bare loads: one or two rules level the loads of a network, without a search behind them, as transat rounds does. Load is
// poured with a click or a key; then the rules go on from the loads that are there.
//
// What is drawn was worked out before: a request gives all steps of a rule, loads and flows, and play, step and back only choose one.
// Pouring asks again, from the present loads. network-stage.js draws a network, level-curve.js the curve, and level-presets.js has the
// experiments to begin with.
//
// The file is long because a room is one form with one state; its drawings and tables are modules of their own.

import { button, checkbox, command, folded, h, input, message, save, select, slider, still, stroke, table, verbatim } from "transat/dom.js";
import { stylesOf, onTheme, readColours } from "transat/colours.js";
import { LevelCurve } from "transat/level-curve.js";
import { NetworkStage, short } from "transat/network-stage.js";
import { ownStarts, presets } from "transat/level-presets.js";
import { columns, legend, load, theoryOf } from "transat/level-words.js";
import { Pace } from "transat/pace.js";
import { policyFlag } from "transat/setting.js";
import { refused, shellLine } from "transat/shell.js";

export const title = "Bare loads";

export async function open(root, app, query) {
  root.append(h("div", { class: "lead" }, h("h1", {}, title),
    h("p", {}, "No search, only loads: click a processor to pour load on it, and watch a rule level it, step by step, in lockstep.")));
  const waiting = message("hint", "The engine starts …");
  root.append(waiting);
  const catalogue = await app.catalogue();
  waiting.remove();
  return new Room(root, app, catalogue, query);
}

const stepsWithoutEnd = 200; // where the goal is never
const mostSteps = 20_000; // that the engine takes towards any other goal

class Room {
  constructor(root, app, catalogue, query) {
    this.app = app;
    this.rules = catalogue.policies.filter((p) => p.steps);
    this.scripts = typeof query.scripts === "object" ? query.scripts : {};
    this.position = 0; // in steps, with what has passed of the one under way
    this.playing = false;
    this.runs = [];
    this.colours = readColours();
    this.#build(root, catalogue);
    this.unwatch = onTheme(() => { this.colours = readColours(); this.#draw(); });
    this.resize = () => { for (const r of this.runs) r.stage.resize(); this.#draw(); };
    addEventListener("resize", this.resize);
    const wanted = presets.find((p) => p.name === query.preset) ?? (query.topology || query.policy ? null : presets[0]);
    this.#fill({ ...presets[0].fields, real: "", ...(wanted?.fields ?? query) }, wanted);
    this.#begin(startsOf(query.loads));
  }

  close() {
    this.closed = true;
    this.abort?.abort();
    cancelAnimationFrame(this.frame);
    removeEventListener("resize", this.resize);
    this.unwatch();
  }

  #build(root, catalogue) {
    const change = () => { this.preset = null; this.#begin(); };
    const policies = (id, label, more) => select({
      id, label, onchange: change, "data-test": id,
      options: [...more, ...this.rules.map((p) => ({ value: p.name, text: p.name, title: p.title })),
        ...Object.keys(this.scripts).map((name) => ({ value: name, text: name }))],
    });
    this.fields = {
      topology: select({ id: "level-topology", label: "Network", onchange: change, "data-test": "topology",
        options: catalogue.topologies.map((t) => ({ value: t.name, text: t.name, title: t.title })) }),
      grid: input({ id: "level-grid", label: "Size", hint: "32, 8x8, 4x4x4", onchange: change, "data-test": "grid" }),
      first: policies("level-rule-0", "Rule", []),
      second: policies("level-rule-1", "Beside it", [{ value: "", text: "nothing" }]),
      start: select({
        id: "level-start",
        label: "Loads at the start",
        onchange: change,
        "data-test": "start",
        options: [
          { value: "point:5", text: "all on one processor" },
          { value: "point:10", text: "all on one, twice as much" },
          { value: "step", text: "half of them have all" },
          { value: "uniform:0,100", text: "random, 0 to 100" },
          { value: "normal", text: "random, normal" },
          { value: "empty", text: "none: pour it yourself" },
        ],
      }),
      until: select({
        id: "level-until",
        label: "Until",
        onchange: change,
        "data-test": "until",
        options: [
          { value: "balanced", text: "balanced" },
          { value: "shared", text: "all have some" },
          { value: "never", text: `${stepsWithoutEnd} steps` },
        ],
      }),
      real: checkbox({ id: "level-real", label: "loads can be divided at will", onchange: change, "data-test": "real" }),
    };
    const f = this.fields;
    this.presetButtons = presets.map((p) =>
      button(p.title, {
        title: p.source,
        test: `preset-${p.name}`,
        pressed: false,
        onclick: () => {
          this.#fill({ real: "", ...p.fields }, p);
          this.#begin();
        },
      }),
    );
    this.about = h("p", { class: "hint", test: "preset-text" });
    root.append(h("section", { class: "panel stack" },
      h("div", { class: "level-presets", role: "group", "aria-label": "Experiments to begin with" }, this.presetButtons),
      this.about,
      h("div", { class: "fields" }, f.topology.field, f.grid.field, f.first.field, f.second.field, f.start.field, f.until.field),
      h("div", {}, f.real.field)));
    this.problem = h("div", { "aria-live": "polite", hidden: true });
    this.stages = h("div", { class: "level-stages" });
    root.append(this.problem, h("section", { class: "panel stack" }, this.#controls(), this.stages, legend(), this.#pourer()));
    const canvas = h("canvas", {
      class: "level-curve",
      role: "img",
      "aria-label": "The spread of the loads over the steps; the table below has the numbers",
    });
    this.curve = new LevelCurve(canvas, { onSeek: (step) => this.#seek(step) });
    this.theory = h("p", { class: "hint level-theory", test: "theory" });
    this.command = command("", { test: "command" });
    this.loadsFile = button("Save these loads as loads.txt", { quiet: true, onclick: () => this.#save() });
    this.numbers = table({ caption: "At this step, and at the end", columns, test: "level-table" });
    this.loadTable = table({ caption: "The loads at this step", test: "loads-table", columns: [
      { key: "rank", heading: "processor" }, { key: "a", heading: "rule" }, { key: "b", heading: "beside it" },
    ] });
    const everyone = folded("The loads as a table", this.loadTable.element);
    everyone.addEventListener("toggle", () => this.#showLoads());
    this.everyone = everyone;
    root.append(
      h(
        "section",
        { class: "panel stack" },
        h("h2", {}, "The spread of the loads, and theory"),
        canvas,
        h("p", { class: "legend" }, (this.curveLegend = h("span")), h("span", {}, h("i", { class: "level-dots" }), "what theory promises")),
        this.theory,
      ),
      h(
        "section",
        { class: "panel stack" },
        this.numbers.element,
        h(
          "p",
          { class: "hint" },
          "σ: standard deviation over mean; δ: the same of means over a processor and its neighbours; shifts: the largest load sent " +
            "over one link, added up over all steps.",
        ),
        everyone,
        h("div", {}, this.command.element, this.loadsFile),
      ),
      (this.essays = h("section", { class: "columns" })),
    );
  }

  #controls() {
    this.play = button("Play", { primary: true, test: "play", onclick: () => this.#toggle() });
    this.seek = slider({
      id: "level-seek",
      label: "Step",
      min: 0,
      max: 1,
      step: 1,
      value: 0,
      "data-test": "seek",
      oninput: (v) => this.#seek(v),
      says: (v) => String(v),
    });
    this.speed = slider({
      id: "level-speed",
      label: "Speed",
      min: 0,
      max: 3,
      step: 0.1,
      value: 0.7,
      "data-test": "speed",
      says: (v) => `${Number((10 ** v).toPrecision(2))} steps a second`,
    });
    return h(
      "div",
      { class: "stack" },
      h(
        "div",
        { class: "toolbar" },
        this.play,
        button("Step", { test: "step", onclick: () => this.#by(1) }),
        button("Back", { test: "back", onclick: () => this.#by(-1) }),
        button("To the start", { quiet: true, test: "begin", onclick: () => this.#by(-Infinity) }),
        button("To the end", { quiet: true, test: "end", onclick: () => this.#by(Infinity) })),
      h("div", { class: "fields" }, this.seek.field, this.speed.field));
  }

  // Pouring without a pointer: a processor, an amount and a button.
  #pourer() {
    this.rank = input({ id: "level-rank", label: "Processor", type: "number", min: 0, value: 0, "data-test": "rank", oninput: () => {
      for (const r of this.runs) r.stage.focused = Number(this.rank.control.value);
      this.#draw();
    } });
    this.amount = input({ id: "level-amount", label: "Load to pour", type: "number", min: 0, value: 50, "data-test": "amount" });
    return h("div", { class: "toolbar" }, this.rank.field, this.amount.field,
      button("Pour", { test: "pour", onclick: () => this.#pour(Number(this.rank.control.value)) }),
      h("span", { class: "hint" }, "or click a processor; with the picture in focus, the arrow keys choose one and Enter pours"));
  }

  // fill puts the fields of a link or preset into the form.
  #fill(fields, preset) {
    const f = this.fields,
      [first, second = ""] = (fields.policy ?? "").split(",");
    const put = (control, value) => {
      // a value that is not among the choices becomes one
      if (control.tagName === "SELECT" && ![...control.options].some((o) => o.value === value))
        control.append(h("option", { value }, value));
      control.value = value;
    };
    put(f.topology.control, fields.topology ?? "torus");
    put(f.grid.control, fields.grid ?? "8x8");
    put(f.first.control, first || "liquid-c5");
    put(f.second.control, second);
    put(f.start.control, fields.start ?? "point:5");
    put(f.until.control, fields.until ?? "balanced");
    f.real.control.checked = Boolean(fields.real);
    this.preset = preset ?? null;
  }

  get settings() {
    const f = this.fields;
    return {
      topology: f.topology.control.value,
      grid: f.grid.control.value.trim(),
      policy: [f.first.control.value, f.second.control.value].filter(Boolean).join(","),
      start: f.start.control.value,
      until: f.until.control.value,
      real: f.real.control.checked ? "1" : "",
    };
  }

  // begin starts from the loads that the form names, or that a link brings: those of a moment at which someone poured.
  #begin(given = null) {
    for (const [i, b] of this.presetButtons.entries()) b.setAttribute("aria-pressed", String(presets[i] === this.preset));
    this.about.replaceChildren(this.preset ? `${this.preset.text} (${this.preset.source})` : "");
    this.about.hidden = !this.preset;
    const s = this.settings;
    this.poured = given?.length === s.policy.split(",").length;
    if (this.poured) {
      this.#request(given);
      return;
    }
    const n = s.grid.split("x").reduce((a, b) => a * Number(b), 1);
    const own = ownStarts[s.start] && Number.isInteger(n) && n > 0 && n <= 4096 ? ownStarts[s.start](n) : null;
    this.#request(s.policy.split(",").map(() => own));
  }

  // request asks for all steps of every rule, from its loads, or if they are null from those that the form names.
  async #request(loads) {
    const s = this.settings;
    this.abort?.abort();
    this.abort = new AbortController();
    const { signal } = this.abort;
    this.#complain("");
    this.loads = loads;
    this.app.replace("level", { ...s, scripts: this.scripts, ...(this.poured ? { loads } : {}) });
    this.#busy(true);
    const fields = { do: "level", topology: s.topology, grid: s.grid, real: Boolean(s.real), until: s.until };
    if (s.until === "never") fields.steps = stepsWithoutEnd;
    try {
      const engine = await this.app.engine();
      const replies = await Promise.all(s.policy.split(",").map((policy, i) => engine.request({
        ...fields, policies: [policy], ...(this.scripts[policy.split(":")[0]] ? { scripts: this.scripts } : {}),
        ...(loads[i] ? { loads: loads[i] } : { distribution: s.start }),
      }, { signal })));
      if (signal.aborted || this.closed) return;
      this.#busy(false);
      this.#take(replies);
    } catch (error) {
      if (signal.aborted || this.closed) return;
      this.#busy(false);
      this.#pause();
      this.#complain(error.message);
    }
  }

  // What is shown is of the last request until the next one is answered: then it is faint.
  #busy(yes) {
    this.stages.parentElement.parentElement.classList.toggle("level-busy", yes);
    if (yes) for (const state of this.states ?? []) state.textContent = "computing …";
  }

  #complain(text) {
    this.problem.hidden = !text;
    this.problem.replaceChildren(...(text ? [message("error", text)] : []));
  }

  #take(replies) {
    const { network } = replies[0];
    const same = this.runs.length === replies.length && this.network?.name === network.name;
    this.network = network;
    const before = this.runs;
    const styles = stylesOf(replies.map((reply) => reply.policies[0].policy));
    this.runs = replies.map((reply, i) => ({
      ...reply.policies[0], mean: reply.mean, loads: new Float64Array(reply.blobs[0]), flows: new Float32Array(reply.blobs[1]),
      style: styles[i], stage: same ? before[i].stage : null,
    }));
    if (!same) this.#stage();
    this.runs.forEach((r, i) => {
      this.names[i].textContent = r.policy;
      r.stage.whole = !this.settings.real;
      r.stage.peak = r.max.reduce((a, b) => Math.max(a, b), 0);
    });
    this.steps = Math.max(...this.runs.map((r) => r.steps));
    this.seek.control.max = this.steps;
    if (!this.poured) this.speed.set(Math.round(10 * Math.log10(Math.max(4, Math.min(1000, this.steps / 15)))) / 10);
    this.rank.control.max = network.procs - 1;
    this.position = 0;
    this.curveLegend.replaceChildren(...this.runs.map((r) => h("span", {}, stroke(r.style), ` ${r.policy} `)));
    this.theory.replaceChildren(...this.runs.map((r) => h("span", {}, theoryOf(r), " ")));
    this.essays.replaceChildren(
      ...this.runs.filter((r) => r.essay).map((r) => folded(`The rule of ${r.policy} in words`, verbatim(r.essay))),
    );
    this.#showCommand();
    this.#draw();
    this.stages.dataset.ready = String(Number(this.stages.dataset.ready ?? 0) + 1);
    this.app.announce(this.runs.map((r) => `${r.policy}: ${r.ended} after ${r.steps} steps`).join("; "));
    if (this.playing || (!still() && this.steps > 0 && this.runs[0].mean > 0)) this.#start();
  }

  #stage() {
    this.names = [];
    this.states = [];
    this.stages.replaceChildren(...this.runs.map((r, i) => {
      const canvas = h("canvas", { tabindex: "0", role: "application", "aria-roledescription": "network", test: `stage-${i}` });
      const name = h("span"), state = h("span", { class: "badge" });
      this.names.push(name);
      this.states.push(state);
      r.stage = new NetworkStage(canvas, this.network, { onPour: (rank) => this.#pour(rank), onFocus: (rank) => this.#focus(rank) });
      return h("div", { class: "level-stage stack" }, h("h2", {}, name, state), canvas);
    }));
    for (const r of this.runs) r.stage.resize();
  }

  #focus(rank) {
    for (const r of this.runs) r.stage.focused = rank;
    this.rank.control.value = rank;
    const step = this.#step();
    this.app.announce(`processor ${rank}: ${this.runs.map((r) => `${r.policy} ${short(this.#frame(r, step)[rank])}`).join(", ")}`);
    this.#draw();
  }

  // pour adds load to a processor, under every rule, and goes on from there.
  #pour(rank) {
    const amount = Number(this.amount.control.value);
    if (!this.network || !(rank >= 0 && rank < this.network.procs) || !(amount > 0)) {
      this.#complain(`Pour: want a processor from 0 to ${(this.network?.procs ?? 1) - 1} and a load above 0.`);
      return;
    }
    const step = this.#step();
    const loads = this.runs.map((r) => {
      const all = [...this.#frame(r, step)];
      all[rank] += this.settings.real ? amount : Math.round(amount);
      return all;
    });
    this.poured = true;
    this.app.announce(`${amount} poured on processor ${rank}`);
    this.#request(loads);
  }

  #step() { return Math.floor(this.position + 1e-9); }

  #frame(r, step) {
    const n = this.network.procs, at = Math.min(step, r.steps) * n;
    return r.loads.subarray(at, at + n);
  }

  #toggle() { if (this.playing) this.#pause(); else this.#start(); }

  #start() {
    if (this.position >= this.steps) this.position = 0;
    this.playing = true;
    this.play.textContent = "Pause";
    const pace = new Pace();
    const tick = (now) => {
      if (!this.playing || this.closed) return;
      const passed = pace.passed(now);
      this.position = Math.min(this.steps, this.position + passed / 1000 * 10 ** Number(this.speed.control.value));
      if (passed > 0) this.#draw();
      if (this.position >= this.steps) this.#pause();
      else this.frame = requestAnimationFrame(tick);
    };
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(tick);
  }

  #pause() {
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.play.textContent = "Play";
    this.#draw();
    this.#showLoads();
  }

  #by(steps) {
    this.#pause();
    this.#seek(this.#step() + steps);
  }

  #seek(step) {
    this.position = Math.max(0, Math.min(this.steps ?? 0, Math.round(step)));
    this.#draw();
    this.#showLoads();
  }

  #draw() {
    if (this.runs.length === 0) return;
    const step = this.#step(), share = still() ? 0 : this.position - step;
    const links = this.network.links.length / 2;
    this.runs.forEach((r, i) => {
      const moving = step < r.steps;
      const flows = moving ? r.flows.subarray(step * links, (step + 1) * links) : null;
      r.stage.draw(
        blend(this.#frame(r, step), moving ? this.#frame(r, step + 1) : null, smooth(share)),
        flows,
        smooth(share),
        r.mean,
        this.colours,
      );
      this.states[i].textContent = step >= r.steps ? `step ${r.steps}: ${r.ended}` : `step ${step}`;
      const words = `${r.policy} on ${this.network.name}, step ${Math.min(step, r.steps)}: ${short(r.min[Math.min(step, r.steps)])} to ` +
        `${short(r.max[Math.min(step, r.steps)])}, mean ${short(r.mean)}`;
      if (!this.playing) r.stage.canvas.setAttribute("aria-label", words);
    });
    this.curve.draw(this.runs, this.position, this.colours);
    this.seek.set(step);
    this.numbers.update(this.runs.map((r) => ({ ...r, at: Math.min(step, r.steps) })));
    this.stages.dataset.step = String(step);
  }

  #showLoads() {
    if (!this.everyone.open || this.runs.length === 0) return;
    const frames = this.runs.map((r) => this.#frame(r, this.#step()));
    const ranges = this.runs.map((r) => {
      const at = Math.min(this.#step(), r.steps);
      return r.max[at] - r.min[at];
    });
    this.loadTable.update(
      Array.from(frames[0].subarray(0, 1024), (a, rank) => ({
        rank,
        a: load(a, ranges[0]),
        b: frames[1] ? load(frames[1][rank], ranges[1]) : "",
      })),
    );
  }

  #showCommand() {
    const s = this.settings, files = this.#files();
    const steps = s.until === "never" ? stepsWithoutEnd : this.steps >= mostSteps ? this.steps : 0;
    const rest = [
      ...(s.real ? [["real", true]] : []),
      ...(s.until === "balanced" ? [] : [["until", s.until]]),
      ...(steps ? [["steps", steps]] : []),
    ];
    const line = (policy, start) =>
      shellLine(
        "transat rounds",
        [],
        [["topology", s.topology], ["grid", s.grid], ["policy", policyFlag(policy.split(","))], ["distribution", start], ...rest],
      );
    const lines = files.length === 0 ? [line(s.policy, s.start)] : files.map((f) => line(f.policy, f.name));
    this.command.set(lines.includes(refused) ? refused : lines.join(" && "));
    this.loadsFile.hidden = files.length === 0;
    this.loadsFile.textContent = `Save these loads as ${files.map((f) => f.name).join(" and ")}`;
  }

  // The files that the command needs: after a pour every rule goes on from loads of its own.
  #files() {
    const { policy, start } = this.settings, names = policy.split(",");
    if (!this.poured) return ownStarts[start] ? [{ policy, name: "loads.txt", loads: this.#frame(this.runs[0], 0) }] : [];
    return names.map((p, i) => ({
      policy: p,
      name: names.length === 1 ? "loads.txt" : `loads-${p.replace(/[^\w-]+/g, "-")}.txt`,
      loads: this.#frame(this.runs[i], 0),
    }));
  }

  #save() {
    for (const { name, loads } of this.#files()) save(name, new Blob([`${[...loads].join("\n")}\n`], { type: "text/plain" }));
  }
}

// The loads of a link, which may come from anyone: lists of numbers, a list for every rule; null if it has none.
function startsOf(loads) {
  const good =
    Array.isArray(loads) && loads.length > 0 && loads.every((l) => Array.isArray(l) && l.every((x) => Number.isFinite(x) && x >= 0));
  return good ? loads : null;
}

// blend is the loads between two steps. A step moves all at once; the picture shows it on its way.
function blend(from, to, share) {
  if (!to || share === 0) return from;
  const between = new Float64Array(from.length);
  for (let i = 0; i < from.length; i++) between[i] = from[i] + (to[i] - from[i]) * share;
  return between;
}

const smooth = (t) => t * t * (3 - 2 * t);
