// Run by TestModules with the page's modules as the package transat: what the modules without a document do. It gets numbers with the
// texts that the command prints for them, and tells what differs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { decode, encode } from "transat/link.js";
import { coordinates, layout, neighbour } from "transat/layout.js";
import { fixed, mean, percent, seconds, time, about, ticks } from "transat/numbers.js";
import { parse, stringify } from "transat/exact.js";
import { activity } from "transat/recording-words.js";
import { Files } from "transat/files.js";
import { settings } from "transat/settings.js";
import { layoutTree } from "transat/tree-layout.js";
import {
  commandLine,
  formatPolicy,
  fromQuery,
  machineName,
  leftOut,
  parsePolicy,
  request,
  scriptName,
  splitPolicies,
  toQuery,
} from "transat/setting.js";

// Numbers are those of the command's tables.
const { numbers } = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const n of numbers) {
  assert.equal(seconds(n.x), n.seconds, `seconds(${n.x})`);
  assert.equal(mean(n.x), n.count, `mean(${n.x})`);
  assert.equal(percent(n.x), n.percent, `percent(${n.x})`);
}
assert.ok(numbers.length > 1000);
assert.equal(fixed(230.5, 0), "230");
assert.equal(fixed(231.5, 0), "232");
assert.equal(time(41006808550), "41.01 s");
assert.equal(about(0.5), "500 ms");
assert.deepEqual(ticks(10, 5), [0, 2, 4, 6, 8, 10]);

