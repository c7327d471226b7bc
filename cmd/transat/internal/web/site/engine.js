// Requests to the engine: the WebAssembly program of transat, in a pool of workers.
//
//   const engine = new Engine();
//   const reply = await engine.request({ do: "run", tree: "250-1075-3/4", grid: "32x32", policy: "plb" },
//     { onProgress: (share, what) => …, signal });
//   reply.row, reply.setup …, reply.blobs[0]   // an ArrayBuffer: the recording
//
// What requests there are, and their fields, says package web/engine (requests.go). A request fails with an EngineError,
// which says where a mistake in a script or formula lies, or, if its signal was aborted, with the signal's reason.
//
// The program is fetched and compiled once. A request runs in a worker of its own, of which there are as many as the
// computer has cores, at most MOST; others wait in line. A tree is recorded by one worker, and handed to the others as
// bytes; a very large one stays in the worker that recorded or loaded it, since copies would take too much memory. To
// cancel a request is to terminate its worker; another one starts when it is needed.

import { parse, stringify } from "transat/exact.js";

const MOST = 4; // workers
const LARGE = 100e6; // bytes of memory of a tree of which there is one copy only
const TREE_SHARE = 0.25; // of the time of a request, that its tree is taken to need
const MOVED = 16e6; // bytes of a file of a tree that is so large
const MOST_TREES = 4; // that are remembered, and as many of files

// EngineError is an error that the engine tells: file, line, column and bare are those of a mistake in what the visitor
// wrote, if it is one.
export class EngineError extends Error {
  constructor({ message, file, line, column, bare, ...rest }) {
    super(message);
    this.name = "EngineError";
    Object.assign(this, { file, line, column, bare: bare ?? message }, rest);
  }
}

export class Engine {
  #base;
  #most;
  #program; // a promise of the compiled program
  #workers = [];
  #queue = []; // tasks that wait for a worker
  #trees = new Map(); // by key: RecordedTree
  #closed = false;

  // base is the address of the page's folder; workers is how many there may be.
  constructor({ base = document.baseURI, workers } = {}) {
    this.#base = base;
    this.#most = workers ?? Math.max(1, Math.min(MOST, navigator.hardwareConcurrency ?? 2));
  }

  // How many requests can be under way at the same time.
  get workers() {
    return this.#most;
  }

  // Begins to fetch and compile the program, and starts a worker, so that the first request need not wait.
  async warm() {
    await this.#compiled();
    if (this.#workers.length === 0) await this.#start().ready;
  }

  // Sends a request. onProgress(share, what) is told how far it has come; blobs are Uint8Arrays that belong to it.
  async request(fields, { onProgress, signal, blobs = [] } = {}) {
    signal?.throwIfAborted();
    const source = sourceOf(fields);
    if (!source) return this.#run({ fields, blobs, onProgress, signal });
    const recording = this.#recording(source);
    const known = recording.done;
    // Who comes second will run beside the first: its worker starts while the tree is recorded.
    if (!known && this.#workers.length <= recording.waiting.size && this.#workers.length < this.#most) this.#start();
    const both = onProgress && !known;
    const tree = await recording.wait(signal, both && ((share, what) => onProgress(TREE_SHARE * share, what)));
    if (recording.large) this.#alone(recording.key);
    const later = both ? (share, what) => onProgress(TREE_SHARE + (1 - TREE_SHARE) * share, what) : onProgress;
    if (fields.do === "tree") return { ...tree.reply, blobs: [] };
    return this.#run({ fields, blobs, onProgress: later, signal, recording });
  }

  // Tells whether what is asked of a tree need neither load nor record it first.
  has(source) {
    const recording = this.#trees.get(keyOf(source));
    return recording !== undefined && !recording.failed && this.#reachable(recording);
  }

  // Takes a tree that was recorded before, as bytes: one of the server's. What is asked of it later need not record it.
  // The bytes are the engine's from then on: if there are many, they are moved rather than copied.
  async load({ tree, cnf, rule }, bytes, { onProgress, signal } = {}) {
    const source = { tree, cnf, rule };
    const fields = { do: "load", ...source };
    const worker = {};
    const move = bytes.length > MOVED;
    const reply = await this.#run({ fields, blobs: [bytes], move, onProgress, signal, took: worker });
    const recording = RecordedTree.of(source, reply, move ? undefined : bytes, worker.worker);
    await recording.wait();
    this.#keep(recording);
    return reply;
  }

  // Reads a file that the visitor brings, piece by piece, in a worker: a tree, which is kept like one that was recorded, or a formula,
  // whose text is the reply's formula.
  async read(file, { onProgress, signal } = {}) {
    const took = {};
    const fields = { do: "read", tree: file.name, memory: globalThis.navigator?.deviceMemory };
    const reply = await this.#run({ fields, blobs: [], file, onProgress, signal, took });
    const bytes = new Uint8Array(reply.blobs[0]);
    if (reply.kind !== "tree") return { ...reply, plain: new TextDecoder().decode(bytes) };
    const recording = RecordedTree.of({ tree: reply.name, file: reply.file }, reply, bytes, took.worker);
    await recording.wait();
    this.#keep(recording);
    return reply;
  }

  // Remembers a tree, and forgets the oldest: a file cannot be had again without the visitor, so those stay longer.
  #keep(recording) {
    const trees = this.#trees;
    trees.delete(recording.key);
    trees.set(recording.key, recording);
    for (const brought of [true, false]) {
      const some = [...trees.values()].filter((t) => Boolean(t.source.file) === brought);
      for (const old of some.slice(0, Math.max(0, some.length - MOST_TREES))) trees.delete(old.key);
    }
  }

  // Ends the workers that have nothing to do, but the one with a very large tree: their memory is needed.
  #alone(key) {
    for (const w of this.#workers.filter((w) => !w.task && w.tree !== key)) this.#drop(w);
  }

  // Whether a tree is somewhere: as bytes, or in the worker that has the only copy.
  #reachable({ done, moved, key }) {
    return !done || !moved || this.#workers.some((w) => w.tree === key);
  }

