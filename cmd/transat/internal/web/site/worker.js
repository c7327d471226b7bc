// A worker of the page: it runs the WebAssembly program and hands requests to it. engine.js is the other end, package wasm
// the program. Workers know no import maps, so this file is a plain script that stands alone.
//
// Messages in:  {start: WebAssembly.Module}, {id, request: text, blobs: [Uint8Array], file: File, if one belongs to it}
// Messages out: {ready: true}, {id, share, what}, {id, json: text, blobs: [Uint8Array]}, {id, error: object}, {fatal: text}
//
// The program computes on this thread, so while a request is under way no other message is read: to cancel one is to
// terminate the worker.

"use strict";

importScripts("wasm_exec.js");

const stopped = "the program in the worker has stopped";

// What the program writes to its standard output and error: it writes only when it comes to grief.
let written = "";
globalThis.fs.writeSync = (_, bytes) => {
  if (written.length < 4000) written += new TextDecoder().decode(bytes);
  return bytes.length;
};

async function start(module) {
  const go = new globalThis.Go();
  globalThis.transatReady = () => postMessage({ ready: true });
  const instance = await WebAssembly.instantiate(module, go.importObject);
  await go.run(instance); // never ends, unless the program does
  throw new Error(stopped);
}

async function answer({ id, request, blobs, file }) {
  const progress = (share, what) => postMessage({ id, share, what });
  try {
    const reply = await globalThis.transatDo(request, blobs, progress, file && pieces(file));
    postMessage({ id, json: reply.json, blobs: reply.blobs }, reply.blobs.map((b) => b.buffer));
  } catch (error) {
    // An object of the program's own has a message and no stack; anything else is the end of the program.
    if (error instanceof Error) fail(error);
    else postMessage({ id, error });
  }
}

// pieces lends the program a file, which it reads piece by piece, as it has memory for.
function pieces(file) {
  const reader = new FileReaderSync();
  return { size: file.size, read: (from, to) => new Uint8Array(reader.readAsArrayBuffer(file.slice(from, to))) };
}

// fail tells that this worker is of no more use.
function fail(error) {
  postMessage({ fatal: written.trim().split("\n", 1)[0] || error.message || stopped });
}

onmessage = ({ data }) => {
  if (data.start) start(data.start).catch(fail);
  else answer(data);
};
