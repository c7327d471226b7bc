// setup.js is the form of a race: a line that says what races, and opens. It holds the setting: what the visitor changes is changed there
// at once, and the command line in the form says the same in the terminal's words.

import { stylesOf } from "transat/colours.js";
import { button, command, folded, h, input, select } from "transat/dom.js";
import { count } from "transat/numbers.js";
import { settingField } from "transat/setting-field.js";
import { settings } from "transat/settings.js";
import { commandLine, formatPolicy, isScript, mostPolicies, parsePolicy } from "transat/setting.js";

const grids = ["4x4", "8x8", "16x16", "32x32", "64x64", "128x128", "64", "1024", "8x8x8", "1024x1"];

export class Setup {
  /** onrun: of the button; onchange: the setting is another; place: where a file is brought (file-place.js). */
  constructor({ catalogue, stored, setting, place, onrun, onchange }) {
    Object.assign(this, { catalogue, stored, setting, place, onchange });
    this.command = command("", { test: "command" });
    this.runButton = button("Run the race", { primary: true, test: "run", onclick: onrun });
    this.slots = h("div", { class: "slots" });
    this.line = h("span", { class: "line" });
    this.change = h("span", { class: "change", "aria-hidden": "true" }); // the summary is what is pressed
    const turn = () => { this.change.textContent = this.choices.open ? "Close" : "Change"; };
    this.choices = h("details", { class: "choices", ontoggle: turn },
      h("summary", { test: "change" }, h("span", { class: "hidden" }, "Change the race: "), this.line, this.change));
    turn();
    this.element = h("form", { class: "setup", "aria-label": "Setting of the race", onsubmit: (e) => { e.preventDefault(); onrun(); } });
    this.build();
  }

  /** Shows a setting that came from elsewhere. */
  show(setting) {
    this.setting = setting;
    this.build();
  }

  running(yes) { this.runButton.disabled = yes; }

  /** Folds the form into a line, or opens it. The focus stays where it is seen. */
  fold(yes) {
    const inside = this.choices.contains(document.activeElement);
    this.choices.open = !yes;
    if (yes && inside) this.choices.firstElementChild.focus({ preventScroll: true });
  }

  changed() {
    this.label();
    this.onchange();
  }

  // The line and the command say what the form has.
  label() {
    this.line.replaceChildren(...inWords(this.setting, this.catalogue.defaults));
    this.command.set(commandLine(this.setting, this.catalogue.defaults));
  }

  build() {
    const { catalogue: c, setting: s } = this, d = c.defaults;
    const settingOf = (name) => settingField(name, { form: "race", catalogue: c, machines: s.machines, value: s[name], set: (value) => this.set(name, value),
      list: name === "grid" ? "race-grids" : null });
    const grid = settingOf("grid");
    grid.field.append(h("datalist", { id: "race-grids" }, grids.map((g) => h("option", { value: g }))));
    this.slots.replaceChildren(...this.policySlots());
    const others = h(
      "details",
      { class: "others" },
      h("summary", {}, "More settings"),
      h(
        "div",
        { class: "fields" },
        settings.filter((x) => !x.main).map((x) => settingOf(x.name).field),
      ),
    );
    this.choices.replaceChildren(
      this.choices.firstElementChild,
      h(
        "div",
        { class: "stack panel" },
        h(
          "div",
          { class: "fields main" },
          this.treeField(),
          grid.field,
          settings.filter((x) => x.main && x.name !== "grid").map((x) => settingOf(x.name).field),
        ),
        this.slots,
        this.place.element,
        others,
        h("div", { class: "go" }, this.runButton, this.command.element),
      ),
    );
    this.element.replaceChildren(this.choices, this.place.chooser("Your own file", { class: "own", test: "own-file" }));
    this.label();
  }

  set(key, value) {
    if (value === "" || value === String(this.catalogue.defaults[key] ?? "")) delete this.setting[key];
    else this.setting[key] = value;
    this.changed();
  }

  // The tree: any name will do, and some are offered.
  treeField() {
    const { setting: s, catalogue: c } = this;
    const known = [
      ...c.suggested.map((t) => [t.name, `${count(t.nodes)} nodes: ${t.title}`]),
      ...this.stored
        .filter((t) => !c.suggested.some((x) => x.name === t.name))
        .map((t) => [t.name, `${count(t.nodes ?? 0)} nodes, recorded here`]),
      ...c.samples.filter((x) => x.small && !c.suggested.some((t) => t.name === x.name)).map((x) => [x.name, x.title]),
    ];
    const { field: element, control } = input({
      id: "race-tree",
      label: "Search tree",
      value: s.tree ?? (s.cnf ? "formula.cnf" : ""),
      list: "race-trees",
      test: "tree",
      class: "wide",
      title: "A sample, or any random formula VARS-CLAUSES-K/INDEX, such as 250-1075-3/4",
      onchange: (e) => {
        delete s.cnf;
        delete s.file;
        s.tree = e.target.value.trim();
        this.changed();
      },
    });
    element.append(h("datalist", { id: "race-trees" }, known.map(([value, label]) => h("option", { value }, label))));
    this.treeControl = control;
    return element;
  }

