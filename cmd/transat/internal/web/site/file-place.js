// file-place.js is the place where a visitor brings a file: by dropping it anywhere on the page, by choosing it, or by pasting its text.
// What is wrong with it stands there, in a line.
//
//   const place = new FilePlace({ id: "race", files, ontaken(source, notice), onmachine(source) });
//                                                                     // notice: that a link means another file, or ""
//   form.append(place.element);
//   place.want(setting);     // says that a link names a file that is not here
//   place.close();
//
// Options: onbegin(cancel), onprogress(share, what) and onend() are for rooms that show progress in a place of their own; onproblem() is
// called when something is wrong, for a room that has folded the place away.

import { button, field, folded, h, message } from "transat/dom.js";
import { calledFile } from "transat/files.js";

export class FilePlace {
  constructor({ id, files, ontaken, onmachine, onbegin, onprogress, onend, onproblem }) {
    Object.assign(this, { files, ontaken, onmachine, onbegin, onprogress, onend, onproblem });
    this.listening = new AbortController();
    this.input = h("input", { type: "file", id: `${id}-file`, hidden: true, test: "file", onchange: () => {
      if (this.input.files[0]) this.take(this.input.files[0]);
      this.input.value = ""; // the same file again is news again: it may have changed
    } });
    const text = h("textarea", {
      id: `${id}-text`, rows: 5, spellcheck: "false", placeholder: "p cnf 3 2\n1 -2 0\n2 3 0", test: "paste",
    });
    this.status = h("p", { class: "hint", role: "status", test: "file-status" });
    this.doing = h("p", { class: "hint", test: "file-doing" }); // not read aloud: it changes many times a second
    this.problem = h("div", { test: "file-problem" });
    this.element = h("div", { class: "file-place", role: "group", "aria-label": "A search of your own" },
      h("p", {}, h("strong", {}, "A search of your own: "), "drop a file anywhere on this page, or ",
        this.chooser("choose one"), ". ",
        h("span", { class: "hint" }, "A search tree (JSON Lines, CSV, VBC or packed) or a formula (DIMACS), compressed or not; or a machine of " +
          "transat calibrate. It stays in this browser; nothing is sent.")),
      this.input, this.doing, this.status, this.problem,
      folded("Paste one",
        h("div", { class: "stack" },
          field({ label: "A formula in the DIMACS format, or a tree as JSON Lines or CSV" }, text),
          button("Take this", { test: "take-text", onclick: () => {
            if (text.value.trim() === "") return;
            this.take(new File([text.value], /^\s*[pc]\s/.test(text.value) ? "formula.cnf" : "pasted.tree"));
          } }))));
    this.listen();
  }

  /** A button that lets the visitor choose a file. */
  chooser(words, more = {}) { return button(words, { test: "choose-file", onclick: () => this.input.click(), ...more }); }

  // Files may be dropped anywhere. What else is dragged is left alone.
  listen() {
    const { signal } = this.listening;
    const veil = h("div", { class: "veil", hidden: true, "aria-hidden": "true" }, h("p", {}, "Drop it: a search tree, a formula or a machine. ",
      h("span", {}, "It stays in this browser.")));
    document.body.append(veil);
    signal.addEventListener("abort", () => veil.remove());
    const has = (e) => e.dataTransfer?.types.includes("Files");
    document.addEventListener("dragover", (e) => {
      if (!has(e)) return;
      e.preventDefault();
      e.dataTransfer.dropEffect = "copy";
      veil.hidden = false;
    }, { signal });
    document.addEventListener("dragleave", (e) => { if (!e.relatedTarget) veil.hidden = true; }, { signal });
    document.addEventListener("drop", (e) => {
      veil.hidden = true;
      if (!has(e)) return;
      e.preventDefault();
      const { files } = e.dataTransfer;
      if (files.length === 1) this.take(files[0]);
      else this.complain(new Error(`${files.length} files were dropped: want one, with a search tree, a formula or a machine`));
    }, { signal });
  }

  /** Reads a file and hands it on. */
  async take(file) {
    this.reading?.abort(new Error("another file has come"));
    const mine = this.reading = new AbortController(), { wanted } = this;
    this.problem.replaceChildren();
    this.onbegin?.(() => mine.abort(new Error("cancelled")));
    const tell = (share, what) => {
      if (this.onprogress) this.onprogress(share, what);
      else this.doing.textContent = `${Math.floor(100 * share)} %  ${what}`;
    };
    const end = () => {
      this.doing.textContent = "";
      this.onend?.();
    };
    this.status.textContent = "";
    tell(0, `reading ${file.name}`);
    try {
      const source = await this.files.read(file, { signal: mine.signal, onProgress: tell });
      mine.signal.throwIfAborted();
      this.status.textContent = `${source.tree ?? source.machine}: ${source.about}.`;
      end();
      if (source.machine) {
        this.onmachine(source);
        return;
      }
      this.wanted = undefined;
      this.ontaken(source, wanted && wanted.file !== source.file
        ? `${source.tree} is another file than the link names, ${calledFile(wanted)}: its SHA-256 begins with ${source.file}.` : "");
    } catch (error) {
      if (mine !== this.reading) return;
      end();
      if (mine.signal.aborted) this.status.textContent = `${file.name} was not read to its end.`;
      else this.complain(error);
    }
  }

  complain(error) {
    this.problem.replaceChildren(message("error", error.message));
    this.onproblem?.();
  }

  /** Says that a setting names a file that is not here. */
  want(setting) {
    this.wanted = { tree: setting.tree, file: setting.file };
    this.problem.replaceChildren(message("notice",
      `The link names a file, and does not hold it: ${calledFile(setting)}. Drop it here, and it goes on.`));
    this.onproblem?.();
  }

  close() {
    this.reading?.abort(new Error("the room was left"));
    this.listening.abort();
  }
}