  // Ends all workers. Requests that are under way fail.
  close() {
    this.#closed = true;
    for (const w of [...this.#workers]) this.#drop(w, new EngineError({ message: "the engine was closed" }));
    for (const task of this.#queue.splice(0)) task.reject(new EngineError({ message: "the engine was closed" }));
  }

  // The recording of a tree, which begins if there is none.
  #recording(source) {
    const key = keyOf(source);
    let recording = this.#trees.get(key);
    if (recording && !recording.failed && this.#reachable(recording)) return recording;
    recording = new RecordedTree(source, (signal, onProgress) => {
      const took = {};
      const fields = { do: "tree", ...source };
      return this.#run({ fields, blobs: [], onProgress, signal, took }).then((reply) => ({
        reply: { ...reply, blobs: undefined },
        bytes: reply.blobs[0] && new Uint8Array(reply.blobs[0]),
        home: took.worker,
      }));
    });
    this.#keep(recording);
    return recording;
  }

  // Runs a task: waits for a worker, and for its answer.
  #run(task) {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new EngineError({ message: "the engine was closed" }));
      const { signal } = task;
      task.resolve = resolve;
      task.reject = reject;
      task.abort = () => {
        const i = this.#queue.indexOf(task);
        if (i >= 0) this.#queue.splice(i, 1);
        else if (task.worker) this.#drop(task.worker);
        reject(signal.reason);
        this.#next();
      };
      signal?.addEventListener("abort", task.abort, { once: true });
      this.#queue.push(task);
      this.#next();
    });
  }

  // Gives the tasks that wait to the workers that are free, or to new ones.
  #next() {
    for (const task of [...this.#queue]) {
      const worker = this.#workerFor(task);
      if (!worker) continue;
      this.#queue.splice(this.#queue.indexOf(task), 1);
      worker.task = task;
      task.worker = worker;
      if (task.took) task.took.worker = worker;
      this.#hand(worker, task).catch((error) => this.#drop(worker, error));
    }
  }

  // A free worker for a task: the one that has its tree, or else any.
  #workerFor({ recording }) {
    const free = this.#workers.filter((w) => !w.task);
    const home = recording?.large && this.#workers.find((w) => w.tree === recording.key);
    if (home) return free.includes(home) ? home : undefined;
    const having = recording && free.find((w) => w.tree === recording.key);
    if (having) return having;
    if (free.length > 0) return free[0];
    return this.#workers.length < this.#most ? this.#start() : undefined;
  }

  // Sends a task to a worker, after the tree that it needs.
  async #hand(worker, task) {
    const { recording } = task;
    await worker.ready;
    if (worker.task !== task) return; // it was cancelled meanwhile
    if (recording?.moved && worker.tree !== recording.key) {
      const message = "the engine has lost the tree; the next run loads it again";
      return this.#finish(worker, task, () => task.reject(new EngineError({ message })));
    }
    if (recording && worker.tree !== recording.key) {
      worker.tree = recording.key;
      const { bytes, source } = recording;
      if (bytes) await this.#send(worker, { do: "load", ...source }, [bytes]);
    }
    const source = sourceOf(task.fields);
    try {
      const reply = await this.#send(worker, task.fields, task.blobs, task);
      if (source) worker.tree = keyOf(source);
      this.#finish(worker, task, () => task.resolve(reply));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.#finish(worker, task, () => task.reject(error));
    }
  }

  #finish(worker, task, settle) {
    task.signal?.removeEventListener("abort", task.abort);
    if (worker.task === task) worker.task = undefined;
    settle();
    this.#next();
  }

  // Sends a request to a worker, and waits for the reply.
  #send(worker, fields, blobs, { onProgress, move, file } = {}) {
    return new Promise((resolve, reject) => {
      worker.calls.set(++worker.last, { resolve, reject, onProgress });
      const call = { id: worker.last, request: stringify(fields), blobs, file };
      worker.thread.postMessage(call, move ? blobs.map((b) => b.buffer) : []);
    });
  }

  // Starts a worker.
  #start() {
    const thread = new Worker(new URL("worker.js", this.#base));
    const worker = { thread, calls: new Map(), last: 0, tree: "", task: undefined };
    worker.ready = new Promise((resolve, reject) => {
      worker.begun = resolve;
      worker.failed = reject;
    });
    worker.ready.catch(() => {}); // who waits for it is told
    thread.onmessage = ({ data }) => this.#heard(worker, data);
    thread.onerror = (event) => {
      event.preventDefault();
      this.#drop(worker, lost(event.message));
    };
    this.#compiled().then(
      (module) => thread.postMessage({ start: module }),
      (error) => this.#drop(worker, error),
    );
    this.#workers.push(worker);
    return worker;
  }

  #heard(worker, { id, ready, share, what, json, blobs, error, fatal }) {
    if (ready) return worker.begun();
    if (fatal !== undefined) return this.#drop(worker, lost(fatal));
    const call = worker.calls.get(id);
    if (!call) return;
    if (share !== undefined) return call.onProgress?.(share, what);
    worker.calls.delete(id);
    if (error) call.reject(new EngineError(error));
    else call.resolve({ ...parse(json), blobs: blobs.map((b) => b.buffer) });
  }

  // Ends a worker, and what it is doing.
  #drop(worker, error) {
    worker.thread.terminate();
    worker.failed(error);
    this.#workers = this.#workers.filter((w) => w !== worker);
    const { task } = worker;
    worker.task = undefined;
    if (task && error) {
      task.signal?.removeEventListener("abort", task.abort);
      task.reject(error);
    }
    if (!this.#closed) this.#next();
  }

  #compiled() {
    this.#program ??= compile(new URL("transat.wasm.gz", this.#base)).catch((error) => {
      this.#program = undefined; // the next request tries again
      throw error;
    });
    return this.#program;
  }
}

