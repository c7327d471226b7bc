// recording-read.js reads the bytes of a recorded run. Package recording writes them; its doc.go says what they mean.
//
//   const {header, columns} = await readRecording(buffer)
//
// Times are nanoseconds as Numbers, which are exact up to 104 days.

const MAGIC = "TFLM";
const SIGMA_UNIT = 1e6;

/** readRecording returns the header and the columns of a recording, each an array of numbers. */
export async function readRecording(buffer) {
  const bytes = new Uint8Array(buffer);
  if (bytes.length < 8 || String.fromCharCode(...bytes.subarray(0, 4)) !== MAGIC) {
    throw new Error("this is no recording of a run: it does not begin with " + MAGIC);
  }
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  if (length > bytes.length - 8) throw new Error("the recording is cut off in its header");
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  if (header.version !== 2) throw new Error(`the recording has format ${header.version}; this page reads 2`);
  const cells = header.grid.sides.reduce((a, b) => a * b, 1);
  if (cells !== header.topology.procs) throw new Error(`${header.topology.procs} processors on a grid of ${cells}`);
  const body = await inflate(bytes.subarray(8 + length));
  const sections = new Map();
  let at = 0;
  for (const { name, bytes: size } of header.sections) {
    sections.set(name, body.subarray(at, at + size));
    at += size;
  }
  if (at !== body.length) throw new Error("the recording is cut off");
  return { header, columns: readColumns(header, sections) };
}

async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function readColumns(h, sections) {
  const n = h.topology.procs;
  const messages = sections.get("message.kind").length;
  const links = count(sections.get("flow.links"), h.spans);
  const parcels = readParcels(h, sections, messages);
  return {
    place: sections.has("place") ? integers(sections, "place", n) : null,
    looks: readLooks(h, sections),
    cells: states(sections.get("cells"), h.looks, n),
    loads: h.loads ? states(sections.get("loads"), h.looks, n) : null,
    changes: { time: running(sections, "change.time", h.changes), what: integers(sections, "change.what", h.changes) },
    parcels,
    ...readOrigins(h, sections, parcels),
    flows: {
      count: links.each,
      link: integers(sections, "flow.link", links.sum),
      elements: integers(sections, "flow.elements", links.sum),
      messages: integers(sections, "flow.messages", links.sum),
    },
  };
}

function readLooks(h, sections) {
  const sigma = numbers(sections, "look.sigma", h.looks);
  for (let i = 0; i < sigma.length; i++) sigma[i] /= SIGMA_UNIT;
  return {
    time: running(sections, "look.time", h.looks),
    sent: running(sections, "look.sent", h.looks),
    messages: running(sections, "look.messages", h.looks),
    phases: running(sections, "look.phases", h.looks),
    done: running(sections, "look.done", h.looks, true),
    sigma,
    round: numbers(sections, "look.round", h.looks),
    kinds: numbers(sections, "look.kinds", h.looks * h.kinds),
  };
}

function readParcels(h, sections, messages) {
  const p = {
    ...readWays(sections, "parcel", h.parcels),
    message: new Int32Array(h.parcels), // the number of a message among the messages
    kind: sections.get("message.kind"),
    round: numbers(sections, "message.round", messages),
    a: floats(sections.get("message.a"), messages),
    b: floats(sections.get("message.b"), messages),
  };
  let next = 0;
  for (let i = 0; i < h.parcels; i++) p.message[i] = p.elements[i] === 0 ? next++ : -1;
  return p;
}

// When and where parcels went, and with how many elements.
function readWays(sections, name, n) {
  const p = {
    sent: running(sections, `${name}.sent`, n),
    arrived: numbers(sections, `${name}.took`, n),
    from: integers(sections, `${name}.from`, n),
    to: integers(sections, `${name}.to`, n),
    elements: integers(sections, `${name}.elements`, n),
  };
  for (let i = 0; i < n; i++) {
    p.arrived[i] = p.arrived[i] === 0 ? Infinity : p.sent[i] + p.arrived[i] - 1;
    p.to[i] = p.from[i] + unfolded(p.to[i]);
  }
  return p;
}

