// worker.js with a program that is not there: what it makes of its answers, and of its end. node --test runs it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import vm from "node:vm";

const source = readFileSync(createRequire(import.meta.url).resolve("transat/worker.js"), "utf8");

// A worker with a program: run is what Go's run does, do is what answers requests.
function workerWith({ run = () => new Promise(() => {}), answer = async () => ({ json: "{}", blobs: [] }) }) {
  const said = [];
  const context = vm.createContext({
    Error, Promise, TextDecoder,
    WebAssembly: { instantiate: async () => ({}) },
    postMessage: (message, transfer) => said.push({ ...message, moved: transfer?.length }),
    importScripts(name) {
      assert.equal(name, "wasm_exec.js");
      context.fs = { writeSync() {} };
      context.Go = class {
        importObject = {};
        run() {
          context.transatDo = answer;
          context.transatReady();
          return run(context);
        }
      };
    },
  });
  vm.runInContext(source, context);
  const send = async (data) => {
    context.onmessage({ data });
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { said, send };
}

test("a request is answered, with its progress and its blobs", async () => {
  const blob = new Uint8Array([1]);
  const answer = async (request, blobs, progress) => {
    progress(0.5, "half");
    return { json: JSON.stringify({ request, blobs: blobs.length }), blobs: [blob] };
  };
  const { said, send } = workerWith({ answer });
  await send({ start: {} });
  await send({ id: 4, request: "{}", blobs: [1, 2] });
  assert.deepEqual(said, [
    { ready: true, moved: undefined },
    { id: 4, share: 0.5, what: "half", moved: undefined },
    { id: 4, json: '{"request":"{}","blobs":2}', blobs: [blob], moved: 1 },
  ]);
});

test("an error of the program's own is told", async () => {
  const error = { message: "m.star:1:1: no", line: 1 };
  const { said, send } = workerWith({ answer: () => Promise.reject(error) });
  await send({ start: {} });
  await send({ id: 1, request: "{}", blobs: [] });
  assert.deepEqual(said.at(-1), { id: 1, error, moved: undefined });
});

test("the end of the program is told with its last words", async () => {
  const run = async (context) => {
    context.fs.writeSync(2, new TextEncoder().encode("\nfatal error: out of memory\n\ngoroutine 1:\n"));
  };
  const { said, send } = workerWith({ run });
  await send({ start: {} });
  assert.equal(said.at(-1).fatal, "fatal error: out of memory");
});

test("a trap of the program is its end", async () => {
  const { said, send } = workerWith({ answer: () => { throw new Error("unreachable executed"); } });
  await send({ start: {} });
  await send({ id: 1, request: "{}", blobs: [] });
  assert.equal(said.at(-1).fatal, "unreachable executed");
});

test("a program that cannot begin is told", async () => {
  const { said, send } = workerWith({ run: () => Promise.reject(new Error("no memory")) });
  await send({ start: {} });
  assert.equal(said.at(-1).fatal, "no memory");
});
