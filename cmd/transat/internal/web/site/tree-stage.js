// tree-stage.js draws a search tree on a canvas, in the colours of the processors that expanded its nodes, as far as it has grown at a
// moment. Where nodes stand is in tree-layout.js.
//
//        ●                   ● done, in the colour of its processor; ◐ in work: with a ring; ○ waiting in a list
//      ┌─┴─┐                 ■ a conflict, ◆ a model or a solution
//      ●   ◐                 a thick edge: the node came from another processor
//    ┌─┴─┐
//    ■   ○
//
// The way from the root to the node that is selected is drawn thick, with the numbers of the processors that had it in turn.
//
//   const stage = new TreeStage(canvas, {onSelect(node)})
//   stage.show(view)              // a reply of the engine to treeview
//   stage.draw(time, colours)
//
// The wheel zooms, dragging moves, a click selects the nearest node. With the keys: up to the parent, down to the first child, left and
// right to the sibling; + and − zoom, 0 fits.

import { layoutTree } from "transat/tree-layout.js";

const pad = 18; // pixels around the tree

export class TreeStage {
  constructor(canvas, { onSelect }) {
    this.canvas = canvas;
    canvas.stage = this; // for who looks at it with the browser's tools, and for tests
    this.onSelect = onSelect;
    this.selected = -1;
    this.dirty = () => {};
    this.#listen();
  }

  /** Takes a tree. */
  show(view) {
    this.view = view;
    const { canvas } = this;
    Object.assign(this, layoutTree(view.parent, Math.max(1, canvas.clientWidth - 2 * pad), Math.max(1, canvas.clientHeight - 2 * pad)));
    this.theme = undefined;
    this.owned = new Map(); // nodes by processor, without the root
    view.owner.forEach((rank, i) => {
      if (i === 0) return;
      if (!this.owned.has(rank)) this.owned.set(rank, []);
      this.owned.get(rank).push(i);
    });
    this.sent = view.received.map((yes, i) => (yes ? i : 0)).filter((i) => i > 0);
    this.selected = -1;
    this.fit();
  }

  fit() {
    this.zoom = 1;
    this.left = this.top = 0;
  }

  /** Draws the tree as it is at a time, in ns. */
  draw(time, colours) {
    const { canvas, view } = this, ratio = Math.min(2, devicePixelRatio || 1);
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const c = canvas.getContext("2d");
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, width, height);
    this.width = width;
    this.height = height;
    this.#scale();
    if (this.theme !== colours.panel) {
      this.theme = colours.panel;
      this.palette = processorColours(view, colours);
    }
    const { parent, begin, done, owner } = view, { px, py, r } = this;
    const line = (i, alone = false) => {
      if (this.in[i] && !alone) return;
      const x = px(i), up = px(parent[i]);
      if (!this.#born(i, time) || (x < -20 && up < -20) || (x > width + 20 && up > width + 20)) return;
      c.moveTo(up, py(parent[i]));
      c.lineTo(x, py(i));
    };
    // In a large tree the edges have the colour of the processor below them, since the nodes are too small to show it.
    c.lineWidth = r < 4 ? 1 : Math.min(1.5, r / 3);
    c.globalAlpha = r < 4 ? 0.85 : 0.55;
    if (r < 4) {
      for (const [rank, nodes] of this.owned) {
        c.strokeStyle = this.palette[rank] ?? colours.strongLine;
        c.beginPath();
        for (const i of nodes) if (done[i] <= time) line(i);
        c.stroke();
      }
    } else {
      c.strokeStyle = colours.strongLine;
      c.beginPath();
      for (let i = 1; i < parent.length; i++) line(i);
      c.stroke();
    }
    this.#stems(c, time, colours);
    // Those that were sent lie above the others.
    c.strokeStyle = colours.ink;
    c.lineWidth = 1.6 * Math.max(0.6, Math.min(1.5, r / 3));
    c.globalAlpha = r < 2.2 ? 0.4 : 0.9; // many side by side would hide the colours
    c.beginPath();
    for (const i of this.sent) line(i);
    c.stroke();
    c.globalAlpha = 1;
    const way = this.#way(time);
    for (const [colour, wide] of [[colours.panel, 7], [colours.ink, 3.5]]) {
      c.strokeStyle = colour;
      c.lineWidth = wide;
      c.beginPath();
      for (const i of way) if (i > 0) line(i, true);
      c.stroke();
    }
    for (let i = 0; i < parent.length; i++) {
      if (!this.#born(i, time)) continue;
      const x = px(i), y = py(i);
      if (x < -r || x > width + r || y < -r || y > height + r) continue;
      const ended = done[i] <= time && owner[i] !== -2, working = !ended && begin[i] <= time && owner[i] !== -2;
      this.#node(c, i, x, y, ended, working, colours);
    }
    this.#owners(c, way, colours);
    if (this.selected >= 0) {
      c.strokeStyle = colours.ink;
      c.lineWidth = 2.5;
      c.beginPath();
      c.arc(px(this.selected), py(this.selected), Math.max(6, r + 4), 0, 7);
      c.stroke();
    }
  }

  // Blocks hang on one edge.
  #stems(c, time, colours) {
    c.globalAlpha = 1;
    c.lineWidth = 1.5;
    c.strokeStyle = colours.strongLine;
    c.beginPath();
    for (const { up, first, count, rows } of this.blocks) {
      if (!this.#born(first, time)) continue;
      const top = this.py(first) - this.cell - 3, [left, right] = [first, first + rows * Math.floor((count - 1) / rows)].map(this.px);
      c.moveTo(this.px(up), this.py(up));
      c.lineTo((left + right) / 2, top);
      c.moveTo(left - this.cell, top);
      c.lineTo(right + this.cell, top);
    }
    c.stroke();
  }

  // The nodes from the selected one up to the root, as far as they are there.
  #way(time) {
    const way = [];
    for (let i = this.selected; i >= 0; i = this.view.parent[i]) if (this.#born(i, time)) way.push(i);
    return way;
  }

  // The numbers of the processors along a way, where they change.
  #owners(c, way, colours) {
    const { owner, parent } = this.view;
    c.font = "600 12px system-ui, sans-serif";
    c.textBaseline = "middle";
    c.lineJoin = "round";
    c.lineWidth = 4;
    c.strokeStyle = colours.panel;
    c.fillStyle = colours.ink;
    for (const i of way) {
      if (owner[i] < 0 || owner[i] === owner[parent[i]]) continue;
      const x = this.px(i) + Math.max(8, this.r + 6), y = this.py(i);
      c.strokeText(owner[i], x, y);
      c.fillText(owner[i], x, y);
    }
  }

