// tree-layout.js says where the nodes of a tree stand. Leaves stand side by side in the order of depth-first search, and every inner
// node above the middle of its children. Where there are more leaves than a picture has room for side by side, those that follow each
// other below one node are a block of several rows, read column by column: a bag of thousands of tasks is a rectangle below its root.
//
//        ●                        ●
//      ┌─┴─┐                 ┌────┴────┐
//      ●   ◐                 ■■■■■■■■■■■      1 4 7 …
//    ┌─┴─┐                   ■■■■■■■■■■■      2 5 8
//    ■   ○                   ■■■■■■■■■        3 6 9

const fewest = 16; // leaves of a block
const roomy = 6; // pixels a leaf, from which on it needs no block, or no more rows

/**
 * The layout of a tree, by the parent of each node in preorder, for a picture of that many pixels: for each node x, in leaves, and depth,
 * in levels; children; in, the block of a leaf or undefined; and blocks: [{up, first, count, rows, left, top, wide}]. leaves and deepest
 * are the picture's size in the same units, step what lies between two rows of a block.
 */
export function layoutTree(parent, width, height) {
  const n = parent.length, depth = new Float32Array(n), x = new Float32Array(n), children = Array.from({ length: n }, () => []);
  let deepest = 0;
  for (let i = 1; i < n; i++) {
    depth[i] = depth[parent[i]] + 1;
    deepest = Math.max(deepest, depth[i]);
    children[parent[i]].push(i);
  }
  const runs = runsOf(children), single = children.filter((c) => c.length === 0).length - runs.reduce((sum, b) => sum + b.count, 0);
  const { rows, cell } = rowsFor(runs, single, width, height, deepest);
  const blocks = rows > 1 ? runs : [], inBlock = new Array(n);
  const lowest = Math.max(0, ...blocks.map((b) => depth[b.first]));
  const step = rows > 1 ? cell * Math.max(lowest / (height - cell * rows), deepest / height) : 0;
  for (const b of blocks) for (let i = b.first; i < b.first + b.count; i++) inBlock[i] = b;
  let leaves = 0;
  for (let i = 0; i < n; i++) {
    const b = inBlock[i];
    if (!b) {
      if (children[i].length === 0) x[i] = leaves++;
      continue;
    }
    const k = i - b.first;
    if (k === 0) Object.assign(b, { rows, left: leaves, top: depth[i], wide: Math.ceil(b.count / rows) });
    x[i] = b.left + Math.floor(k / rows);
    depth[i] += (k % rows) * step;
    deepest = Math.max(deepest, depth[i]);
    if (k === b.count - 1) leaves = b.left + b.wide;
  }
  for (let i = n - 1; i >= 0; i--) if (children[i].length > 0) x[i] = (x[children[i][0]] + x[children[i].at(-1)]) / 2;
  return { depth, x, children, leaves, deepest, blocks, step, in: inBlock };
}

// The runs of leaves below one node, next to each other, that are long enough for a block.
function runsOf(children) {
  const runs = [];
  children.forEach((below, up) => {
    for (let k = 0; k < below.length;) {
      let end = k;
      while (end < below.length && children[below[end]].length === 0) end++;
      if (end - k >= fewest) runs.push({ up, first: below[k], count: end - k });
      k = end + 1;
    }
  });
  return runs;
}

// As few rows as there must be for a leaf to have room, but no more than the height has: {rows, cell: pixels of a leaf}.
function rowsFor(runs, single, width, height, deepest) {
  const most = height * (deepest <= 4 ? 0.8 : 0.5);
  const cellOf = (rows) => width / (single + runs.reduce((sum, b) => sum + Math.ceil(b.count / rows), 0));
  let rows = 1;
  if (runs.length > 0) while (cellOf(rows) < roomy && (rows + 1) * cellOf(rows + 1) <= most) rows++;
  return { rows, cell: cellOf(rows) };
}
