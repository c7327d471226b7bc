// inspector.js tells about one processor: where it is, what it has and where that came from, what it gave to whom, what it waits for, and
// what it last said and heard.

import { h } from "transat/dom.js";
import { coordinates } from "transat/layout.js";
import { count, time } from "transat/numbers.js";
import { cameFrom, gave } from "transat/recording-words.js";

const lines = 4; // of messages
const narrowest = 256, widest = 352; // pixels

export class Inspector {
  constructor() {
    this.facts = h("div", { class: "facts" });
    this.talk = h("ol", { class: "talk" });
    this.element = h("div", { class: "inspector", test: "inspector", hidden: true }, this.facts, this.talk);
    this.show(null, -1, 0);
  }

  /** Shows a processor of a run, or none (null). */
  show(run, rank, t) {
    this.run = run;
    this.rank = rank;
    this.element.hidden = run === null;
    this.update(t);
    if (run) this.beside(run.canvas.getBoundingClientRect(), run.stage.box(rank));
  }

  // Puts the card beside the grid, where it hides none of the lines, or below or above it; where there is no room, below or above the cell.
  beside(grid, cell) {
    const around = this.element.parentElement?.getBoundingClientRect();
    if (!around) return;
    const gap = 14, right = around.right - grid.right - gap, left = grid.left - around.left - gap;
    const nearer = cell.left - grid.left > grid.right - cell.left, rooms = { right, left };
    const side = (nearer ? ["right", "left"] : ["left", "right"]).find((s) => rooms[s] >= narrowest);
    const width = Math.min(widest, rooms[side] ?? around.width);
    this.element.style.width = `${width}px`;
    const high = this.element.offsetHeight, fits = (y) => y >= 0 && y + high <= innerHeight;
    const heights = [grid.bottom + gap, grid.top - gap - high, cell.bottom + gap, cell.top - gap - high];
    const x = side === "right" ? grid.right + gap
      : side === "left" ? grid.left - gap - width
      : Math.min(Math.max(cell.left - width / 2, around.left), around.right - width);
    const y = side ? Math.max(0, Math.min(cell.top, innerHeight - high)) : heights.find(fits) ?? cell.bottom + gap;
    this.element.style.left = `${x - around.left}px`;
    this.element.style.top = `${y - around.top}px`;
  }

  update(t) {
    if (!this.run) return;
    const { recording, name, style, stage } = this.run, { rank } = this;
    const parcels = stage.parcels(t);
    const at = coordinates(recording.header.grid.sides, recording.place[rank]).reverse();
    this.facts.replaceChildren(
      h(
        "p",
        {},
        h("i", { class: `swatch series-${style.colour}` }),
        " ",
        name,
        ", processor ",
        h("b", {}, count(rank)),
        h("span", { class: "hint" }, `, at ${at.join(", ")}`),
      ),
      h("p", {}, this.condition(t)),
      ...this.origin(t).map((text) => h("p", { test: "origin" }, text)),
    );
    const said = t >= recording.header.end ? [] : parcels.talk(rank, t, lines);
    this.talk.replaceChildren(
      ...said.map((m) => h("li", {}, h("time", {}, `${time(t - m.t)} ago`), " ", m.text)),
      said.length > 0 || t >= recording.header.end
        ? ""
        : h(
            "li",
            { class: "hint" },
            parcels.knows(t) ? "It has said and heard nothing so far." : "The recording has no single messages of this moment.",
          ),
    );
  }

  // What it does, in a sentence.
  condition(t) {
    const { recording, stage } = this.run, { rank } = this;
    if (t >= recording.header.end) return "The search is over.";
    const state = stage.state ?? recording.stateAt(t); // it may not have been drawn yet
    const waiting = state.waiting[rank], load = state.load[rank];
    if (!state.busy[rank]) {
      const why = recording.waitsFor(rank, t);
      const since = recording.span(rank, t).from;
      return h("span", {}, h("i", { class: "swatch idle" }), ` no work${` for ${time(t - since)}`}${why ? `; ${why}` : ""}`);
    }
    if (waiting === 0) return "at work; nothing waits";
    const digits = load >= 100 ? count(load) : Number(load.toPrecision(3));
    return `at work; ${count(waiting)} ${waiting === 1 ? "element waits" : "elements wait"}, load ${digits}`;
  }

  // Where its work came from, and what it gave to whom, in sentences.
  origin(t) {
    const { recording } = this.run, { header, origins } = recording, { rank } = this, last = Math.min(t, header.end);
    if (!origins.knows(last)) {
      return [header.traced > 0 ? `Where work came from is known until ${time(header.traced)}.` : "Where work came from is not recorded."];
    }
    const moves = t < header.end ? recording.origin(rank, t) : null;
    const given = origins.gave(rank, last), drawn = (lines, shown) => (shown && t < header.end ? ` (${lines}).` : ".");
    return [
      moves && `It works on ${cameFrom(moves, header.start)}${drawn("arrows", moves.length > 0)}`,
      `${gave(given)}${drawn("dashed lines", given.elements > 0)}`,
    ].filter(Boolean);
  }

  words() {
    return this.run
      ? [...this.facts.children, this.talk.firstElementChild]
          .filter(Boolean)
          .map((e) => e.textContent.trim().replace(/[.]?$/, "."))
          .join(" ")
      : "";
  } // the newest message is the first
}
