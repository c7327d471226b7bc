// The room explain: choose policies, two to four, and read why the first one beats each other one, or is beaten.
//
// The engine's request explain does the work; the same words come from transat explain. Here are the form and the order of what is shown;
// explain-tables.js has the tables with bars.

import { stylesOf } from "transat/colours.js";
import { button, command, folded, h, input, message, save, select } from "transat/dom.js";
import { FilePlace } from "transat/file-place.js";
import { contributions, parts, shares, steps, turn } from "transat/explain-tables.js";
import { count, sentence } from "transat/numbers.js";
import { settingField } from "transat/setting-field.js";
import { commandLine, fromQuery, leftOut, mostPolicies, request, toQuery, tooMany } from "transat/setting.js";
import { bring, storedTrees } from "transat/stored.js";

export const title = "Explain";

const first = { tree: "200-860-3/1", grid: "16x16", policies: ["steal", "lade"] };
const depths = [
  { value: "", text: "the usual" }, { value: "quick", text: "quick: one direction, no other machines" },
  { value: "deep", text: "deep: all orders of settings, larger machines" },
];

export async function open(root, app, query) {
  root.append(
    h(
      "div",
      { class: "lead" },
      h("h1", {}, "Why does one policy beat another?"),
      h(
        "p",
        {},
        "The difference of the two times is taken apart until it has reasons. Every sentence is checked against what was counted, " +
          "here, in your browser.",
      ),
    ),
  );
  const status = h("p", { class: "hint", role: "status" }, "Loading the simulator …");
  root.append(status);
  const [catalogue, engine, files] = await Promise.all([app.catalogue(), app.engine(), app.files()]);
  status.remove();
  return new Explain(root, app, query, catalogue, engine, files);
}

class Explain {
  constructor(root, app, query, catalogue, engine, files) {
    Object.assign(this, { app, catalogue, engine });
    this.setting = fromQuery(query);
    this.notice = tooMany(query, "an explanation");
    const given = this.setting.policies.length > 0 || this.setting.tree !== undefined;
    if (!given) Object.assign(this.setting, { tree: first.tree, grid: first.grid });
    this.setting.tree ??= this.setting.cnf ? "formula.cnf" : "250-1075-3/4";
    for (const name of first.policies)
      if (this.setting.policies.length < 2 && !this.setting.policies.includes(name)) this.setting.policies.push(name);
    this.depth = depths.some((d) => d.value === query.depth) ? query.depth : "";
    this.seeds = /^\d+$/.test(query.seeds ?? "") ? query.seeds : "3";
    this.stored = storedTrees(); // a promise
    this.problems = h("div", { class: "stack", test: "problems" });
    this.result = h("article", { class: "stack explained", test: "explained" });
    this.place = new FilePlace({ id: "explain", files, ontaken: ({ tree, file, cnf }, notice) => {
      this.notice = notice;
      Object.assign(this.setting, { tree, file, cnf });
      if (!cnf) delete this.setting.cnf;
      this.tree.value = tree;
      this.changed();
      this.explain();
    }, onmachine: ({ machine, text }) => {
      this.setting.machines[machine] = text;
      this.setting.machine = machine;
      const old = this.machine;
      old.replaceWith(this.machineField());
      this.changed();
      this.explain();
    } });
    root.append(this.form(), this.problems, this.result);
    if (files.lacks(this.setting)) this.place.want(this.setting);
    else this.explain();
  }

