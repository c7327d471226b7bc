// The room race: choose a tree, a machine and up to four policies, run them here, and watch them side by side.
//
// The setting (setting.js) is one value. The form (setup.js) writes it, Run turns it into a request a policy, and the recordings that
// come back go to the player. The rulebook (rulebook.js) shows each policy's rule and script, and what is edited there is a policy like
// any other. The address always holds what is shown, so that it can be sent to someone.

import { button, command, h, message, save, still, table } from "transat/dom.js";
import { stringify } from "transat/exact.js";
import { FilePlace } from "transat/file-place.js";
import { sentence } from "transat/numbers.js";
import { Recording } from "transat/recording.js";
import { Player } from "transat/player.js";
import { Rulebook } from "transat/rulebook.js";
import { Setup } from "transat/setup.js";
import { commandLine, firstRace, fromQuery, leftOut, request, slowly, toQuery, tooMany, unnamedPolicies } from "transat/setting.js";
import { bring, storedTrees } from "transat/stored.js";

export const title = "Race";

export async function open(root, app, query) {
  const status = h("p", { class: "hint status", test: "status", role: "status" }, "Loading the simulator …");
  const lead = h("div", { class: "lead wide" }, h("h1", {}, "Who shares a search best?"),
    h("p", {}, "Every square is a processor. One begins with the whole search, and each grid has its own rule to spread it. ",
      h("strong", { class: "idle-word" }, "Orange"), " ones have no work."));
  root.append(lead, status);
  const parts = Promise.all([app.catalogue(), app.engine(), app.files(), storedTrees()]);
  const [catalogue, engine, files, stored] = await parts.catch((error) => {
    status.replaceWith(message("error", error.message));
    throw error;
  });
  const given = Object.keys(query).length > 0;
  const race = new Race(root, status, {
    app,
    catalogue,
    engine,
    files,
    stored,
    setting: given ? completed(query) : fromQuery({ ...firstRace, policy: firstRace.policies.join(",") }),
  });
  race.notice = tooMany(query); // beside the first race
  if (files.lacks(race.setup.setting)) race.place.want(race.setup.setting);
  else race.run({ autoplay: true, remember: given });
  return race;
}

// A link that leaves something out means the command's defaults, with a tree that is quick.
function completed(query) {
  const setting = fromQuery(query);
  if (setting.file) setting.tree ??= "a file without a name";
  setting.tree ??= setting.cnf ? "formula.cnf" : "250-1075-3/4";
  if (setting.policies.length === 0) setting.policies = [...unnamedPolicies];
  return setting;
}

class Race {
  constructor(root, status, { app, catalogue, engine, files, stored, setting }) {
    Object.assign(this, { root, status, app, catalogue, engine, files, stored });
    this.place = new FilePlace({
      id: "race", files,
      onbegin: (cancel) => {
        this.cancel();
        this.cancelReading = cancel;
        this.beginProgress();
      },
      onprogress: (share, what) => this.tell(share, what),
      onend: () => this.endProgress(),
      onproblem: () => {
        this.setup.fold(false);
        this.place.element.scrollIntoView({ block: "center" });
      },
      ontaken: (source, notice) => {
        this.setup.takeFile(source);
        this.notice = notice;
        this.run({ autoplay: true, remember: true });
      },
      onmachine: (source) => {
        this.setup.takeMachine(source);
        this.run({ autoplay: true, remember: true });
      },
    });
    this.setup = new Setup({
      catalogue,
      stored,
      setting,
      place: this.place,
      onrun: () => this.run({ autoplay: true, remember: true }),
      onchange: () => this.rulebook?.update(this.setup.setting),
    });
    this.bar = h("progress", { max: 1, value: 0, "aria-label": "Progress of the simulations" });
    this.doing = h("span", { class: "hint", test: "doing" });
    this.progress = h("div", { class: "progress", hidden: true }, this.bar, this.doing,
      button("Cancel", { danger: true, test: "cancel", onclick: () => this.cancel() }));
    this.problems = h("div", { class: "stack problems", test: "problems" });
    this.stage = h("div", { class: "arena" });
    this.more = h("div", { class: "stack" });
    this.rulebook = new Rulebook({
      catalogue, engine, setting: this.setup.setting,
      onchange: (setting) => this.setup.show(setting),
      onrun: () => this.run({ autoplay: true, remember: true }),
      onlook: () => this.setup.element.scrollIntoView({ behavior: still() ? "auto" : "smooth" }),
      oncheck: () => this.problems.replaceChildren(), // what was wrong may be mended: the check says what is now
    });
    status.remove();
    root.append(this.setup.element, this.progress, this.problems, this.stage, this.more, this.rulebook.element);
  }

