// editor.js is a plain text area with line numbers, in which the tab key indents and a line can be marked. Escape, then Tab, leaves it,
// so that nobody is caught in it.

import { h } from "transat/dom.js";

const indent = "    ";

export class Editor {
  constructor({ label, onchange }) {
    this.numbers = h("div", { class: "numbers", "aria-hidden": "true" });
    this.text = h("textarea", {
      class: "source",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      wrap: "off",
      "aria-label": label,
      test: "script",
    });
    this.note = h("p", { class: "marked", hidden: true, role: "alert" });
    this.element = h("div", { class: "editor" }, h("div", { class: "frame" }, this.numbers, this.text), this.note);
    this.text.addEventListener("input", () => { this.clear(); this.number(); onchange(this.text.value); });
    this.text.addEventListener("scroll", () => { this.numbers.scrollTop = this.text.scrollTop; });
    this.text.addEventListener("keydown", (e) => this.key(e));
    this.text.addEventListener("blur", () => { this.leaving = false; });
  }

  set(text, { readonly }) {
    if (this.text.value !== text) {
      this.text.value = text;
      this.clear();
      this.text.scrollTop = 0;
    }
    this.text.readOnly = readonly;
    this.number();
  }

  focus() { this.text.focus(); }

  number() {
    const n = this.text.value.split("\n").length;
    if (this.numbers.childElementCount !== n)
      this.numbers.replaceChildren(...Array.from({ length: n }, (_, i) => h("span", {}, String(i + 1))));
    this.text.rows = Math.min(Math.max(n + 1, 8), 26);
  }

  /** Marks a line, says what is wrong with it, and puts the caret there. */
  mark(line, words, column = 1) {
    this.clear();
    this.numbers.children[line - 1]?.classList.add("wrong");
    this.text.setAttribute("aria-invalid", "true");
    this.note.textContent = `Line ${line}: ${words}`;
    this.note.hidden = false;
    const lines = this.text.value.split("\n");
    const at = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
    this.text.setSelectionRange(at + Math.max(0, column - 1), at + (lines[line - 1]?.length ?? 0));
    this.text.scrollTop = Math.max(0, (line - 6) * parseFloat(getComputedStyle(this.text).lineHeight));
  }

  clear() {
    for (const wrong of this.numbers.querySelectorAll(".wrong")) wrong.classList.remove("wrong");
    this.text.removeAttribute("aria-invalid");
    this.note.hidden = true;
  }

  key(event) {
    if (event.key === "Escape") {
      this.leaving = true;
      return;
    }
    const leave = this.leaving;
    if (event.key !== "Shift") this.leaving = false;
    if (event.key === "Enter" && !event.isComposing && !this.text.readOnly) {
      const before = this.text.value.slice(0, this.text.selectionStart).split("\n").at(-1);
      event.preventDefault();
      this.insert(`\n${before.match(/^\s*/)[0]}${before.trimEnd().endsWith(":") ? indent : ""}`);
      return;
    }
    if (event.key !== "Tab" || leave || this.text.readOnly) return;
    event.preventDefault();
    if (event.shiftKey) this.outdent();
    else this.insert(indent);
  }

  insert(text) {
    const { selectionStart: a, selectionEnd: b } = this.text;
    this.text.setRangeText(text, a, b, "end");
    this.text.dispatchEvent(new Event("input"));
  }

  outdent() {
    const { value, selectionStart: at } = this.text;
    const begin = value.lastIndexOf("\n", at - 1) + 1;
    const spaces = value.slice(begin).match(/^ {0,4}/)[0].length;
    if (spaces === 0) return;
    this.text.setRangeText("", begin, begin + spaces, "preserve");
    this.text.dispatchEvent(new Event("input"));
  }
}