  form() {
    const { catalogue: c, setting: s } = this;
    this.slots = h("div", { class: "slots" });
    const settingOf = (name) => this.field(name);
    const { field: tree, control } = input({ id: "explain-tree", label: "Search tree", value: s.tree ?? "", test: "tree",
      list: "explain-trees", title: "A sample, or any random formula VARS-CLAUSES-K/INDEX",
      onchange: (e) => { s.tree = e.target.value.trim(); delete s.cnf; delete s.file; this.changed(); } });
    this.tree = control;
    tree.append(h("datalist", { id: "explain-trees" }, c.suggested.map((t) => h("option", { value: t.name }, `${count(t.nodes)} nodes`))));
    this.run = button("Explain", { primary: true, test: "run", onclick: () => this.explain() });
    this.cancel = button("Cancel", {
      danger: true,
      test: "cancel",
      hidden: true,
      onclick: () => this.running?.abort(new Error("cancelled")),
    });
    this.bar = h("progress", { max: 1, value: 0, "aria-label": "Progress of the simulations" });
    this.doing = h("span", { class: "hint", test: "status" }); // not read aloud: it changes many times a second
    this.progress = h("div", { class: "progress", hidden: true }, this.bar, this.doing);
    this.command = command("", { test: "command" });
    const form = h("form", { class: "stack", "aria-label": "What is explained", onsubmit: (e) => { e.preventDefault(); this.explain(); } },
      this.slots,
      h("div", { class: "fields" }, tree, settingOf("grid"), settingOf("topology"), settingOf("load"),
        this.machineField(),
        input({
          id: "explain-seeds",
          label: "Seeds",
          value: this.seeds,
          inputmode: "numeric",
          test: "seeds",
          onchange: (e) => {
            this.seeds = e.target.value.trim();
            this.changed();
          },
        }).field,
        select({
          id: "explain-depth",
          label: "How deep",
          options: depths,
          value: this.depth,
          test: "depth",
          onchange: (e) => {
            this.depth = e.target.value;
            this.changed();
          },
        }).field,
      ),
      this.place.element,
      h("div", { class: "go" }, this.run, this.cancel, this.command.element),
      this.progress,
    );
    this.fill();
    this.changed();
    return form;
  }

  field(name, more) {
    const { catalogue, setting: s } = this;
    return settingField(name, { form: "explain", catalogue, value: s[name], ...more,
      set: (value) => { s[name] = value; this.changed(); } }).field;
  }

  machineField() { return this.machine = this.field("machine", { machines: this.setting.machines, among: (m) => !m.lockstep }); }

  // The policies: the first is compared with each of the others.
  fill() {
    const { policies } = this.setting;
    const label = (i) => (i === 0 ? "Why this policy" : i === 1 ? "and not this one" : "nor this one");
    const one = (policy, i) => {
      const chooser = this.chooser(policy, i, label(i));
      if (policies.length === 2 || i === 0) return h("div", { class: "slot" }, chooser);
      const without = button("×", {
        quiet: true,
        class: "remove",
        "aria-label": `Without ${policy}`,
        title: `Without ${policy}`,
        onclick: () => {
          policies.splice(i, 1);
          this.fill();
          this.changed();
        },
      });
      return h("div", { class: "slot" }, h("div", { class: "choose" }, chooser, without));
    };
    const more =
      policies.length >= mostPolicies
        ? null
        : h(
            "div",
            { class: "slot more" },
            button("+ Another policy", {
              quiet: true,
              test: "more",
              onclick: () => {
                policies.push(this.unused());
                this.fill();
                this.changed();
                document.getElementById(`explain-${policies.length - 1}`).focus();
              },
            }),
          );
    this.slots.replaceChildren(...policies.map(one), ...(more ? [more] : []));
  }

  chooser(policy, i, label) {
    const { catalogue: c, setting: s } = this;
    const options = [
      ...Object.keys(s.scripts).map((name) => ({ value: name })),
      ...c.policies.filter((p) => !p.bound).map((p) => ({ value: p.name, title: p.title })),
    ];
    if (!options.some((o) => o.value === policy)) options.unshift({ value: policy });
    return select({
      id: `explain-${i}`,
      label: h("span", {}, h("i", { class: `swatch dot series-${stylesOf(this.setting.policies)[i].colour}` }), ` ${label}`),
      options,
      value: policy,
      test: `policy-${i}`,
      onchange: (e) => {
        s.policies[i] = e.target.value;
        this.fill();
        this.changed();
        document.getElementById(`explain-${i}`).focus();
      },
    }).field;
  }

  unused() { return ["plb", "lade", "steal", "liquid-c5", "diffusion"].find((p) => !this.setting.policies.includes(p)); }

  changed() {
    const more = [...(this.seeds === "3" ? [] : [["seeds", this.seeds]]), ...(this.depth ? [[this.depth, true]] : [])];
    this.command.set(commandLine(this.setting, this.catalogue.defaults, "transat explain", more));
  }