// A tree that is being recorded, or was: several requests may wait for it. When none does any more, it is cancelled.
class RecordedTree {
  constructor(source, begin) {
    this.source = source;
    this.key = keyOf(source);
    this.waiting = new Set();
    this.cancel = new AbortController();
    this.result = begin(this.cancel.signal, (share, what) => {
      for (const w of this.waiting) w.onProgress?.(share, what);
    });
    this.result.then(
      ({ reply, bytes, home, moved }) => {
        this.done = true;
        this.bytes = bytes;
        this.moved = moved === true;
        this.large = this.moved || reply.bytes > LARGE;
        if (home) home.tree = this.key;
      },
      () => (this.failed = true),
    );
  }

  // Without bytes, they were moved to the worker at home.
  static of(source, reply, bytes, home) {
    return new RecordedTree(source, async () => ({ reply: { ...reply, blobs: undefined }, bytes, home, moved: !bytes }));
  }

  wait(signal, onProgress) {
    const waiter = { onProgress };
    this.waiting.add(waiter);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.delete(waiter);
        if (this.waiting.size === 0 && !this.done) {
          this.failed = true;
          this.cancel.abort();
        }
        reject(signal.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.result.then(resolve, reject).finally(() => {
        this.waiting.delete(waiter);
        signal?.removeEventListener("abort", leave);
      });
    });
  }
}

// The fields that say which tree a request needs, or undefined if it needs none.
function sourceOf({ do: what, tree, cnf, rule, file }) {
  if (what === "load" || what === "read" || !(tree || cnf)) return undefined;
  return { tree, cnf, rule, file };
}

function keyOf({ tree, cnf, rule, file }) {
  return file && !cnf ? `file ${file}` : stringify([tree ?? "", cnf ?? "", rule || "lex"]);
}

function lost(why) {
  const memory = /memory/i.test(why ?? "");
  const message = memory
    ? "the engine ran out of memory; a smaller tree, or fewer processors, will do"
    : `the engine stopped (${why || "no reason is known"}); please report it with the settings`;
  return new EngineError({ message, fatal: true });
}

// Fetches and compiles the program. It is compressed, unless a host has unpacked it on the way.
async function compile(address) {
  const response = await fetch(address);
  if (!response.ok) {
    throw new EngineError({ message: `the engine cannot be loaded: ${address.pathname}: ${response.status} ${response.statusText}` });
  }
  let bytes = await response.arrayBuffer();
  const [first, second] = new Uint8Array(bytes, 0, 2);
  if (first === 0x1f && second === 0x8b) {
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    bytes = await new Response(unpacked).arrayBuffer();
  }
  return WebAssembly.compile(bytes);
}
