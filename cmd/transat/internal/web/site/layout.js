// layout.js places the processors of a machine's grid in a picture of cells.
//
//	one dimension    a snake, so that neighbours stay neighbours:     0 1 2 3
//	                                                                  7 6 5 4
//	two              rows and columns
//	three and more   planes side by side, a cell apart:               ▦ ▦ ▦
//
// Ranks count the last dimension first, as package topology does.

/** {columns, rows, cell: Int32Array of places by rank, rank: Int32Array of ranks by place, or -1}. */
export function layout(sides) {
  const procs = sides.reduce((a, b) => a * b, 1);
  const cell = new Int32Array(procs);
  let columns, rows;
  if (sides.length === 1) {
    columns = procs <= 24 ? procs : widthOf(procs);
    rows = Math.ceil(procs / columns);
    for (let r = 0; r < procs; r++) {
      const y = Math.floor(r / columns), x = r % columns;
      cell[r] = y * columns + (y % 2 === 0 ? x : columns - 1 - x);
    }
  } else {
    const wide = sides[sides.length - 1], high = sides[sides.length - 2], planes = procs / (wide * high);
    const across = planes === 1 ? 1 : widthOf(planes);
    const down = Math.ceil(planes / across);
    columns = across * wide + (across - 1);
    rows = down * high + (down - 1);
    for (let r = 0; r < procs; r++) {
      const plane = Math.floor(r / (wide * high)), inside = r % (wide * high);
      const x = (plane % across) * (wide + 1) + inside % wide, y = Math.floor(plane / across) * (high + 1) + Math.floor(inside / wide);
      cell[r] = y * columns + x;
    }
  }
  const rank = new Int32Array(columns * rows).fill(-1);
  for (let r = 0; r < procs; r++) rank[cell[r]] = r;
  return { sides, procs, columns, rows, cell, rank };
}

// A divisor near the square root makes a full rectangle; without one the last row stays open.
function widthOf(procs) {
  const root = Math.ceil(Math.sqrt(procs));
  for (let w = root; w <= 2 * root; w++) if (procs % w === 0) return w;
  return root;
}

/** The coordinates of a rank on the machine's grid. */
export function coordinates(sides, rank) {
  const all = [];
  for (let d = sides.length - 1; d >= 0; d--) {
    all.unshift(rank % sides[d]);
    rank = Math.floor(rank / sides[d]);
  }
  return all;
}

/** The rank that lies next to one in the picture, in the direction (dx, dy), over gaps; the same if there is none. */
export function neighbour(place, rank, dx, dy) {
  let x = place.cell[rank] % place.columns, y = Math.floor(place.cell[rank] / place.columns);
  for (;;) {
    x += dx;
    y += dy;
    if (x < 0 || y < 0 || x >= place.columns || y >= place.rows) return rank;
    const there = place.rank[y * place.columns + x];
    if (there >= 0) return there;
  }
}