  query() { return { ...toQuery(this.setting), seeds: this.seeds === "3" ? undefined : this.seeds, depth: this.depth || undefined }; }

  async explain() {
    this.running?.abort(new Error("another one has begun"));
    const mine = this.running = new AbortController();
    const setting = structuredClone(this.setting);
    this.problems.replaceChildren(this.notice ? message("notice", this.notice) : "");
    this.notice = "";
    [this.cancel.hidden, this.run.disabled, this.progress.hidden] = [false, true, false];
    const begun = performance.now();
    try {
      const seeds = Number(this.seeds);
      if (!Number.isInteger(seeds)) throw new Error(`seeds=${this.seeds}: want a whole number`);
      const twice = setting.policies.find((p, i) => setting.policies.indexOf(p) < i);
      if (twice) throw new Error(`${twice} is chosen twice: choose different policies`);
      const { policy, beside, ...fields } = request(setting, setting.policies[0]);
      const onProgress = (share, what) => { this.bar.value = share; this.doing.textContent = what ?? ""; };
      await bring(this.engine, await this.stored, setting, { signal: mine.signal, onProgress });
      const report = await this.engine.request({ ...fields, do: "explain", policies: setting.policies, seeds, depth: this.depth }, {
        signal: mine.signal, onProgress,
      });
      mine.signal.throwIfAborted();
      this.show(report, setting);
      this.result.dataset.took = Math.round(performance.now() - begun);
      this.app.announce(report.pairs.map((p) => p.headline).join(" "));
      await this.app.replace("explain", this.query());
    } catch (error) {
      if (mine !== this.running) return;
      this.problems.replaceChildren(
        mine.signal.aborted ? message("notice", "Cancelled. What was shown before still stands.") : message("error", error.message),
      );
    } finally {
      if (mine === this.running) {
        [this.cancel.hidden, this.run.disabled, this.progress.hidden] = [true, false, true];
        this.running = undefined;
      }
    }
  }

  show(report, setting) {
    const race = h("a", { href: "#race", test: "race" }, report.pairs.length > 1 ? "Watch them race" : "Watch the two race");
    this.app.link("race", toQuery(setting)).then((href) => { race.href = href; });
    const without = leftOut(setting), styles = stylesOf(setting.policies);
    this.result.replaceChildren(
      ...report.pairs.flatMap((pair, i) =>
        this.pair(
          { ...pair, styles: [styles[0], styles[i + 1]] },
          i === 0
            ? h(
                "p",
                { class: "hint" },
                `${count(report.nodes)} nodes, ${report.seeds === 1 ? "one seed" : `means of ${report.seeds} seeds`}. `,
                race,
                ".",
              )
            : null,
        ),
      ),
      h(
        "div",
        { class: "toolbar" },
        button("JSON", {
          quiet: true,
          test: "json",
          title: "What transat explain --format=json prints",
          onclick: () => {
            const { blobs, ...bare } = report;
            save("explain.json", new Blob([JSON.stringify(bare, null, 2)], { type: "application/json" }));
          },
        }),
      ),
      without ? message("notice", without) : "",
    );
    if (report.notes) this.result.prepend(...report.notes.map((note) => h("p", { class: "hint" }, sentence(note))));
    this.result.dataset.report = JSON.stringify({ ...report, blobs: undefined });
  }

  // Everything about the first policy and one of the others.
  pair(pair, facts) {
    const about = (what) => h("div", { class: "prose" }, pair.paragraphs.filter((p) => p.about === what).map((p) => h("p", {}, p.text)));
    const panel = (title, ...content) => h("section", { class: "panel stack" }, h("h3", {}, title), content);
    return [
      h("h2", { test: "headline" }, pair.headline), facts,
      panel("Where is the difference?", shares(pair), parts(pair), about("difference")),
      panel(
        "The rule, or its settings?",
        about("merit"),
        pair.merit.settings?.length ? [contributions(pair), folded("Every step of the way", steps(pair))] : null,
      ),
      pair.turn ? panel("Where does the order turn?", about("turn"), turn(pair)) : null,
    ].filter(Boolean);
  }

  close() {
    this.running?.abort(new Error("the room was left"));
    this.place.close();
  }
}
