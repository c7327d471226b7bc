// Trees of the server by all names that they have, the digits of the clock, and links with too many policies.
import assert from "node:assert";
import { test } from "node:test";
import { moment } from "transat/numbers.js";
import { tooMany } from "transat/setting.js";
import { bring, storedTree } from "transat/stored.js";

const stored = [
  { name: "200-860-3/01", key: "a", rule: "lex" },
  { name: "200-860-3/04", key: "b" },
  { name: "200-860-3/04", key: "c", rule: "other" },
  { name: "queens-10", key: "d" },
];

test("a stored tree is found by all its names", () => {
  const key = (tree, more) => storedTree(stored, { tree, ...more })?.key;
  assert.equal(key("200-860-3/1"), "a");
  assert.equal(key("200-860-3/1", { file: "0123456789abcdef" }), undefined); // a file of that name is another tree
  assert.equal(key("200-860-3/01"), "a");
  assert.equal(key("200-860-3/4"), "b");
  assert.equal(key("200-860-3/4", { rule: "other" }), "c");
  assert.equal(key("200-860-3/40"), undefined);
  assert.equal(key("200-860-3/10"), undefined);
  assert.equal(key("queens-10"), "d");
  assert.equal(key("queens-10", { cnf: "p cnf 1 0" }), undefined);
});

test("it is loaded under the name that was asked for, and once", async (t) => {
  const asked = [],
    loaded = [];
  t.mock.method(globalThis, "fetch", async (address) => {
    asked.push(address);
    return new Response(new Uint8Array([1, 2, 3]));
  });
  const engine = {
    has: ({ tree }) => loaded.some((l) => l.tree === tree),
    load: async (source, bytes) => loaded.push({ ...source, bytes: [...bytes] }),
  };
  for (let i = 0; i < 2; i++) await bring(engine, stored, { tree: "200-860-3/4", rule: undefined, grid: "4x4" });
  assert.deepEqual(asked, ["trees/b"]);
  assert.deepEqual(loaded, [{ tree: "200-860-3/4", rule: undefined, bytes: [1, 2, 3] }]);
  await bring(engine, stored, { tree: "200-860-3/5" });
  assert.equal(asked.length, 1);
});

test("the clock shows steps and slow play", () => {
  assert.equal(moment(110_000_000, undefined), "0.11 s");
  assert.equal(moment(110_000_000, 1e9), "0.11 s");
  assert.equal(moment(110_123_456, 500), "0.1101235 s");
  assert.notEqual(moment(110_123_456, 500), moment(110_123_956, 500));
  assert.notEqual(moment(110_123_456, 1), moment(110_123_457, 1));
  assert.notEqual(moment(5_123_456, 1), moment(5_123_457, 1));
  assert.equal(moment(17, 1e-3), "17 ns");
  assert.equal(moment(0, 5), "0 s");
});

test("policies that a race has no room for are named", () => {
  assert.equal(tooMany({ policy: "a,b,c,d" }), "");
  assert.equal(tooMany({}), "");
  assert.match(tooMany({ policy: "a,b,c,d,e:x=1,f" }), /6 policies.*4: without e:x=1, f\./);
});
