// recording-words.js puts into words what a recording shows: what a message says, and what a policy is doing. The words for each kind of
// message come with the recording (balance.Saying); without any, general ones do.

import { time } from "transat/numbers.js";

/** number writes a number for people: three digits of what is not whole, and commas. */
export function number(x) {
  if (x < 0) return "-" + number(-x);
  if (x === Infinity) return "infinity";
  if (Number.isNaN(x)) return "nothing";
  if (Number.isInteger(x) || x >= 100) return grouped(Math.floor(x + 0.5));
  if (x < 0.001) return "less than 0.001";
  let places = 1;
  for (let low = 10; x < low && places < 5; low /= 10) places++;
  const scale = 10 ** places;
  const digits = Math.floor(x * scale + 0.5);
  const fraction = String(digits % scale).padStart(places, "0").replace(/0+$/, "");
  return grouped(Math.floor(digits / scale)) + (fraction && "." + fraction);
}

function grouped(x) { return String(x).replace(/\B(?=(\d{3})+$)/g, ","); }

/** several is a number of things: "1 element", "2 elements". */
export function several(n, one, more = one + "s") { return `${number(n)} ${n === 1 ? one : more}`; }

function filled(text, values) { return text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? values[name] : all)); }

/** saying is the entry of a kind; the last one holds for all that follow. */
function saying(sayings, kind) { return sayings[Math.min(kind, sayings.length - 1)]; }

/** say puts a parcel into the words of the sender, or of the receiver. */
export function say(sayings, parcel, sent) {
  const peer = sent ? parcel.to : parcel.from;
  if (parcel.elements > 0) {
    const what = several(parcel.elements, "element");
    return sent ? `sent ${what} to ${number(peer)}` : `got ${what} from ${number(peer)}`;
  }
  const words = saying(sayings, parcel.kind);
  if (!words?.sent) return sent ? `sent ${number(peer)} a message` : `got a message from ${number(peer)}`;
  const values = { peer: number(peer), A: number(parcel.a), B: number(parcel.b), Round: number(parcel.round) };
  return filled(sent ? words.sent : words.heard, values);
}

/** coming says that a processor waits for elements that are under way. */
export function coming(elements, from) { return `waits for ${several(elements, "element")} on the way from ${number(from)}`; }

/** waiting says what a processor without work has done about it since; asked is the last thing it said, if any. */
export function waiting(asked) { return asked ? `waits; it ${asked}` : "waits for work"; }

const told = 3; // moves, and processors that were given something

/** cameFrom says by which moves, the last one first, a piece of work has come, and names the last few; start is the start of the run. */
export function cameFrom(moves, start, few = told) {
  const dealt = start === "spread" || start === "frontier";
  if (moves.length === 0) return `a part of what it ${dealt ? "was dealt at the start" : "has had since the search began here"}`;
  const some = moves.slice(0, moves.length > few + 1 ? few : moves.length);
  let text = some.map((m, i) => `${i > 0 ? ", which had it " : ""}from ${number(m.from)}, at ${time(m.arrived)}`).join("");
  const more = moves.length - some.length;
  if (more > 0) text += `, and so on by ${number(more)} more moves, back to ${number(moves.at(-1).from)}`;
  return `a piece ${text}, ${dealt ? "which was dealt it at the start" : "where the search began"}`;
}

/** gave says what a processor has given to whom. */
export function gave({ elements, to }) {
  if (elements === 0) return "It has given nothing away";
  const some = to.slice(0, to.length > told + 1 ? told : to.length), more = to.slice(some.length);
  if (to.length === 1) return `It has given away ${several(elements, "element")}, to ${number(to[0].rank)}`;
  const parts = some.map((x) => `${number(x.rank)} (${number(x.elements)})`);
  if (more.length > 0) parts.push(`${number(more.length)} others (${number(more.reduce((sum, x) => sum + x.elements, 0))})`);
  const last = parts.pop();
  return `It has given away ${several(elements, "element")}, to ${parts.join(", ")} and ${last}`;
}

/** describe gathers what the sentence about a time is made of. */
export function describe(recording, t) {
  const { header, columns } = recording;
  const n = header.topology.procs;
  const k = recording.look(t);
  const about = { over: t >= header.end, header, idle: recording.stateAt(t).idle, elements: 0, messages: 0, doing: "" };
  about.phase = Math.max(1, Math.ceil(columns.looks.phases[k] / n));
  const next = Math.min(k + 1, columns.looks.time.length - 1);
  about.round = columns.looks.round[next];
  let kinds = new Float64Array(256);
  about.known = recording.knows(t);
  if (about.known) {
    const flying = recording.scratch = recording.inFlight(t, recording.scratch);
    for (let i = 0; i < flying.n; i++) {
      if (flying.elements[i] > 0) {
        about.elements += flying.elements[i];
        continue;
      }
      about.messages++;
      kinds[recording.parcels.kind[recording.parcels.message[flying.which[i]]]]++;
    }
  }
  if (about.messages === 0) kinds = columns.looks.kinds.subarray(next * header.kinds, (next + 1) * header.kinds);
  let most = 0;
  for (let i = 0; i < kinds.length; i++) {
    const words = saying(header.sayings, i);
    if (words?.doing && kinds[i] > most) {
      most = kinds[i];
      about.doing = words.doing;
    }
  }
  if (!about.doing && about.known && about.elements + about.messages === 0) about.doing = header.quiet;
  return about;
}

/** sentence puts it into words. */
export function sentence(about) {
  const { header, idle } = about;
  const n = header.topology.procs;
  if (about.over) {
    const time = `${number(header.end / 1e9)} s`;
    if (header.found) return `A solution ends the search after ${time}.`;
    return header.complete ? `The search is over after ${time}.` : `The simulation was ended after ${time}.`;
  }
  const parts = [];
  if (about.doing) parts.push(doing(about));
  if (about.elements > 0) parts.push(`${several(about.elements, "element is on its", "elements are on their")} way`);
  if (!about.doing && about.messages > 0) parts.push(several(about.messages, "message is", "messages are") + " under way");
  if (idle === 0) parts.push("everyone has work");
  else if (idle === n) parts.push("no processor has work");
  else parts.push(`${number(idle)} of ${several(n, "processor")} ${idle === 1 ? "has" : "have"} no work`);
  return full(parts.join("; "));
}

/** activity is the part of the sentence that has no count in it: what the policy does around that time, "" if that is nothing of note. */
export function activity(about) { return about.doing && !about.over ? full(doing(about)) : ""; }

function doing(about) { return filled(about.doing, { phase: number(about.phase), Round: number(about.round) }); }

function full(text) { return text[0].toUpperCase() + text.slice(1) + "."; }
