// links.js draws the traffic of a stage: dots for single parcels, wedges for what has gone over links.
//
// Parcels follow the route of the machine's grid, on the right-hand side, so that the two directions of a link are told apart. Elements
// are white dots with a dark rim; messages are small dark ones with a white rim. There may be thousands of either, which as a path would
// take a renderer without a graphics card a tenth of a second. So a dot is a small picture that is copied, and wedges are written pixel
// by pixel into a picture of their own, twice as fine as the screen, which is brought up to date some times a second.

const mostDots = 4000;
const fresh = 80; // ms that a picture of wedges is good for while the clock runs
const finest = 600_000; // pixels up to which wedges are drawn twice as fine

export class Links {
  constructor(stage) {
    this.stage = stage;
    this.routes = new Map(); // from · n + to → cells on the way
    this.parcels = undefined;
    this.moved = undefined;
    this.x = this.y = 0; // where a dot is
    this.layer = document.createElement("canvas");
    this.layerContext = this.layer.getContext("2d");
  }

  /** After a change of size or theme. */
  resize() {
    const { scale, canvas } = this.stage;
    this.fine = canvas.width * canvas.height <= finest ? 2 : 1;
    this.image = null; // made when wedges are first drawn
    this.drawnAt = -Infinity;
    const big = Math.max(1.6, Math.min(scale * 0.24, 7));
    this.elementDot = this.dot(big, Math.max(0.8, big * 0.32), this.stage.colours.dot, this.stage.colours.ring);
    this.messageDot = this.dot(big * 0.62, Math.max(0.6, big * 0.22), this.stage.colours.ring, this.stage.colours.dot);
  }

  dot(radius, rim, colour, edge) {
    const size = Math.ceil(2 * (radius + rim)) + 2;
    const picture = Object.assign(document.createElement("canvas"), { width: size, height: size });
    const c = picture.getContext("2d");
    for (const [r, fill] of [[radius + rim, edge], [radius, colour]]) {
      c.fillStyle = fill;
      c.beginPath();
      c.arc(size / 2, size / 2, r, 0, 2 * Math.PI);
      c.fill();
    }
    return picture;
  }

  // The cells on the way, kept: a policy sends over the same few links again and again.
  route(from, to) {
    const { recording, place, cellOf } = this.stage;
    const key = from * cellOf.length + to;
    let route = this.routes.get(key);
    if (!route) {
      if (this.routes.size > 200_000) this.routes.clear();
      route = Int32Array.from(recording.path(from, to), (rank) => place.cell[rank]);
      this.routes.set(key, route);
    }
    return route;
  }

  /** Draws what is on its way at t: messages first, elements over them. */
  dots(t) {
    const { context: c } = this.stage;
    const parcels = this.parcels = this.stage.parcels(t).inFlight(t, this.parcels);
    const n = Math.min(parcels.n, mostDots);
    for (const [picture, elements] of [[this.messageDot, false], [this.elementDot, true]]) {
      const half = picture.width / 2;
      for (let i = 0; i < n; i++) {
        if ((parcels.elements[i] > 0) !== elements) continue;
        this.where(parcels, i, t);
        c.drawImage(picture, this.x - half, this.y - half);
      }
    }
  }

  where(parcels, i, t) {
    const { scale, place: { columns } } = this.stage;
    const route = this.route(parcels.from[i], parcels.to[i]), legs = route.length - 1;
    const sent = parcels.sent[i], way = parcels.arrived[i] - sent;
    const at = way > 0 ? Math.min(Math.max((t - sent) / way, 0), 1) * legs : legs;
    const leg = Math.max(0, Math.min(Math.floor(at), legs - 1)), next = route[Math.min(leg + 1, legs)];
    const ax = route[leg] % columns + 0.5, ay = Math.floor(route[leg] / columns) + 0.5;
    const dx = next % columns + 0.5 - ax, dy = Math.floor(next / columns) + 0.5 - ay;
    const length = Math.hypot(dx, dy) || 1, share = at - leg, aside = 0.17;
    this.x = (ax + dx * share - dy / length * aside) * scale;
    this.y = (ay + dy * share + dx / length * aside) * scale;
  }

  /** Draws what has gone over each link from since to t. */
  flows(since, t, playing) {
    const { context: c, canvas } = this.stage;
    const now = performance.now();
    if (playing ? now - this.drawnAt > fresh : this.drawnFor !== t || this.drawnAt === -Infinity) {
      this.wedges(this.moved = this.stage.recording.flows(since, t, this.moved));
      this.drawnAt = now;
      this.drawnFor = t;
    }
    c.imageSmoothingEnabled = true;
    c.drawImage(this.layer, 0, 0, canvas.width, canvas.height);
  }

  wedges(moved) {
    const { canvas, scale, place: { cell, columns }, colours } = this.stage;
    if (!this.image) {
      this.layer.width = canvas.width * this.fine;
      this.layer.height = canvas.height * this.fine;
      this.image = this.layerContext.createImageData(this.layer.width, this.layer.height);
      this.pixels = new Uint32Array(this.image.data.buffer);
    }
    this.pixels.fill(0);
    const size = scale * this.fine, least = this.worthSeeing(moved, cell.length);
    for (let i = 0; i < moved.n; i++) {
      if (moved.elements[i] <= least) continue;
      const from = cell[moved.from[i]], to = cell[moved.to[i]];
      const half = Math.max(0.5 * this.fine, Math.min(0.03 + 0.012 * Math.log2(1 + moved.elements[i]), 0.09) * size);
      this.wedge(from % columns, Math.floor(from / columns), to % columns, Math.floor(to / columns), size, half, colours.flow);
    }
    this.layerContext.putImageData(this.image, 0, 0);
  }

  // A picture of all links would hide the processors: of those with anything on them, about a quarter as many as there are processors are
  // shown, those with the most. It returns what the others have at most. Where all have as much as each other, none stands out.
  worthSeeing(moved, procs) {
    const room = Math.min(Math.max(24, procs >> 2), 600);
    const some = moved.elements.subarray(0, moved.n).filter((e) => e > 0).sort();
    return some.length <= room ? 0 : some[some.length - room - 1];
  }

  // A wedge, broad where it begins and pointed where it ends, through which the cells are seen. Links lead along rows and columns of the
  // picture; the few that do not, from one plane of a machine to another, begin and end in the middle of their cells all the same.
  wedge(x0, y0, x1, y1, size, broad, flow) {
    const dx = x1 - x0, dy = y1 - y0, length = Math.hypot(dx, dy), ux = dx / length, uy = dy / length;
    const aside = size * 0.17, begin = size * 0.12, end = length * size - size * 0.06;
    const ox = (x0 + 0.5) * size - uy * aside, oy = (y0 + 0.5) * size + ux * aside;
    for (let along = begin; along <= end; along++) {
      const half = Math.max(0.5, broad * (1 - (along - begin) / (end - begin)));
      for (let across = -half; across < half; across++) {
        const x = Math.round(ox + ux * along - uy * across), y = Math.round(oy + uy * along + ux * across);
        if (x >= 0 && y >= 0 && x < this.layer.width && y < this.layer.height) this.pixels[y * this.layer.width + x] = flow;
      }
    }
  }
}