  cancel() {
    this.running?.abort(new Error("cancelled"));
    this.cancelReading?.();
  }

  beginProgress() {
    this.setup.running(true);
    this.progress.hidden = false;
    this.begun = performance.now();
    this.tell(0, "beginning");
    clearInterval(this.clock);
    this.clock = setInterval(() => this.tell(), 1000); // a policy that seeks work for long does none: the time shows that it goes on
  }

  endProgress() {
    clearInterval(this.clock);
    this.progress.hidden = true;
    this.setup.running(false);
  }

  /** Runs all policies of the setting, and shows them. Returns {rows} or, if one failed, {error}; nothing if another race came between. */
  async run({ autoplay, remember }) {
    this.running?.abort(new Error("another race has begun"));
    const mine = this.running = new AbortController();
    const setting = structuredClone(this.setup.setting);
    this.problems.replaceChildren(...[this.notice, slowly(setting)].filter(Boolean).map((text) => message("notice", text)));
    this.notice = "";
    this.beginProgress();
    const { begun } = this;
    try {
      if (setting.policies.length === 0) throw new Error("choose a policy: a race needs one at least");
      await bring(this.engine, this.stored, setting, { signal: mine.signal, onProgress: (share, what) => this.tell(share, what) });
      const results = await this.simulate(setting, mine.signal);
      mine.signal.throwIfAborted();
      const finished = await this.table(results, mine.signal);
      mine.signal.throwIfAborted();
      await this.show(setting, results, finished, autoplay);
      this.app.announce(`The race is ready: ${setting.policies.join(", ")}.`);
      this.root.dataset.took = Math.round(performance.now() - begun);
      if (remember) await this.app.replace("race", toQuery(setting));
      return results.some((r) => r.error) ? { error: results.find((r) => r.error).error } : { rows: finished.rows };
    } catch (error) {
      if (mine !== this.running) return undefined;
      this.complain(error, mine.signal);
      return { error };
    } finally {
      if (mine === this.running) {
        this.endProgress();
        if (!this.player) this.setup.fold(false); // there is nothing else to look at
        this.running = undefined;
      }
    }
  }

  async simulate(setting, signal) {
    const shares = setting.policies.map(() => 0);
    return Promise.all(setting.policies.map(async (policy, i) => {
      const onProgress = (share, what) => {
        shares[i] = share;
        this.tell(shares.reduce((a, b) => a + b) / shares.length, what);
      };
      try {
        const reply = await this.engine.request(request(setting, policy), { onProgress, signal });
        onProgress(1, `${policy} is ready`);
        return { policy, reply, recording: reply.blobs[0] ? await Recording.open(reply.blobs[0]) : null };
      } catch (error) {
        if (signal.aborted) throw error;
        return { policy, error };
      }
    }));
  }

  // The rows as compare has them: what they say of each other needs all.
  async table(results, signal) {
    const runs = results.filter((r) => r.reply).map((r) => r.reply.run);
    if (runs.length === 0) return undefined;
    return this.engine.request({ do: "table", runs }, { signal });
  }

