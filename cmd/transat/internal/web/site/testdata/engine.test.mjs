// engine.js with workers that are not there: what it sends to them, and what it makes of their answers. node --test runs it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Engine, EngineError } from "transat/engine.js";

// A worker that does as it is told by the test: answers by hand, or by itself where auto has an answer.
class FakeWorker {
  static all = [];
  static auto = () => undefined;

  constructor(address) {
    this.address = String(address);
    this.sent = [];
    this.ended = false;
    FakeWorker.all.push(this);
  }

  postMessage(message, transfer = []) {
    this.moved = transfer.length;
    if (message.start) return queueMicrotask(() => this.say({ ready: true }));
    this.file = message.file;
    const call = { id: message.id, ...JSON.parse(message.request), blobs: message.blobs };
    this.sent.push(call);
    const answer = FakeWorker.auto(call, this);
    if (answer) queueMicrotask(() => this.reply(call.id, answer.json, answer.blobs));
  }

  terminate() {
    this.ended = true;
  }

  say(data) {
    if (!this.ended) this.onmessage({ data });
  }

  reply(id, json = {}, blobs = []) {
    this.say({ id, json: JSON.stringify(json), blobs });
  }

  // The names of what was sent to it.
  get did() {
    return this.sent.map((call) => call.do);
  }
}

// All that is not answered by hand happens in microtasks, so a number of turns is enough.
const settled = async () => {
  for (let i = 0; i < 200; i++) await null;
};

const program = new Uint8Array([0, 0x61, 0x73, 0x6d]);
const response = (bytes) => ({ ok: true, arrayBuffer: async () => bytes.buffer.slice(0) });
const compile = WebAssembly.compile;
let fetched, compiled, answerOfServer;

beforeEach(() => {
  FakeWorker.all = [];
  FakeWorker.auto = () => undefined;
  [fetched, compiled] = [0, []];
  answerOfServer = () => response(program);
  globalThis.Worker = FakeWorker;
  globalThis.fetch = async () => {
    fetched++;
    return answerOfServer();
  };
  WebAssembly.compile = async (bytes) => {
    if (bytes.byteLength > 1000) return compile(bytes); // a part of node itself
    compiled.push([...new Uint8Array(bytes)]);
    return { program: true };
  };
});

const engineOf = (workers) => new Engine({ base: "http://here/folder/index.html", workers });
const small = { json: { nodes: 5, bytes: 80 }, blobs: [new Uint8Array([1, 2, 3])] };
const trees = (reply) => (call) => ({ tree: reply, load: { json: {} } })[call.do];

test("a tree is recorded once, and handed to the other worker", async () => {
  FakeWorker.auto = trees(small);
  const engine = engineOf(2);
  const runs = [1, 2, 3].map((seed) => engine.request({ do: "run", tree: "t", policy: "plb", seed }));
  await settled();
  const [first, second] = FakeWorker.all;
  assert.equal(FakeWorker.all.length, 2);
  assert.deepEqual(first.did, ["tree", "run"]);
  assert.deepEqual(second.did, ["load", "run"]);
  assert.deepEqual([...second.sent[0].blobs[0]], [1, 2, 3]);
  assert.equal(second.sent[0].tree, "t");
  assert.equal(fetched, 1);
  first.reply(first.sent[1].id, { row: 1 }, [new Uint8Array([7])]);
  await settled();
  assert.deepEqual(first.did, ["tree", "run", "run"]); // the third had to wait
  first.reply(first.sent[2].id, { row: 3 });
  second.reply(second.sent[1].id, { row: 2 });
  const replies = await Promise.all(runs);
  assert.deepEqual(replies.map((r) => r.row), [1, 2, 3]);
  assert.deepEqual([...new Uint8Array(replies[0].blobs[0])], [7]);
});

test("a very large tree stays where it was recorded", async () => {
  FakeWorker.auto = trees({ ...small, json: { bytes: 3e8 } });
  const engine = engineOf(4);
  const runs = [1, 2].map((seed) => engine.request({ do: "run", tree: "t", policy: "plb", seed }));
  await settled();
  const [home] = FakeWorker.all;
  assert.deepEqual(FakeWorker.all.filter((w) => !w.ended).map((w) => w.did), [["tree", "run"]]);
  home.reply(home.sent[1].id);
  await settled();
  home.reply(home.sent[2].id);
  await Promise.all(runs);
  const other = engine.request({ do: "catalogue" });
  await settled();
  home.reply(home.sent.at(-1).id);
  await other;
});

