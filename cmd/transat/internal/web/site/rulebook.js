// rulebook.js is the rule beside the race: each policy's rule in words, and its script. A script of the program is for reading; a copy of
// it is the visitor's, is a policy like any other, and can be checked and raced.

import { stylesOf } from "transat/colours.js";
import { button, folded, h, message, verbatim } from "transat/dom.js";
import { Editor } from "transat/editor.js";
import { seconds } from "transat/numbers.js";
import { isScript, mostPolicies, parsePolicy, scriptName } from "transat/setting.js";

export class Rulebook {
  /**
   * onchange(setting): a script became a policy of the race; onrun: race it, and promise {rows} or {error}; onlook: show the race;
   * oncheck: it is being checked.
   */
  constructor({ catalogue, engine, setting, onchange, onrun, onlook, oncheck }) {
    Object.assign(this, { catalogue, engine, onchange, onrun, onlook, oncheck });
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Policies" });
    this.words = h("div", { class: "essay prose" });
    this.verdict = h("div", { test: "verdict", role: "status" });
    this.editor = new Editor({ label: "Script", onchange: (text) => this.edited(text) });
    this.tools = h("div", { class: "toolbar" });
    this.code = h("div", { class: "stack code" }, this.tools, this.verdict, this.editor.element);
    this.element = h("section", { class: "rulebook", "aria-label": "The rules" }, h("h2", {}, "The rule beside it"), this.tabs,
      h("div", { class: "columns", role: "tabpanel" }, this.words, this.code));
    this.chosen = "";
    this.update(setting);
  }

