// origin-lines.js draws over a stage where the work of one processor has come from, an arrow for each move, and to which processors it has
// given work, dashed lines.
//
//   ▢───►───►◎ ┄┄┄ •      ▢ where the search began, ◎ the processor, • one that has got work from it
//             ┄┄┄ •

const most = 300; // lines to others: those that have got the most

export class OriginLines {
  constructor(stage) {
    this.stage = stage;
    this.arrows = 0; // of the last picture
  }

  /** Draws those of a processor at t. */
  draw(rank, t) {
    const { recording, context: c, scale } = this.stage, { origins } = recording;
    if (!origins.knows(t)) return;
    const wide = Math.max(1.5, Math.min(3.5, scale / 9));
    c.save();
    c.lineCap = c.lineJoin = "round";
    const given = new Path2D(), ends = new Path2D();
    for (const { rank: to } of origins.gave(rank, t).to.slice(0, most)) this.line(given, ends, rank, to, wide * 1.6);
    c.globalAlpha = 0.8;
    this.stroke(given, wide * 0.5, [wide * 1.5, wide * 2]);
    this.fill(ends, wide * 0.5);
    c.globalAlpha = 1;
    const way = recording.origin(rank, t) ?? [];
    const arrows = new Path2D(), heads = new Path2D();
    for (const { from, to } of way) this.arrow(arrows, heads, from, to, wide);
    this.stroke(arrows, wide, []);
    this.fill(heads, wide);
    if (way.length > 0) { // where the search began
      const [x, y] = this.middle(way.at(-1).from), half = Math.max(4, scale * 0.36), start = new Path2D();
      start.rect(x - half, y - half, 2 * half, 2 * half);
      this.stroke(start, wide, []);
    }
    c.restore();
    this.arrows = way.length;
  }

  middle(rank) {
    const { scale, cellOf, place: { columns } } = this.stage, at = cellOf[rank];
    return [(at % columns + 0.5) * scale, (Math.floor(at / columns) + 0.5) * scale];
  }

  // A line to a dot, from the rim of a cell.
  line(path, ends, from, to, radius) {
    const [x0, y0] = this.middle(from), [x1, y1] = this.middle(to);
    path.moveTo(x0, y0);
    path.lineTo(x1, y1);
    ends.moveTo(x1 + radius, y1);
    ends.arc(x1, y1, radius, 0, 7);
  }

  // A curve to the right, so that the way there and the way back are told apart, and its head.
  arrow(path, heads, from, to, wide) {
    const [x0, y0] = this.middle(from), [x1, y1] = this.middle(to), length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const ux = (x1 - x0) / length, uy = (y1 - y0) / length, bend = Math.min(0.18 * length, 3 * this.stage.scale);
    const mx = (x0 + x1) / 2 - uy * bend, my = (y0 + y1) / 2 + ux * bend;
    path.moveTo(x0, y0);
    path.quadraticCurveTo(mx, my, x1, y1);
    const angle = Math.atan2(y1 - my, x1 - mx), size = Math.min(wide * 3.5, length * 0.4);
    heads.moveTo(x1, y1);
    for (const side of [-0.45, 0.45]) heads.lineTo(x1 - size * Math.cos(angle + side), y1 - size * Math.sin(angle + side));
    heads.closePath();
  }

  // Light with a dark rim, so that it is seen on every colour.
  stroke(path, wide, dashes) {
    const { context: c, colours } = this.stage;
    c.setLineDash(dashes);
    c.strokeStyle = colours.ring;
    c.lineWidth = wide * 2.2;
    c.stroke(path);
    c.strokeStyle = colours.dot;
    c.lineWidth = wide;
    c.stroke(path);
  }

  fill(path, wide) {
    const { context: c, colours } = this.stage;
    c.setLineDash([]);
    c.strokeStyle = colours.ring;
    c.lineWidth = wide * 1.2;
    c.stroke(path);
    c.fillStyle = colours.dot;
    c.fill(path);
  }
}