  // A node is there from the moment in which its parent is done.
  #born(i, time) {
    const up = this.view.parent[i];
    return up < 0 || (this.view.done[up] <= time && this.view.owner[up] !== -2);
  }

  #node(c, i, x, y, ended, working, colours) {
    if (this.view.kind[i] === "above") return this.#above(c, x, y, colours);
    const r = this.in[i] ? this.cell : this.r, kind = this.view.kind[i];
    const colour = this.view.owner[i] === -1 ? colours.soft : this.palette[this.view.owner[i]];
    if (r < 2.2 || this.in[i]) { // a dot
      c.fillStyle = ended || working ? colour : colours.line;
      c.fillRect(x - r, y - r, 2 * r, 2 * r);
      if (kind === "solution") { // with a mark within
        c.fillStyle = colours.ink;
        c.fillRect(x - 0.45 * r, y - 0.45 * r, 0.9 * r, 0.9 * r);
      }
      return;
    }
    c.beginPath();
    if (kind === "conflict") c.rect(x - 0.85 * r, y - 0.85 * r, 1.7 * r, 1.7 * r);
    else if (kind === "model" || kind === "solution") {
      c.moveTo(x, y - 1.5 * r);
      c.lineTo(x + 1.5 * r, y);
      c.lineTo(x, y + 1.5 * r);
      c.lineTo(x - 1.5 * r, y);
      c.closePath();
    } else c.arc(x, y, r, 0, 7);
    c.fillStyle = ended ? colour : colours.panel;
    c.fill();
    c.lineWidth = working ? Math.max(2, r / 2.5) : 1;
    c.strokeStyle = working || ended ? colour ?? colours.soft : colours.strongLine;
    c.stroke();
  }

  // The root above several roots is no node of the search.
  #above(c, x, y, colours) {
    c.strokeStyle = colours.strongLine;
    c.lineWidth = 1.5;
    c.strokeRect(x - 5, y - 5, 10, 10);
  }

  #scale() {
    const w = Math.max(1, this.width - 2 * pad),
      h = Math.max(1, this.height - 2 * pad);
    const sx = (w / Math.max(1, this.leaves - 1)) * this.zoom,
      sy = (h / Math.max(1, this.deepest)) * Math.min(this.zoom, 1 + Math.log2(this.zoom));
    this.px = (i) => pad + this.x[i] * sx - this.left;
    this.py = (i) => pad + this.depth[i] * sy - this.top;
    this.r = Math.max(1.1, Math.min(9, 0.42 * Math.min(2 * sx, sy)));
    this.cell = Math.max(0.5, Math.min(9, 0.44 * Math.min(sx, this.step * sy))); // half of what a leaf in a block has
  }

  /** The processor's colour, as CSS. */
  colour(rank) { return this.palette[rank]; }

  select(i) {
    this.selected = i;
    if (i >= 0 && this.px) { // into sight
      const x = this.px(i), y = this.py(i);
      if (x < 0 || x > this.width) this.left += x - this.width / 2;
      if (y < 0 || y > this.height) this.top += y - this.height / 2;
    }
    this.onSelect(i);
  }

  #listen() {
    const { canvas } = this;
    let drag = null;
    canvas.addEventListener("pointerdown", (e) => {
      drag = { x: e.offsetX, y: e.offsetY, left: this.left, top: this.top, far: false };
      canvas.setPointerCapture(e.pointerId);
    });
    canvas.addEventListener("pointermove", (e) => {
      if (!drag) return;
      drag.far ||= Math.hypot(e.offsetX - drag.x, e.offsetY - drag.y) > 4;
      if (!drag.far) return;
      this.left = drag.left - (e.offsetX - drag.x);
      this.top = drag.top - (e.offsetY - drag.y);
      this.dirty();
    });
    canvas.addEventListener("pointerup", (e) => {
      if (drag && !drag.far) this.select(this.#nearest(e.offsetX, e.offsetY));
      drag = null;
    });
    canvas.addEventListener("wheel", (e) => {
      if (!this.view) return;
      e.preventDefault();
      this.zoomBy(Math.exp(-e.deltaY / 400), e.offsetX, e.offsetY);
    }, { passive: false });
    canvas.addEventListener("keydown", (e) => {
      if (!this.view) return;
      const i = Math.max(0, this.selected), up = this.view.parent[i];
      if (e.key === "ArrowUp") this.select(this.selected < 0 ? 0 : Math.max(0, up));
      else if (e.key === "ArrowDown") this.select(this.selected < 0 ? 0 : (this.children[i]?.[0] ?? i));
      else if (e.key === "ArrowLeft" || e.key === "ArrowRight")
        this.select(up < 0 ? 0 : (this.children[up][this.children[up].indexOf(i) + (e.key === "ArrowLeft" ? -1 : 1)] ?? i));
      else if (e.key === "+" || e.key === "-") this.zoomBy(e.key === "+" ? 1.4 : 1 / 1.4, this.width / 2, 0);
      else if (e.key === "0") { this.fit(); this.dirty(); } else return;
      e.preventDefault();
    });
  }

  /** Zooms around a place. */
  zoomBy(factor, x, y) {
    const before = this.zoom;
    this.zoom = Math.max(1, Math.min(400, before * factor));
    const by = this.zoom / before;
    this.left = (this.left + x - 18) * by - (x - 18);
    const tall = (z) => Math.min(z, 1 + Math.log2(z));
    this.top = (this.top + y - 18) * tall(this.zoom) / tall(before) - (y - 18);
    if (this.zoom === 1) this.left = this.top = 0;
    this.dirty();
  }

  #nearest(x, y) {
    let best = -1, least = 30 ** 2;
    for (let i = 0; i < this.x.length; i++) {
      const d = (this.px(i) - x) ** 2 + (this.py(i) - y) ** 2;
      if (d < least) { least = d; best = i; }
    }
    return best;
  }
}

