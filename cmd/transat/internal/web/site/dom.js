// dom.js makes elements. Rooms are written with it, so that they look and behave alike:
//
//   root.append(
//     h("h1", {}, "Bare loads"),
//     h("div", {class: "toolbar"},
//       button("Run", {primary: true, test: "run", onclick: run}),
//       slider({id: "speed", label: "Speed", min: 0, max: 9, step: 0.1, value: 3, oninput: set, says: (v) => `${v} s a second`}).field),
//     table({caption: "…", columns: [{key: "policy", heading: "policy", left: true}], rows}).element)
//
// Text is always text: nothing here reads HTML, so what comes from files or links cannot run. Styles are classes of style.css; an
// attribute style is forbidden by the page's content security policy, element.style is not.

import { dashes } from "transat/policy-styles.js";

/** An element. Properties: class, id, test (data-test), on… listeners, dataset, any attribute; false and null leave one out. */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  set(element, properties);
  element.append(...children.flat(3).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

/** An element of SVG. */
export function svg(name, properties = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  set(element, properties);
  element.append(...children.flat(3).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

function set(element, properties) {
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "dataset") Object.assign(element.dataset, value);
    else if (key === "test") element.dataset.test = value;
    else if (key === "value") element.value = value;
    else if (key === "style") throw new Error("the page's security policy forbids style attributes: use a class, or element.style.x");
    else element.setAttribute(key, value === true ? "" : value);
  }
}

/** The line of a policy's curve, for legends: its colour and its pattern. */
export function stroke({ colour, dash }) {
  return svg("svg", { class: `stroke series-${colour}`, viewBox: "0 0 34 8", "aria-hidden": "true" },
    svg("line", { x1: 0, y1: 4, x2: 34, y2: 4, "stroke-dasharray": dashes[dash].join(" ") || null }));
}

/** A button: {primary, quiet, danger, test, title, pressed, icon, onclick}. */
export function button(text, { primary, quiet, danger, icon, pressed, class: more = "", ...rest } = {}) {
  const kind = [primary && "primary", quiet && "quiet", danger && "danger", icon && "icon", more].filter(Boolean).join(" ");
  return h("button", { type: "button", class: kind || null, "aria-pressed": pressed === undefined ? null : String(pressed), ...rest },
    text);
}

/** A labelled control: {label, hint, class}. The label is tied to the control by its id. */
export function field({ label, hint, class: more = "" }, control) {
  const note = hint ? h("span", { class: "hint", id: `${control.id}-hint` }, hint) : null;
  if (note) control.setAttribute("aria-describedby", note.id);
  return h("div", { class: `field ${more}`.trim() }, h("label", { for: control.id }, label), control, note);
}

/** A choice: {id, label, hint, options, value, onchange}. An option is a text, {value, text, title}, or {group, options}. */
export function select({ id, label, hint, options, value, class: more, ...rest }) {
  const option = (o) => typeof o === "string" ? h("option", { value: o }, o)
    : o.group ? h("optgroup", { label: o.group }, o.options.map(option))
    : h("option", { value: o.value, title: o.title, disabled: o.disabled }, o.text ?? o.value);
  const control = h("select", { id, ...rest }, options.map(option));
  if (value !== undefined) control.value = value;
  return { field: field({ label, hint, class: more }, control), control };
}

/** A line of text: {id, label, hint, value, type, …attributes}. */
export function input({ id, label, hint, class: more, ...rest }) {
  const control = h("input", { id, type: "text", autocomplete: "off", spellcheck: "false", ...rest });
  return { field: field({ label, hint, class: more }, control), control };
}

/** A box to tick: {id, label, checked, onchange}. */
export function checkbox({ id, label, checked, ...rest }) {
  const control = h("input", { id, type: "checkbox", checked: checked || null, ...rest });
  return { field: h("label", { class: "tick", for: id }, control, " ", label), control };
}

/** A slider: {id, label, min, max, step, value, oninput(value), says(value)}. says is shown, and read to those who hear the page. */
export function slider({ id, label, min, max, step, value, oninput, says = String, class: more, ...rest }) {
  const shown = h("output", { for: id });
  const control = h("input", { id, type: "range", min, max, step, value, ...rest });
  const show = () => {
    const words = says(Number(control.value));
    if (shown.textContent !== words) shown.textContent = words;
    control.setAttribute("aria-valuetext", words);
  };
  control.addEventListener("input", () => { show(); oninput?.(Number(control.value)); });
  control.value = value;
  show();
  const element = h("div", { class: `field slider ${more ?? ""}`.trim() },
    h("span", { class: "label" }, h("label", { for: id }, label), shown), control);
  return { field: element, control, set(v) { control.value = v; show(); } };
}

/**
 * A table: {caption, columns, rows, empty}. A column is {key, heading, left, title, text(row)}; text defaults to row[key]. update(rows)
 * writes only the cells that differ, so that it may be called often.
 */
export function table({ caption, columns, rows = [], empty = "", class: more = "", test }) {
  const body = h("tbody");
  const head = h("thead", {}, h("tr", {}, columns.map((c) =>
    h("th", { scope: "col", class: c.left ? null : "number", title: c.title }, c.heading ?? c.key))));
  const element = h("div", { class: `scroll ${more}`.trim(), tabindex: "0", role: "region", "aria-label": caption },
    h("table", { test }, caption ? h("caption", {}, caption) : null, head, body));
  let cells = [];
  const update = (all) => {
    if (cells.length !== all.length) {
      cells = all.map(() =>
        columns.map((c, i) => h(i === 0 ? "th" : "td", { scope: i === 0 ? "row" : null, class: c.left ? null : "number" })),
      );
      body.replaceChildren(...cells.map((row) => h("tr", {}, row)));
      if (all.length === 0 && empty) body.append(h("tr", {}, h("td", { colspan: columns.length, class: "hint" }, empty)));
    }
    all.forEach((row, i) => columns.forEach((c, j) => {
      const value = c.text ? c.text(row, i) : row[c.key] ?? "";
      if (value instanceof Node) cells[i][j].replaceChildren(value);
      else if (cells[i][j].textContent !== String(value)) cells[i][j].textContent = value;
    }));
    return cells;
  };
  update(rows);
  return { element, update, row: (i) => body.children[i] };
}

/** Something folded away: details with a summary. */
export const folded = (summary, ...children) => h("details", {}, h("summary", {}, summary), ...children);

/** A text as it stands, such as a drawing of letters. Where it is too wide it scrolls, by keys as well. */
export const verbatim = (text) => h("pre", { class: "block", tabindex: "0" }, text);

/** A message in place: kind is "error", "notice" or "hint". */
export const message = (kind, ...children) => h("p", { class: kind, role: kind === "error" ? "alert" : null }, ...children);

/** A command to copy. set(text) changes it. */
export function command(text, { test } = {}) {
  const code = h("code", { test, tabindex: "0" }, text); // a long one scrolls, by keys as well
  const copy = button("Copy", { quiet: true, onclick: async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      copy.textContent = "Copied";
    } catch { // no permission, or no secure origin: select it, so that the keys copy it
      getSelection().selectAllChildren(code);
      copy.textContent = "Selected";
    }
    setTimeout(() => { copy.textContent = "Copy"; }, 1500);
  } });
  return { element: h("div", { class: "command" }, h("span", { class: "prompt", "aria-hidden": "true" }, "$"), code, copy),
    set(t) { if (code.textContent !== t) code.textContent = t; } };
}

/** Lets the visitor save something as a file. */
export function save(name, blob) {
  const url = URL.createObjectURL(blob);
  const a = h("a", { href: url, download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Whether the visitor asked for no motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