// Where work came from. Moves are the elements of the transfers, numbered from 1 on. earlier has for each the number of the move by which
// its sender had got it, or 0; takes say by which move a processor has what it works on.
function readOrigins(h, sections, parcels) {
  const whole = h.from === 0 && h.to > h.end;
  const transfers = whole ? firstTransfers(parcels, h.transfers) : readWays(sections, "transfer", h.transfers);
  const earlier = integers(sections, "move.earlier", h.moves);
  const got = Array.from({ length: h.topology.procs }, () => []); // by rank, the moves to it
  let move = 0;
  for (let i = 0; i < h.transfers; i++) {
    const from = got[transfers.from[i]], to = got[transfers.to[i]];
    for (let k = transfers.elements[i]; k > 0 && move < h.moves; k--) {
      if (earlier[move] > 0) earlier[move] = from[from.length - earlier[move]] ?? 0;
      to.push(++move);
    }
  }
  const takes = {
    time: running(sections, "take.time", h.takes), rank: integers(sections, "take.rank", h.takes),
    move: integers(sections, "take.move", h.takes),
  };
  const place = new Int32Array(h.topology.procs);
  for (let i = 0; i < h.takes; i++) {
    const rank = takes.rank[i];
    place[rank] += unfolded(takes.move[i]);
    takes.move[i] = place[rank] > 0 ? got[rank]?.[place[rank] - 1] ?? 0 : 0;
  }
  return { transfers, earlier, takes };
}

// The first n of the parcels that have elements.
function firstTransfers(parcels, n) {
  const which = [];
  for (let i = 0; i < parcels.sent.length && which.length < n; i++) if (parcels.elements[i] > 0) which.push(i);
  const pick = (name) => parcels[name].constructor.from(which, (i) => parcels[name][i]);
  return { sent: pick("sent"), arrived: pick("arrived"), from: pick("from"), to: pick("to"), elements: pick("elements") };
}

// The number that is written as 0, 1, 2, 3 … for 0, -1, 1, -2 …
function unfolded(zigzag) { return (zigzag >>> 1) ^ -(zigzag & 1); }

/** varints calls each with all numbers of a column of variable-length integers, which may have up to 53 bits. */
function varints(bytes, n, each) {
  let at = 0;
  for (let i = 0; i < n; i++) {
    let byte = bytes[at++];
    let x = byte & 127;
    if (byte > 127) {
      let scale = 128;
      do {
        byte = bytes[at++];
        x += (byte & 127) * scale;
        scale *= 128;
      } while (byte > 127);
    }
    each(i, x);
  }
  if (at !== bytes.length) throw new Error("a column of the recording is damaged");
}

function numbers(sections, name, n) {
  const out = new Float64Array(n);
  varints(sections.get(name), n, (i, x) => { out[i] = x; });
  return out;
}

function integers(sections, name, n) {
  const out = new Int32Array(n);
  varints(sections.get(name), n, (i, x) => { out[i] = x; });
  return out;
}

/** running sums up a column of differences, which are signed or not. */
function running(sections, name, n, signed = false) {
  const out = new Float64Array(n);
  let sum = 0;
  varints(sections.get(name), n, (i, x) => {
    sum += !signed ? x : x % 2 === 0 ? x / 2 : -(x + 1) / 2;
    out[i] = sum;
  });
  return out;
}

/** states sums up differences to the same processor in the look before. */
function states(bytes, looks, n) {
  const out = new Uint16Array(looks * n);
  varints(bytes, looks * n, (i, x) => {
    out[i] = (i < n ? 0 : out[i - n]) + unfolded(x);
  });
  return out;
}

/** floats reads four planes of bytes, the lowest first. */
function floats(bytes, n) {
  const bits = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    bits[i] = bytes[i] | (bytes[n + i] << 8) | (bytes[2 * n + i] << 16) | (bytes[3 * n + i] << 24);
  }
  return new Float32Array(bits.buffer);
}

function count(bytes, n) {
  const each = new Int32Array(n);
  let sum = 0;
  varints(bytes, n, (i, x) => { each[i] = x; sum += x; });
  return { each, sum };
}
