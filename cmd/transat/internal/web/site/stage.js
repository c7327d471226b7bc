// stage.js draws one run at one moment: the machine's grid, a cell a processor, and what moves on it.
//
// A frame is one small ImageData (a pixel a processor), scaled up without smoothing, lines of the page's colour between the cells, and
// then, if asked for, either dots (what is on its way just now) or wedges (what has gone over each link lately: thin, translucent, broader
// where it left, pointed where it went; links.js draws both). Nothing is allocated from frame to frame.

import { readColours } from "transat/colours.js";
import { layout, neighbour } from "transat/layout.js";
import { Links } from "transat/links.js";
import { OriginLines } from "transat/origin-lines.js";

const smallestGap = 5; // pixels of a cell, from which on cells stand apart

export class Stage {
  /** recording: a run; level(w): the step of the colour scale for w waiting elements. */
  constructor(canvas, recording, level) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.recording = recording;
    this.level = level;
    this.place = layout(recording.header.grid.sides);
    const n = this.place.procs;
    this.cellOf = new Int32Array(n); // of the ranks that the policy sees
    this.rankAt = new Int32Array(this.place.rank.length).fill(-1);
    for (let r = 0; r < n; r++) {
      this.cellOf[r] = this.place.cell[recording.place[r]];
      this.rankAt[this.cellOf[r]] = r;
    }
    this.small = Object.assign(document.createElement("canvas"), { width: this.place.columns, height: this.place.rows });
    this.smallContext = this.small.getContext("2d");
    this.image = this.smallContext.createImageData(this.place.columns, this.place.rows);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.links = new Links(this);
    this.origins = new OriginLines(this);
    this.state = undefined;
    this.focused = -1;
    this.loads = null; // the step of the scale for a load; null: colours say how many elements wait
    this.detail = null; // a recording of a part of the run, with single parcels where the recording has only flows
    this.recolour();
  }

  recolour() {
    this.colours = readColours();
    this.pixels.fill(this.colours.empty);
    this.gaps = null;
    if (this.scale) this.links.resize();
  }

  /** Fits the canvas into a width and a height of the page; whole pixels a cell where there is room for one. */
  resize(width, height, ratio = devicePixelRatio || 1) {
    if (!(width > 0)) return; // hidden
    const { columns, rows } = this.place;
    const exact = Math.min(width * ratio / columns, height * ratio / rows);
    this.scale = exact >= 1 ? Math.floor(exact) : exact;
    const w = Math.max(1, Math.round(columns * this.scale)), h = Math.max(1, Math.round(rows * this.scale));
    if (this.canvas.width !== w || this.canvas.height !== h) {
      this.canvas.width = w;
      this.canvas.height = h;
    }
    this.canvas.style.width = `${w / ratio}px`;
    this.canvas.style.height = `${h / ratio}px`;
    this.gap = this.scale >= smallestGap ? Math.max(1, Math.round(this.scale / 12)) : 0;
    this.gaps = null;
    this.links.resize();
  }

  /** The recording that knows the single parcels of a moment, if any does. */
  parcels(t) { return this.detail?.knows(t) ? this.detail : this.recording; }

  /** Draws the moment t. traffic is "dots", "flows" or "none"; since is the beginning of the flows' span. It returns the traffic drawn. */
  draw(t, traffic, since, playing) {
    const { context: c, canvas, recording, colours } = this;
    if (!this.scale) this.resize(1, 1); // nobody sees it, but its state is asked for
    const ended = t >= recording.header.end;
    this.state = recording.stateAt(Math.min(t, recording.header.end), this.state);
    this.paint(ended);
    this.smallContext.putImageData(this.image, 0, 0);
    c.imageSmoothingEnabled = this.scale < 1;
    c.drawImage(this.small, 0, 0, canvas.width, canvas.height);
    if (this.gap > 0) {
      c.fillStyle = colours.panel;
      c.fill(this.gaps ??= this.grille());
    }
    const drawn = !ended && this.scale >= 3 ? traffic : "none"; // smaller cells would be hidden
    if (drawn === "dots") this.links.dots(t);
    else if (drawn === "flows") this.links.flows(since, t, playing);
    if (this.focused >= 0 && !ended) this.origins.draw(this.focused, t);
    if (this.focused >= 0) this.ring(this.focused);
    return drawn;
  }

  paint(ended) {
    const { pixels, cellOf, level, colours } = this;
    const { busy, waiting, load: loads } = this.state;
    const n = cellOf.length, load = colours.load, idle = colours.idle, last = level.length - 1;
    if (ended) {
      for (let r = 0; r < n; r++) pixels[cellOf[r]] = colours.done;
      return;
    }
    if (this.loads) {
      for (let r = 0; r < n; r++) pixels[cellOf[r]] = busy[r] ? load[this.loads(loads[r])] : idle;
      return;
    }
    for (let r = 0; r < n; r++) {
      const w = waiting[r];
      pixels[cellOf[r]] = busy[r] ? load[level[w < last ? w : last]] : idle;
    }
  }

  // The lines between the cells, as one path.
  grille() {
    const path = new Path2D(), { columns, rows } = this.place, { scale, gap } = this;
    for (let x = 1; x < columns; x++) path.rect(x * scale - (gap >> 1), 0, gap, rows * scale);
    for (let y = 1; y < rows; y++) path.rect(0, y * scale - (gap >> 1), columns * scale, gap);
    return path;
  }

  ring(rank) {
    const { context: c, scale, place: { columns } } = this;
    const at = this.cellOf[rank], x = (at % columns) * scale, y = Math.floor(at / columns) * scale;
    const size = Math.max(scale, 6), off = (size - scale) / 2;
    c.lineWidth = Math.max(2, size / 8);
    c.strokeStyle = this.colours.ring;
    c.strokeRect(x - off - 1, y - off - 1, size + 2, size + 2);
    c.strokeStyle = this.colours.dot;
    c.lineWidth /= 2;
    c.strokeRect(x - off - 1, y - off - 1, size + 2, size + 2);
  }

  /** The rank beside another in the picture. */
  beside(rank, dx, dy) { return this.rankAt[this.place.cell[neighbour(this.place, this.place.rank[this.cellOf[rank]], dx, dy)]]; }

  /** Where a processor's cell is on the screen. */
  box(rank) {
    const box = this.canvas.getBoundingClientRect(), { columns, rows } = this.place, at = this.cellOf[rank];
    const left = box.left + (at % columns) / columns * box.width, top = box.top + Math.floor(at / columns) / rows * box.height;
    return { left, top, bottom: top + box.height / rows };
  }

  /** The rank under a point of the page, or -1. */
  at(clientX, clientY) {
    const box = this.canvas.getBoundingClientRect();
    const x = Math.floor((clientX - box.left) / box.width * this.place.columns);
    const y = Math.floor((clientY - box.top) / box.height * this.place.rows);
    if (x < 0 || y < 0 || x >= this.place.columns || y >= this.place.rows) return -1;
    return this.rankAt[y * this.place.columns + x];
  }
}