// Sixteen colours that differ in light as well as in hue, for those who do not see all hues. More processors are coloured by their
// place on the grid: the hue by the column, the light by the row. None is orange, which means no work on every page.
const onLight = ["#0a6ab0", "#cc79a7", "#009e73", "#5b2a9d", "#56b4e9", "#7a7400", "#33312e", "#8c867a",
  "#00406e", "#8b3a6b", "#00563d", "#8d7cd8", "#9ad2f2", "#6e8b3d", "#b8b3a7", "#1c96a5"];
const onDark = ["#58abef", "#ff9ccf", "#27a874", "#9b7bf2", "#b9e3fa", "#e0d85c", "#f4f2ec", "#aca8a0",
  "#3a7fbc", "#b8628f", "#7fdcae", "#7a68c4", "#8deaf0", "#a3ae4a", "#c9c3b6", "#4f9aa3"];

/** The colours of processors, as CSS. */
export function processorColours({ procs, sides }, { panel }) {
  const dark = Number.parseInt(panel.slice(1, 3), 16) < 128;
  if (procs <= onLight.length) return dark ? onDark : onLight;
  const columns = sides.at(-1),
    rows = Math.ceil(procs / columns);
  return Array.from(
    { length: procs },
    (_, rank) =>
      `hsl(${Math.round(75 + (255 * (rank % columns)) / columns)} 62% ` +
        `${Math.round((dark ? 45 : 32) + (34 * Math.floor(rank / columns)) / Math.max(1, rows - 1))}%)`,
  );
}
