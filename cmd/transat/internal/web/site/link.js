// link.js writes what a room shows into the address's fragment, which no server ever sees, and reads it again:
//
//   #race?tree=250-1075-3/4&grid=32x32&policy=plb,lade&z=q1YqS0wp…
//
// Plain texts and numbers stand there readably, so that a link can be written by hand. All else, such as {scripts: {"mine.star":
// source}}, is one value z: JSON, deflated, in base64 for addresses.

/** The fragment, with its #, for a room and its fields. Empty ones are left out. */
export async function encode(room, fields = {}) {
  const plain = [], rest = {};
  for (const [key, value] of Object.entries(fields)) {
    if (value === null || value === undefined || value === "") continue;
    if (typeof value === "object") { if (Object.keys(value).length > 0) rest[key] = value; }
    else plain.push(`${key}=${readable(String(value))}`);
  }
  if (Object.keys(rest).length > 0) plain.push(`z=${await pack(rest)}`);
  return `#${room}${plain.length ? `?${plain.join("&")}` : ""}`;
}

/** What a fragment says: {room, path, query}. #tours/liquid has the room tours and the path liquid. */
export async function decode(fragment) {
  const [address, search = ""] = split(fragment.replace(/^#/, ""), "?");
  const [room, path = ""] = split(address, "/");
  const query = {};
  for (const part of search.split("&").filter(Boolean)) {
    const [key, value = ""] = split(part, "=");
    if (key === "z") Object.assign(query, await unpack(value));
    else query[text(key)] = text(value);
  }
  return { room: text(room), path: text(path), query };
}

function split(s, at) {
  const i = s.indexOf(at);
  return i < 0 ? [s] : [s.slice(0, i), s.slice(i + at.length)];
}

function text(s) {
  try { return decodeURIComponent(s.replaceAll("+", " ")); } catch { return s; }
}

const readable = (s) => encodeURIComponent(s).replace(/%(2F|2C|3A|40)/gi, decodeURIComponent).replaceAll("%3D", "=");

async function pack(value) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const b of bytes) binary += String.fromCharCode(b);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// A link may come from anyone: what it unpacks to is bounded.
const most = 1 << 20;

async function unpack(packed) {
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(Uint8Array.from(binary, (c) => c.charCodeAt(0)), new DecompressionStream("deflate-raw"));
    const value = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch (error) {
    throw new Error(`the end of this link (z=…) is damaged, it may have been cut off: ${error.message}`);
  }
}

async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error(`it holds more than ${most} bytes`);
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return all;
}