test("a file is read in a worker, kept for all of them, and not forgotten for trees that can be had again", async () => {
  const brought = ({ tree }) => ({ json: { kind: "tree", name: tree, file: `hash of ${tree}`, bytes: 80 }, blobs: [new Uint8Array([4, 2])] });
  FakeWorker.auto = (call) => (call.do === "read" ? brought(call) : { tree: small, load: { json: {} }, run: { json: {} } }[call.do]);
  const engine = engineOf(1);
  const source = { tree: "mine", file: "hash of mine" };
  assert.equal(engine.has(source), false);
  const file = { name: "mine", size: 12 };
  const reply = await engine.read(file);
  const [worker] = FakeWorker.all;
  assert.equal(worker.file, file);
  assert.equal(reply.file, source.file);
  assert.equal(engine.has(source), true);
  assert.equal(engine.has({ tree: "another name", file: source.file }), true);
  for (const tree of "abcdef") await engine.request({ do: "run", tree, policy: "plb" });
  assert.equal(engine.has(source), true);
  await engine.request({ do: "run", ...source, policy: "plb" });
  assert.deepEqual(worker.did.slice(-2), ["load", "run"]); // from the bytes that are kept
  assert.deepEqual([...worker.sent.at(-2).blobs[0]], [4, 2]);
  assert.equal(worker.sent.at(-1).file, source.file);
  for (const name of "abcd") await engine.read({ name, size: 1 });
  assert.equal(engine.has(source), false); // four others came
});

test("a formula of a file comes as a text", async () => {
  const text = "p cnf 1 1\n1 0\n";
  FakeWorker.auto = () => ({ json: { kind: "formula", name: "f.cnf", file: "h" }, blobs: [new TextEncoder().encode(text)] });
  assert.equal((await engineOf(1).read({ name: "f.cnf", size: 14 })).plain, text);
});

test("progress grows from the recording to the end of the run", async () => {
  const engine = engineOf(1);
  const heard = [];
  const run = engine.request({ do: "run", tree: "t", policy: "plb" }, { onProgress: (share, what) => heard.push([share, what]) });
  await settled();
  const [worker] = FakeWorker.all;
  worker.say({ id: worker.sent[0].id, share: 0.5, what: "recording" });
  worker.reply(worker.sent[0].id, small.json, small.blobs);
  await settled();
  worker.say({ id: worker.sent[1].id, share: 0.5, what: "simulating" });
  worker.reply(worker.sent[1].id);
  await run;
  assert.deepEqual(heard, [[0.125, "recording"], [0.625, "simulating"]]);
});

test("to cancel is to end the worker; others go on", async () => {
  const engine = engineOf(1);
  const cancel = new AbortController();
  const long = engine.request({ do: "check", policy: "plb" }, { signal: cancel.signal });
  const waiting = new AbortController();
  const never = engine.request({ do: "check", policy: "dn" }, { signal: waiting.signal });
  const next = engine.request({ do: "catalogue" });
  await settled();
  waiting.abort();
  await assert.rejects(never, { name: "AbortError" });
  cancel.abort();
  await assert.rejects(long, { name: "AbortError" });
  await settled();
  const [old, fresh] = FakeWorker.all;
  assert.equal(old.ended, true);
  assert.deepEqual(old.did, ["check"]);
  assert.deepEqual(fresh.did, ["catalogue"]);
  fresh.reply(fresh.sent[0].id, { version: "x" });
  assert.equal((await next).version, "x");
  const gone = AbortSignal.abort();
  await assert.rejects(engine.request({ do: "catalogue" }, { signal: gone }), { name: "AbortError" });
});

test("a recording goes on while anyone waits for it", async () => {
  const engine = engineOf(2);
  const [one, two] = [new AbortController(), new AbortController()];
  const first = engine.request({ do: "run", tree: "t", policy: "plb" }, { signal: one.signal });
  const second = engine.request({ do: "run", tree: "t", policy: "dn" }, { signal: two.signal });
  await settled();
  one.abort();
  await assert.rejects(first, { name: "AbortError" });
  await settled();
  const [worker] = FakeWorker.all;
  assert.equal(worker.ended, false);
  two.abort();
  await assert.rejects(second, { name: "AbortError" });
  await settled();
  assert.equal(worker.ended, true);
  FakeWorker.auto = trees(small);
  const again = engine.request({ do: "run", tree: "t", policy: "dn" });
  await settled();
  const fresh = FakeWorker.all.at(-1);
  assert.deepEqual(fresh.did, ["tree", "run"]);
  fresh.reply(fresh.sent[1].id, { row: 4 });
  assert.equal((await again).row, 4);
});