  update(setting) {
    this.setting = setting;
    const names = [...new Set(setting.policies.map((p) => parsePolicy(p).name))];
    if (!names.includes(this.chosen)) this.chosen = names[0] ?? "";
    const styles = stylesOf(setting.policies);
    this.tabs.replaceChildren(
      ...names.map((name, i) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            "aria-selected": String(name === this.chosen),
            tabindex: name === this.chosen ? "0" : "-1",
            test: `script-${i}`,
            onclick: () => this.choose(name),
            onkeydown: (e) => this.walk(e, names, i),
          },
          h("i", { class: `swatch series-${styles[setting.policies.findIndex((p) => parsePolicy(p).name === name)].colour}` }),
          " ",
          name,
        ),
      ),
    );
    this.show();
  }

  choose(name) {
    this.chosen = name;
    this.update(this.setting);
    this.tabs.querySelector('[aria-selected="true"]')?.focus();
  }

  walk(event, names, i) {
    const to = { ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.choose(names[(to + names.length) % names.length]);
  }

  show() {
    const name = this.chosen;
    if (this.shown === name && !isScript(name)) return;
    if (this.shown !== name) this.verdict.replaceChildren();
    this.shown = name;
    const spec = this.catalogue.policies.find((p) => p.name === name);
    const mine = this.setting.scripts[name];
    this.words.replaceChildren(...(mine !== undefined ? aboutScripts(name) : essay(spec)));
    const source = mine ?? spec?.script;
    this.editor.set(source ?? "", { readonly: mine === undefined });
    this.editor.element.hidden = !source && mine === undefined;
    const write = (text, base) => button(text, { test: "edit", onclick: () => this.copy(base, spec?.script || this.catalogue.template) });
    const hint = (text) => h("span", { class: "hint" }, text);
    if (mine !== undefined) {
      const apart = this.together(name);
      this.tools.replaceChildren(
        button("Race it", { primary: true, test: "race-script", onclick: () => this.race() }),
        button("Check", { test: "check", title: "Does it lose work, or never end?", onclick: () => this.check() }),
        hint("A policy of yours. It lives in this page and in its link."),
        ...(apart ? [apart] : []),
      );
    } else if (source) this.tools.replaceChildren(write("Edit a copy", name), hint(sameRule(spec)));
    else this.tools.replaceChildren(write("Write a script", "mine"), hint(spec ? "This rule has no script. A thief to begin with:" : ""));
  }

  // A copy of a script that is for fewer networks than its rule would race it on another one. A button puts all on one that both can use.
  together(copy) {
    const base = copy.replace(/^my-|(-\d+)?\.star$/g, ""), spec = this.catalogue.policies.find((p) => p.name === base);
    const some = spec?.script_topologies ?? [], { topology } = this.setting;
    if (some.length === 0 || some.includes(topology) || spec.topologies.every((t) => some.includes(t))) return null;
    return h(
      "p",
      { class: "notice wide", test: "together" },
      `This script is for a ${some.join(", ")}; ${base} itself runs on ${topology ? `a ${topology}` : "another network"}, so the two ` +
        "do not race on the same. ",
      button(`Put all on a ${some[0]}`, {
        test: "same-network",
        onclick: () => {
          this.setting.topology = some[0];
          this.onchange(this.setting);
          this.update(this.setting);
          this.race();
        },
      }),
    );
  }

  /** Races the script, and says here what came of it: the grids are out of sight. */
  async race() {
    const name = this.chosen;
    this.waiting = name;
    this.racing("Racing …");
    const outcome = await this.onrun();
    this.waiting = "";
    if (!outcome || this.chosen !== name) return; // another race came between, or another script is looked at
    if (outcome.error) {
      this.verdict.replaceChildren(...(outcome.error.line ? [] : [message("error", outcome.error.message)])); // a line is marked
      return;
    }
    const row = outcome.rows.find((r) => bare(r.policy) === bare(name));
    this.verdict.replaceChildren(h("div", { class: "notice", test: "raced" }, h("p", {}, standing(outcome.rows, row)),
      row ? silent(row) : null, button("Look at the race", { test: "look", onclick: () => this.onlook() })));
  }

  /** Says how far a race of the script has come. */
  racing(text) { if (this.waiting && this.waiting === this.chosen) this.verdict.replaceChildren(message("hint", text)); }

  // A copy of a script becomes a policy of the race: in the place after the others, or else of the one it is a copy of.
  copy(base, source) {
    let name = scriptName(base.startsWith("mine") ? base : `my-${base}`);
    for (let k = 2; name in this.setting.scripts; k++) name = scriptName(`${name.replace(/(-\d+)?\.star$/, "")}-${k}`);
    this.setting.scripts[name] = source;
    if (this.setting.policies.length < mostPolicies) this.setting.policies.push(name);
    else this.setting.policies[this.setting.policies.findIndex((p) => parsePolicy(p).name === base)] = name;
    this.chosen = name;
    this.onchange(this.setting);
    this.update(this.setting);
    this.editor.focus();
  }

  edited(text) {
    if (this.chosen in this.setting.scripts) this.setting.scripts[this.chosen] = text;
    this.verdict.replaceChildren(
      text.trim() === ""
        ? message(
            "notice",
            `${this.chosen} is empty: such a policy does nothing, and one processor works alone. Undo (Ctrl-Z) brings the text back.`,
          )
        : "",
    );
  }

  /** Does it lose work, or never end? The command's policy check, here. */
  async check() {
    const name = this.chosen;
    this.editor.clear();
    this.oncheck?.();
    this.verdict.replaceChildren(message("hint", "Checking on many small machines …"));
    try {
      const { faults, text } = await this.engine.request({ do: "check", policy: name, scripts: this.setting.scripts });
      this.verdict.replaceChildren(message(faults.length > 0 ? "error" : "notice", text.trim()));
      const located = faults.find((f) => f.error?.line);
      if (located) this.mark(located.error);
    } catch (error) {
      this.verdict.replaceChildren(message("error", error.message));
      this.mark(error);
    }
  }

  /** Marks the line of an error, if it is in a script that is here. */
  mark(error) {
    const file = error.file?.replace(/^\.\//, "");
    if (!error.line || !(file in this.setting.scripts)) return;
    if (this.chosen !== file) this.choose(file);
    this.editor.mark(error.line, error.bare ?? error.message, error.column);
  }
}

// The name of a policy without what makes it a file: that of ./my-steal.star:pause=2 is my-steal.
const bare = (policy) => parsePolicy(policy).name.replace(/^\.\//, "").replace(/\.star$/, "");

// Who took how long: the script itself, and then the others, the fastest first.
function standing(rows, own) {
  const label = (policy) => policy.replace(/^\.\//, "").replace(/\.star(?=:|$)/, "");
  const sorted = [...rows].sort((a, b) => (b === own) - (a === own) || a.time_s - b.time_s);
  return h("strong", {}, sorted.map((r) => `${label(r.policy)} ${seconds(r.time_s)} s`).join(", "));
}

// What is to be told of a script that has given nothing away: it is the likeliest mistake of a first one.
function silent({ send, info, n }) {
  if (send > 0 || n === 1) return null;
  const asks = info > 0 ? "." : [", and asks for some with ", h("code", {}, "p.send(to, message)"), "."];
  return h("p", { test: "silent" }, `It has sent no work${info > 0 ? "" : " and no message"}: only processors that had work at the start `,
    "have worked. A processor gives elements away with ", h("code", {}, "p.transfer(to, n)"), asks);
}

// What the script of a rule is: some are for fewer networks than the rule.
function sameRule({ script, topologies, script_topologies: some }) {
  const lines = script.trim().split("\n").length;
  if (!some || topologies.every((t) => some.includes(t))) return `The same rule as a script of ${lines} lines.`;
  return `The rule on a ${some.join(", ")} only, as a script of ${lines} lines; the rule itself also runs on ` +
    `${topologies.filter((t) => !some.includes(t)).join(", ")}.`;
}

// The essay of a policy: paragraphs, and indented ones as they stand. The rule is shown; where it comes from, and how it differs from its
// paper, is folded away.
function essay(spec) {
  if (!spec) return [message("hint", "No policy of this name is known here.")];
  const texts = (spec.essay ?? "").trim().split(/\n\s*\n/), notes = texts.findIndex((text) => /^Sources?:/.test(text));
  const parts = texts
    .map((part) => {
      const lines = part.split("\n");
      return lines.every((l) => /^\s{2,}|^\t/.test(l))
        ? verbatim(lines.map((l) => l.replace(/^\t| {2,4}/, "")).join("\n"))
        : h("p", {}, part.replace(/\s*\n\s*/g, " "));
    });
  if (notes >= 0) parts.push(folded("Source, and notes on it", parts.splice(notes)));
  return [h("h3", {}, spec.title), ...parts];
}

function aboutScripts(name) {
  return [
    h("h3", {}, name),
    h(
      "p",
      {},
      "A script is a policy in Starlark, a small Python. Its functions are called when something happens on a processor: ",
      h("code", {}, "start"),
      ", ",
      h("code", {}, "receive"),
      ", ",
      h("code", {}, "arrived"),
      ", ",
      h("code", {}, "idle"),
      ", ",
      h("code", {}, "load_changed"),
      " and ",
      h("code", {}, "wake"),
      ". The processor that they are lent sends messages and elements, knows its load and its neighbours, and can ask to be woken.",
    ),
    h(
      "p",
      {},
      "Change a line and press ",
      h("strong", {}, "Race it"),
      ": it runs against the others on the same tree. ",
      h("strong", {}, "Check"),
      " tries it on many small machines, as ",
      h("code", {}, "transat policy check"),
      " does.",
    ),
    h(
      "p",
      { class: "hint" },
      "In the terminal: save it as ",
      h("code", {}, `./${name}`),
      " and use the command line above. ",
      h("code", {}, "transat help scripts"),
      " is the tutorial.",
    ),
  ];
}
