// Command lines that a link has a part in: a shell takes every word for what it is, whatever is in it.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { commandLine, fromQuery } from "transat/setting.js";
import { refused, shellLine } from "transat/shell.js";

const hostile = [
  "60-258-3/1;touch /tmp/x",
  "$(touch /tmp/x)",
  "`touch /tmp/x`",
  "a b",
  "it's",
  "'; touch x; '",
  '"',
  "\\",
  "a\\'b",
  "*",
  "?",
  "[a]",
  "{a,b}",
  "~",
  "~root",
  "!!",
  "#x",
  "a&b",
  "a|b",
  "a>b",
  "<b",
  "(a)",
  "$HOME",
  "%PATH%",
  "=ls",
  "a=b",
  "^a",
  "",
  " ",
  "é😀",
  "-",
  "--",
  "-n",
  "--page=/home/x",
  "--page=a b",
  "x --page=y",
  "a''b",
  "''",
];

// What a shell makes of a line that runs transat: its words.
function words(line) {
  const shell = spawnSync("sh", ["-c", `transat() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${line}`], {
    encoding: "utf8",
    cwd: "/",
  });
  assert.equal(shell.stderr, "", line);
  return shell.stdout.split("\0").slice(0, -1);
}

const skip = spawnSync("sh", ["-c", ":"]).error ? "there is no shell here" : false;

test("a shell gives back the words", { skip }, () => {
  for (const word of hostile) {
    const line = shellLine("transat compare", [word], [["grid", word], ["real", true]]);
    const want = word.startsWith("-") ? [`--grid=${word}`, "--real", "--", word] : [word, `--grid=${word}`, "--real"];
    assert.deepEqual(words(line), ["compare", ...want], line);
  }
});

test("a link changes no command line into another one", { skip }, () => {
  for (const word of hostile) {
    for (const key of ["tree", "grid", "topology", "load", "machine", "start", "seed", "grain", "rule"]) {
      const setting = fromQuery({ tree: "php-5-4", policy: "plb", [key]: word });
      const got = words(commandLine(setting, {}, "transat explain", [["seeds", word]]));
      const flags = got.filter((w) => !w.startsWith("--seeds=")), end = flags.indexOf("--");
      assert.equal(got.filter((w) => w === `--seeds=${word}`).length, 1);
      if (key === "tree") assert.equal(end < 0 ? flags[1] : flags[end + 1], word);
      else if (word !== "") assert.ok(flags.includes(`--${key}=${word}`), `${key}: ${flags}`);
      assert.ok(flags.length <= 5, flags.join("\n"));
    }
  }
});

test("policies and files of a link", { skip }, () => {
  const script = "x;touch x.star", setting = { ...fromQuery({ cnf: "p cnf 1 0", tree: "-a b.cnf" }), policies: [script, "plb"] };
  assert.deepEqual(words(commandLine(setting, {}, "transat simulate")), ["simulate", "./-a b.cnf", `--policy=./${script},plb`]);
});

test("a quoted word stands as it is where that is safe", () => {
  assert.equal(shellLine("transat compare", ["250-1075-3/4"], [["grid", "8x8"], ["policy", "./mine.star,plb:gamma=0.8"], ["seed", 7]]),
    "transat compare 250-1075-3/4 --grid=8x8 --policy=./mine.star,plb:gamma=0.8 --seed=7");
});

test("what cannot be seen is refused", () => {
  for (const c of ["\n", "\r", "\0", "\x1b[2J", "\x7f", "\x85", "\u202e", "\u200b", "\u2028", "\ud800"]) {
    assert.equal(shellLine("transat compare", [`a${c}b`]), refused);
    assert.equal(shellLine("transat compare", ["a"], [["grid", c]]), refused);
  }
  assert.match(refused, /^# [\w .,:]+$/);
});