test("an error says where; a program that stops is told clearly, and the next request works", async () => {
  const engine = engineOf(1);
  const wrong = engine.request({ do: "check", policy: "m.star" });
  await settled();
  const [worker] = FakeWorker.all;
  worker.say({ id: worker.sent[0].id, error: { message: "m.star:2:4: no", file: "m.star", line: 2, column: 4, bare: "no" } });
  await assert.rejects(wrong, (e) => e instanceof EngineError && e.line === 2 && e.bare === "no" && !e.fatal);
  for (const [says, expected] of [["fatal error: out of memory", /ran out of memory/], ["panic: oops", /stopped \(panic: oops\)/]]) {
    const doomed = engine.request({ do: "check", policy: "plb" });
    await settled();
    FakeWorker.all.at(-1).say({ fatal: says });
    await assert.rejects(doomed, (e) => e instanceof EngineError && expected.test(e.message) && e.fatal);
  }
  const thrown = engine.request({ do: "check", policy: "plb" });
  await settled();
  FakeWorker.all.at(-1).onerror({ message: "no such script", preventDefault() {} });
  await assert.rejects(thrown, /no such script/);
  const next = engine.request({ do: "catalogue" });
  await settled();
  FakeWorker.all.at(-1).reply(1, { version: "x" });
  assert.equal((await next).version, "x");
  assert.equal(FakeWorker.all.length, 4);
});

test("a recording that fails is tried again when it is asked for again", async () => {
  const engine = engineOf(1);
  const first = engine.request({ do: "tree", tree: "t" });
  await settled();
  const [worker] = FakeWorker.all;
  worker.say({ id: worker.sent[0].id, error: { message: "too large" } });
  await assert.rejects(first, /too large/);
  FakeWorker.auto = trees(small);
  assert.equal((await engine.request({ do: "tree", tree: "t" })).nodes, 5);
});

test("a program that cannot be had is an error, and is asked for again", async () => {
  const engine = engineOf(1);
  answerOfServer = () => ({ ok: false, status: 404, statusText: "Not Found" });
  await assert.rejects(engine.request({ do: "catalogue" }), /cannot be loaded: \/folder\/transat.wasm.gz: 404 Not Found/);
  answerOfServer = () => response(program);
  FakeWorker.auto = () => ({ json: { version: "x" } });
  assert.equal((await engine.request({ do: "catalogue" })).version, "x");
  assert.equal(fetched, 2);
});

test("a packed program is unpacked", async () => {
  const packed = new Blob([program]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  answerOfServer = () => response(bytes);
  FakeWorker.auto = () => ({ json: { version: "x" } });
  assert.equal((await engineOf(1).request({ do: "catalogue" })).version, "x");
  assert.deepEqual(compiled, [[...program]]);
});

test("the second worker starts while the first records", async () => {
  const engine = engineOf(2);
  const runs = ["plb", "dn", "steal"].map((policy) => engine.request({ do: "run", tree: "t", policy }));
  await settled();
  assert.deepEqual(FakeWorker.all.map((w) => w.did), [["tree"], []]);
  engine.close();
  for (const run of runs) await assert.rejects(run, /closed/);
});

test("a very large tree is moved to one worker, and asked for again if that is lost", async () => {
  FakeWorker.auto = (call) => (call.do === "load" ? { json: { nodes: 9e6, bytes: 2e8 } } : undefined);
  const engine = engineOf(2);
  const source = { tree: "big" };
  assert.equal(engine.has(source), false);
  await engine.load(source, new Uint8Array(17e6));
  assert.equal(FakeWorker.all[0].moved, 1);
  assert.equal(engine.has(source), true);
  const stop = new AbortController();
  const runs = ["plb", "dn"].map((policy, i) => engine.request({ do: "run", ...source, policy }, i === 0 ? { signal: stop.signal } : {}));
  await settled();
  assert.deepEqual(FakeWorker.all.map((w) => w.did), [["load", "run"]]);
  stop.abort();
  await assert.rejects(runs[0], { name: "AbortError" });
  await assert.rejects(runs[1], /loads it again/);
  assert.equal(engine.has(source), false);
  engine.close();
});

test("a loaded tree is not recorded", async () => {
  FakeWorker.auto = (call) => ({ json: { nodes: 9, bytes: 9 }, blobs: [], did: call.do });
  const engine = engineOf(2);
  await engine.load({ tree: "big" }, new Uint8Array([9]));
  assert.equal((await engine.request({ do: "tree", tree: "big" })).nodes, 9);
  FakeWorker.auto = trees();
  const runs = [1, 2].map((seed) => engine.request({ do: "run", tree: "big", policy: "plb", seed }));
  await settled();
  assert.deepEqual(FakeWorker.all.map((w) => w.did), [["load", "run"], ["load", "run"]]);
  assert.deepEqual([...FakeWorker.all[1].sent[0].blobs[0]], [9]);
  engine.close();
  for (const run of runs) await assert.rejects(run, /closed/);
});
