// stored.js has the recorded trees that the page's server keeps, or that its folder was written with: a tree that is among them is
// loaded, and need not be recorded here. Rooms and lessons bring the tree of what they are about to run:
//
//   const stored = await storedTrees();
//   await bring(engine, stored, setting, { signal, onProgress });

/** The trees that there are: [{name, key, rule, nodes, bytes}]. */
export async function storedTrees() {
  try {
    const reply = await fetch("trees/index.json");
    return reply.ok ? await reply.json() : [];
  } catch { // a folder that was written without any
    return [];
  }
}

/** One name of those that a tree has: files of formulas are numbered 01, 02 …, and people write 1. */
const canonical = (name) => name.trim().replace(/\/0+(?=\d+$)/, "/");

/** The stored tree that a setting asks for, or undefined. */
export function storedTree(stored, { tree, cnf, file, rule }) {
  if (cnf || file || !tree) return undefined;
  return stored.find((s) => canonical(s.name) === canonical(tree) && (s.rule || "lex") === (rule || "lex"));
}

/** Loads the tree of a setting into the engine, if it is stored and the engine does not have it. */
export async function bring(engine, stored, { tree, cnf, file, rule }, { signal, onProgress = () => {} } = {}) {
  const found = storedTree(stored, { tree, cnf, file, rule });
  if (!found || engine.has({ tree, rule })) return;
  const bytes = await fetchTree(found, signal, (share) => onProgress(share / 2, `loading the recorded tree of ${found.name}`));
  await engine.load({ tree, rule }, bytes, { signal, onProgress: (share, what) => onProgress(0.5 + share / 2, what) });
}

// Fetches a tree; progress is told its share.
async function fetchTree({ key, name, bytes }, signal, progress) {
  const reply = await fetch(`trees/${key}`, { signal });
  if (!reply.ok) throw new Error(`the recorded tree of ${name} cannot be had: ${reply.status} ${reply.statusText}`);
  const reader = reply.body.getReader();
  let all = new Uint8Array(bytes ?? 0), at = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (at + value.length > all.length) { // it is larger than the index says
      const larger = new Uint8Array(2 * (at + value.length));
      larger.set(all.subarray(0, at));
      all = larger;
    }
    all.set(value, at);
    at += value.length;
    progress(at / Math.max(bytes ?? 0, at));
  }
  return at === all.length ? all : all.slice(0, at);
}
