// recording-origins.js knows where the work of each processor has come from. An element that leaves for another processor is a move, and
// has a number. Of each move the recording has the one by which the sender had got the element, or a larger one around it. So moves lead
// back to where the search began:
//
//   move 812   40 → 517, at 1.2 s      517 works on a part of what 40 gave it,
//   move 377    3 →  40, at 1.1 s      40 had that as a part of what 3 gave it,
//   move  12  528 →   3, at 0.9 s      and 3 from 528, which had it from the start: 0

import { after } from "transat/times.js";

export class Origins {
  /** header and columns of a recording; procs: the number of processors. */
  constructor(header, { transfers, earlier, takes }, procs) {
    this.traced = header.traced ?? 0;
    this.transfers = transfers;
    this.earlier = earlier;
    this.takes = takes;
    this.first = new Int32Array(transfers.sent.length + 1).fill(1); // the first move of each transfer
    transfers.elements.forEach((n, i) => { this.first[i + 1] = this.first[i] + n; });
    this.taken = byRank(takes.rank, procs);
    this.given = byRank(transfers.from, procs);
    this.gifts = { rank: -1, n: 0 }; // the last answer of gave
  }

  /** knows tells whether it is known where what is worked on at t has come from. */
  knows(t) { return t < this.traced; }

  /** move is that by which a processor has what it works on at t, or a larger piece around it; 0 if it had that from the start. */
  move(rank, t) {
    const n = until(this.taken, rank, this.takes.time, t);
    return n === 0 ? 0 : this.takes.move[this.taken.which[this.taken.start[rank] + n - 1]];
  }

  /** way has the moves that lead back from one to the start, that one first: {from, to, sent, arrived}. */
  way(move) {
    const { sent, arrived, from, to } = this.transfers, way = [];
    for (let at = move; at > 0 && at <= this.earlier.length;) {
      const i = after(this.first, at) - 1;
      way.push({ from: from[i], to: to[i], sent: sent[i], arrived: arrived[i] });
      at = Math.min(this.earlier[at - 1], at - 1);
    }
    return way;
  }

  /** gave is what a processor has given away up to t: {elements, to: [{rank, elements}]}, those first that got the most. */
  gave(rank, t) {
    const { start, which } = this.given, n = until(this.given, rank, this.transfers.sent, t);
    if (this.gifts.rank === rank && this.gifts.n === n) return this.gifts.all;
    const sums = new Map();
    let elements = 0;
    for (let k = start[rank]; k < start[rank] + n; k++) {
      const i = which[k], peer = this.transfers.to[i];
      elements += this.transfers.elements[i];
      sums.set(peer, (sums.get(peer) ?? 0) + this.transfers.elements[i]);
    }
    const to = Array.from(sums, ([peer, sum]) => ({ rank: peer, elements: sum }));
    to.sort((x, y) => y.elements - x.elements || x.rank - y.rank);
    this.gifts = { rank, n, all: { elements, to } };
    return this.gifts.all;
  }
}

/** byRank lists for each processor the places at which a list has it, in their order: which, from start of the rank to that of the next. */
export function byRank(ranks, procs) {
  const start = new Int32Array(procs + 1);
  for (const r of ranks) start[r + 1]++;
  for (let r = 0; r < procs; r++) start[r + 1] += start[r];
  const which = new Int32Array(ranks.length);
  const at = start.slice(0, procs);
  ranks.forEach((r, i) => { which[at[r]++] = i; });
  return { start, which };
}

// until is how many entries of a processor have a time of at most t.
function until({ start, which }, rank, times, t) {
  let low = start[rank];
  let high = start[rank + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[which[middle]] <= t) low = middle + 1;
    else high = middle;
  }
  return low - start[rank];
}