  async show(setting, results, finished, autoplay) {
    const good = results.filter((r) => r.reply);
    good.forEach((r, i) => {
      r.row = finished.rows[i];
    });
    const failed = results.filter((r) => r.error),
      common = failed.length > 1 && failed.every((r) => r.error.message === failed[0].error.message);
    for (const { policy, error } of common ? failed.slice(0, 1) : failed) this.complain(error, undefined, common ? "" : policy);
    const warnings = new Set(good.flatMap((r) => r.reply.warnings ?? []));
    if (warnings.size > 0) this.problems.append(message("notice", [...warnings].join("\n")));
    if (good.length === 0) return;
    this.player?.close();
    if (failed.length === 0) this.setup.fold(true);
    this.root.dataset.rows = stringify(finished.rows);
    const [first, ...more] = finished.cells.caption ?? [];
    this.stage.replaceChildren(h("h2", { class: "caption", test: "caption" }, first));
    this.player = new Player(this.stage, {
      runs: good.map(({ recording, row, policy }) => ({ recording, row, policy, name: policy })),
      autoplay,
      detail: async ({ policy }, from, to) =>
        Recording.open((await this.engine.request({ ...request(setting, policy), do: "detail", from, to })).blobs[0]),
      announce: this.app.announce,
      keys: true,
      title: `${setting.tree} on ${good[0].row.grid} ${good[0].row.machine}`,
    });
    this.stage.append(h("p", { class: "hint set", test: "set" }, more.join(" · ")));
    for (const note of finished.about ?? []) this.stage.append(h("p", { class: "hint", test: "about-tree" }, sentence(note)));
    if (good.every((r) => !r.recording))
      this.stage.append(
        message("hint", "All processors of this machine work in lockstep: there is nothing to record, and the table is all."),
      );
    this.more.replaceChildren(...this.afterwards(setting, finished));
    this.rulebook.update(this.setup.setting);
  }

  // What stands below the player: where the time went, how to read it, what to do with it.
  afterwards(setting, { rows, lost, cells }) {
    const where = table({ caption: lost.caption?.join(" ") || "Where the processors’ time went, in percent", test: "lost",
      columns: lost.columns.map((c, i) => ({ key: c.key, heading: c.text, left: c.left, text: (row) => row[i] })), rows: lost.rows });
    const without = leftOut(setting);
    const copied = button("Copy a link to this race", {
      quiet: true,
      test: "link",
      onclick: async () => {
        const address = new URL(await this.app.link("race", toQuery(setting)), location.href).href;
        await navigator.clipboard.writeText(address).then(
          () => {
            copied.textContent = without ? "Link copied, without the file" : "Link copied";
          },
          () => {
            location.hash = new URL(address).hash;
          },
        );
      },
    });
    const why = h("a", { test: "why" }, "Why is one faster?");
    this.app.link("explain", toQuery(setting)).then((href) => { why.href = href; });
    const json = button("JSON", { quiet: true, test: "json", title: "What compare --format=json prints", onclick: () => {
      save("race.json", new Blob([`[\n${rows.map((r) => `  ${stringify(r)}`).join(",\n")}\n]\n`], { type: "application/json" }));
    } });
    return [
      h(
        "details",
        { class: "reading" },
        h("summary", {}, "Where the time went, and how to read the table"),
        h(
          "div",
          { class: "stack" },
          where.element,
          h(
            "div",
            { class: "hint" },
            [...(lost.notes ?? []), ...(cells.notes ?? [])].map((n) => h("p", {}, n)),
          ),
        ),
      ),
      command(commandLine(setting, this.catalogue.defaults), { test: "command" }).element,
      h("div", { class: "toolbar" }, copied, json, rows.length > 1 && (!without || setting.file) ? why : null),
      without ? h("p", { class: "notice", test: "left-out" }, without) : null,
    ].filter(Boolean);
  }

  tell(share = this.bar.value, what = this.what) {
    this.bar.value = share;
    this.what = what ?? "";
    const passed = Math.floor((performance.now() - this.begun) / 1000);
    this.doing.textContent = `${Math.floor(100 * share)} %  ${this.what}${passed >= 3 ? `, ${passed} s so far` : ""}`;
    this.rulebook.racing(this.doing.textContent);
  }

  complain(error, signal, policy) {
    if (signal?.aborted) {
      this.problems.replaceChildren(message("notice", "Cancelled. What was shown before still stands."));
      return;
    }
    this.problems.append(message("error", `${policy && !error.message.startsWith(policy) ? `${policy}: ` : ""}${error.message}`));
    this.rulebook.mark(error);
  }

  close() {
    this.running?.abort(new Error("the room was left"));
    clearInterval(this.clock);
    this.place.close();
    this.player?.close();
  }
}