  /** The search is that of a file from now on: {tree: its name, file: its hash, cnf: its text, if it is a formula}. */
  takeFile({ tree, file, cnf }) {
    Object.assign(this.setting, { tree, file, cnf });
    if (!cnf) delete this.setting.cnf;
    this.treeControl.value = tree;
    this.changed();
  }

  /** The machine is that of a file from now on: {machine: its name, text}. */
  takeMachine({ machine, text }) {
    this.setting.machines[machine] = text;
    this.setting.machine = machine;
    this.build();
    this.onchange();
  }

  // The policies: a row of choices, and one more place as long as there is room.
  policySlots() {
    const { policies } = this.setting;
    const slots = policies.map((policy, i) => this.slot(policy, i));
    if (policies.length < mostPolicies) {
      slots.push(
        h(
          "div",
          { class: "slot more" },
          button("+ another", { quiet: true, test: "add-policy", onclick: () => this.choose(policies.length, this.unused()) }),
        ),
      );
    }
    return slots;
  }

  unused() {
    const order = ["adaptive", "steal", "plb", "lade", "liquid-c5", "diffusion", "random-polling"];
    const used = this.setting.policies.map((p) => parsePolicy(p).name);
    return order.find((p) => !used.includes(p)) ?? "none";
  }

  slot(policy, i) {
    const { name, params } = parsePolicy(policy);
    const scripts = Object.keys(this.setting.scripts);
    const options = [
      ...(scripts.length ? [{ group: "Your scripts", options: scripts }] : []),
      ...families(this.catalogue.policies.filter((p) => !p.bound)),
    ];
    if (!isScript(name) && !this.catalogue.policies.some((p) => p.name === name)) options.unshift(name);
    const { field: chooser } = select({
      id: `policy-${i}`,
      label: h("span", {}, h("i", { class: `swatch series-${stylesOf(this.setting.policies)[i].colour}` }), ` Policy ${i + 1}`),
      options,
      value: name,
      test: `policy-${i}`,
      onchange: (e) => this.choose(i, e.target.value),
    });
    const spec = this.catalogue.policies.find((p) => p.name === name);
    const without =
      this.setting.policies.length > 1
        ? button("×", {
            quiet: true,
            class: "remove",
            "aria-label": `Without ${name}`,
            title: `Without ${name}`,
            onclick: () => this.remove(i),
          })
        : null;
    const title = spec?.title ?? "a script of yours";
    return h(
      "div",
      { class: "slot" },
      h("div", { class: "choose" }, chooser, without),
      spec?.params.length
        ? folded(
            h("span", { title }, Object.keys(params).length ? policy.slice(name.length + 1) : title),
            h(
              "div",
              { class: "stack" },
              spec.params.map((p) => this.param(i, p, params)),
            ),
          )
        : h("p", { class: "hint title", title }, title),
    );
  }

  param(i, p, params) {
    const unit = p.unit ? ` ${p.unit}` : "";
    return input({
      id: `policy-${i}-${p.name}`,
      label: p.name,
      value: params[p.name] ?? "",
      placeholder: `${p.default}${unit}`,
      hint: `${p.title}; ${p.min} to ${p.max}${unit}`,
      inputmode: "decimal",
      test: `param-${i}-${p.name}`,
      onchange: (e) => {
        const policy = parsePolicy(this.setting.policies[i]);
        policy.params[p.name] = e.target.value.trim();
        this.setting.policies[i] = formatPolicy(policy);
        this.changed();
      },
    }).field;
  }

  choose(i, name) {
    this.setting.policies[i] = name;
    this.slots.replaceChildren(...this.policySlots());
    document.getElementById(`policy-${i}`)?.focus();
    this.changed();
  }

  remove(i) {
    this.setting.policies.splice(i, 1);
    this.slots.replaceChildren(...this.policySlots());
    this.changed();
  }
}

// What races, in a line: the tree, the machine and the policies, and what else is not as usual.
function inWords(setting, defaults) {
  const given = settings.filter(({ name }) => name !== "grid" && setting[name] !== undefined)
    .map(({ name, label }) => `${label.toLowerCase()} ${setting[name]}`);
  const facts = [setting.tree, `${setting.grid ?? defaults.grid} processors`, ...given].filter(Boolean);
  return [
    h("strong", {}, setting.policies.join(", ") || "no policy"),
    " on ",
    ...facts.flatMap((f, i) => [h("span", {}, i < facts.length - 1 ? `${f} ·` : f), " "]),
  ];
}

// The policies of the chooser, which come family by family.
function families(policies) {
  const groups = [];
  for (const { name, title, family = "others" } of policies) {
    if (groups.at(-1)?.group !== family) groups.push({ group: family, options: [] });
    groups.at(-1).options.push({ value: name, title });
  }
  return groups;
}