// A link holds everything, and what is damaged says so.
const script = 'def idle(p):\n    p.send(0, "request")  # ä, €\n'.repeat(40);
const fields = {
  tree: "250-1075-3/4",
  grid: "32x32",
  policy: "plb:gamma=0.6,lade",
  scripts: { "mine.star": script },
  empty: "",
  none: undefined,
};
const link = await encode("race", fields);
assert.match(link, /^#race\?tree=250-1075-3\/4&grid=32x32&policy=plb:gamma=0\.6,lade&z=[\w-]+$/);
assert.ok(link.length < script.length / 5, "a script is compressed");
assert.deepEqual(await decode(link), {
  room: "race",
  path: "",
  query: { tree: "250-1075-3/4", grid: "32x32", policy: "plb:gamma=0.6,lade", scripts: { "mine.star": script } },
});
assert.deepEqual(await decode("#tours/liquid"), { room: "tours", path: "liquid", query: {} });
assert.deepEqual((await decode("#race?tree=a%2")).query, { tree: "a%2" });
await assert.rejects(decode(link.slice(0, -30)), /damaged/);
const bomb = await encode("race", { scripts: { "a.star": "x".repeat(3 << 20) } });
await assert.rejects(decode(bomb), /more than/);

// Settings.
assert.deepEqual(splitPolicies("plb:gamma=0.6:period=0.3,lade, steal"), ["plb:gamma=0.6:period=0.3", "lade", "steal"]);
assert.deepEqual(parsePolicy("plb:gamma=0.6:period=0.3"), { name: "plb", params: { gamma: "0.6", period: "0.3" } });
for (const policy of ["plb", "plb:gamma=0.6:period=0.3", "mine.star:pause=2ms:x=1"])
  assert.equal(formatPolicy(parsePolicy(policy)), policy);
assert.equal(scriptName("../../My rule!"), "My-rule-.star");
const setting = fromQuery({ ...(await decode(link)).query, policy: "mine.star,plb", seed: "7", other: "x" });
assert.deepEqual(setting, {
  tree: "250-1075-3/4",
  grid: "32x32",
  seed: "7",
  policies: ["mine.star", "plb"],
  scripts: { "mine.star": script },
  machines: {},
});
assert.deepEqual(fromQuery((await decode(await encode("race", toQuery(setting)))).query), setting);
assert.equal(commandLine(setting, { grid: "32x32", seed: "1" }), "transat compare 250-1075-3/4 --seed=7 --policy=./mine.star,plb");
assert.equal(
  commandLine({ tree: "it's.cnf", cnf: "p cnf", policies: ["plb"], scripts: {} }),
  "transat compare './it'\\''s.cnf' --policy=plb",
);
assert.deepEqual(request({ ...setting, grain: "0.1" }, "plb").grain, 0.1);
assert.throws(() => request({ ...setting, seed: "one" }, "plb"), /seed=one/);
assert.equal(fromQuery({ policy: "a,b,c,d,e" }).policies.length, 4);

// A machine of a file goes into a link and a request while it is chosen, and by its name into the command line.
const machine = '{"name": "mine", "work_time": "1us", "node_time": "1ms", "link_time": "1us"}';
const onMine = { ...setting, machine: "mine.json", machines: { "mine.json": machine, "other.json": "{}" } };
assert.equal(machineName("a machine/mine.json"), "a-machine-mine.json");
const linked = fromQuery((await decode(await encode("race", toQuery(onMine)))).query);
assert.deepEqual([linked.machine, linked.machines], ["mine.json", { "mine.json": machine }]);
assert.equal(request(linked, "plb").machines["mine.json"], machine);
assert.equal(request({ ...linked, machine: "cluster" }, "plb").machines, undefined);
assert.equal(toQuery({ ...linked, machine: "cluster" }).machines, undefined);
assert.ok(commandLine(linked).includes(" --machine=mine.json "), commandLine(linked));

// Every setting of the table goes from a link into the setting, the request and the command line, and back into a link.
for (const { name, keys } of settings) {
  const value = keys ? "7" : "other";
  const one = fromQuery((await decode(await encode("race", { tree: "php-5-4", policy: "plb", [name]: value }))).query);
  assert.equal(one[name], value);
  assert.equal(String(request(one, "plb")[name]), value);
  assert.ok(commandLine(one).includes(` --${name}=${value} `), commandLine(one));
  assert.equal(toQuery(one)[name], value);
}

// A seed may be any of the command's: from the link to the request and to the rows.
const seed = "18446744073709551615";
const seeded = fromQuery((await decode(await encode("race", { tree: "php-5-4", policy: "plb", seed }))).query);
assert.equal(request(seeded, "plb").seed, seed);
assert.equal((await decode(await encode("race", toQuery(seeded)))).query.seed, seed);
const row = `{"text":"\\"seed\\": 18446744073709551615,","seed":${seed},"n":4,"small":{"seed":7}}`;
assert.equal(parse(row).seed, seed);
assert.equal(parse(row).small.seed, 7);
assert.equal(parse(row).text, `"seed": ${seed},`);
assert.equal(stringify(parse(row)), row);

// A formula that is too long for a link is left out, and that is said.
const own = { tree: "mine.cnf", cnf: "p cnf 1 1\n1 0\n", policies: ["plb"], scripts: {} };
assert.equal(leftOut(own), "");
assert.equal(toQuery(own).cnf.text, own.cnf);
own.cnf += "c\n".repeat(150_000);
assert.match(leftOut(own), /mine\.cnf has 300,014 characters/);
assert.equal(toQuery(own).cnf, undefined);

// A file is named in a link by its hash, and so is a formula that is too long; one that fits is in the link.
const file = "0123456789abcdef";
const brought = { tree: "it's mine.csv", file, policies: ["plb"], scripts: {} };
assert.match(leftOut(brought), /^The file it's mine\.csv stays in this browser: .* name it \(SHA-256 0123456789abcdef…\) and do not hold it/);
const followed = fromQuery((await decode(await encode("race", toQuery(brought)))).query);
assert.deepEqual([followed.tree, followed.file, followed.cnf], ["it's mine.csv", file, undefined]);
assert.equal(request(followed, "plb").file, file);
assert.equal(commandLine(followed), "transat compare './it'\\''s mine.csv' --policy=plb");
assert.equal(fromQuery({ tree: "x", file: "../../etc" }).file, undefined);
assert.equal(toQuery({ ...own, file }).file, file);
assert.match(leftOut({ ...own, file }), /name it \(SHA-256/);
const short = { ...own, file, cnf: "p cnf 1 1\n1 0\n" };
assert.equal(toQuery(short).file, undefined);
assert.equal(request(short, "plb").file, undefined);
assert.equal(leftOut(short), "");

// A formula of a file is found again by its hash; a tree is where the engine has it.
const files = new Files({
  has: (setting) => setting.file === "aaaaaaaaaaaaaaaa",
  read: async ({ name }) => ({ name, file, kind: "formula", plain: short.cnf, text: "a formula" }),
});
assert.equal(files.lacks({ tree: "a", file }), true);
assert.deepEqual(await files.read({ name: "a.cnf", size: 10 }), { tree: "a.cnf", file, about: "a formula", cnf: short.cnf });
assert.equal(files.lacks({ tree: "a", file }), false);
assert.equal(files.complete({ tree: "a", file }).cnf, short.cnf);
assert.equal(files.lacks({ tree: "a", file: "aaaaaaaaaaaaaaaa" }), false);
assert.equal(files.lacks({ tree: "php-5-4" }), false);
await assert.rejects(files.read({ name: "big", size: 2 ** 30 }), /big has 1,073,741,824 bytes/);

// The layout of trees: leaves side by side; many below one node are a block, which all of them lie in, none on another.
const binary = layoutTree([-1, 0, 1, 1, 0], 1000, 500);
assert.deepEqual([[...binary.x], [...binary.depth], binary.leaves, binary.blocks], [[1.25, 0.5, 0, 1, 2], [0, 1, 2, 2, 1], 3, []]);
assert.equal(layoutTree([-1, ...Array(150).fill(0)], 1000, 500).blocks.length, 0);
assert.equal(layoutTree([-1], 1000, 500).leaves, 1);
for (const parent of [
  [-1, ...Array(20_000).fill(0)], // a bag
  [-1, 0, ...Array(900).fill(1), 0, 0, ...Array(901).fill(903), 0],
  [-1, ...Array.from({ length: 40 }, (_, i) => i), ...Array(5000).fill(40)], // far below the root
]) {
  for (const [width, height] of [[1200, 540], [320, 300], [1, 1]]) {
    const l = layoutTree(parent, width, height), places = new Set(parent.map((_, i) => `${l.x[i]} ${l.depth[i]}`));
    assert.equal(places.size, parent.length);
    if (width > 1) assert.ok(l.blocks.length > 0);
    parent.forEach((up, i) => {
      assert.ok(l.x[i] >= 0 && l.x[i] < l.leaves && l.depth[i] <= l.deepest, `node ${i} is outside`);
      if (up >= 0) assert.ok(l.depth[i] > l.depth[up]);
    });
  }
}
const bag = layoutTree([-1, ...Array(20_000).fill(0)], 1200, 540), wide = 1200 / bag.leaves, high = bag.step * 540 / bag.deepest;
assert.ok(wide > 4 && high / wide > 0.9 && high / wide < 1.1, `a task has ${wide} by ${high} pixels`);

// Every processor has a place of its own; neighbours on the machine lie side by side, but for planes.
for (const sides of [[7], [64], [100], [97], [4, 8], [32, 32], [4, 4, 4], [3, 5, 7], [2, 2, 2, 2]]) {
  const p = layout(sides);
  assert.equal(new Set(p.cell).size, p.procs, `${sides}`);
  assert.ok(Math.max(...p.cell) < p.columns * p.rows);
  for (let r = 0; r < p.procs; r++) assert.equal(p.rank[p.cell[r]], r);
  if (sides.length === 1) {
    for (let r = 1; r < p.procs; r++) {
      const d =
        Math.abs((p.cell[r] % p.columns) - (p.cell[r - 1] % p.columns)) +
        Math.abs(Math.floor(p.cell[r] / p.columns) - Math.floor(p.cell[r - 1] / p.columns));
      assert.equal(d, 1, `${sides}: ${r - 1} and ${r}`);
    }
  }
}
assert.deepEqual(coordinates([3, 5, 7], 2 * 35 + 4 * 7 + 6), [2, 4, 6]);
const planes = layout([4, 4, 4]);
assert.equal(neighbour(planes, 3, 1, 0), 16, "over the gap between two planes");
assert.equal(neighbour(planes, 0, -1, 0), 0);

// What a policy does is a sentence of its own, without counts; where nothing of note is done there is none.
assert.equal(activity({ doing: "phase {phase} of round {Round}", phase: 2, round: 7, idle: 3, elements: 4 }), "Phase 2 of round 7.");
assert.equal(activity({ doing: "", phase: 1, round: 0 }), "");
assert.equal(activity({ doing: "x", over: true }), "");
