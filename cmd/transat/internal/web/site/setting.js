// setting.js is what a race is made of, as a value: the fields of the command's flags. It is read from a link, written to one, and shown
// as the command line that runs the same.

import { count } from "transat/numbers.js";
import { settings } from "transat/settings.js";
import { shellLine } from "transat/shell.js";

export const mostPolicies = 4;

/** The race that a visitor sees first: small, so that it is there at once, with the policies of the README. */
export const firstRace = { tree: "200-860-3/1", grid: "16x16", policies: ["adaptive", "steal", "plb", "lade"] };

/** The policies of a link that names none. Links keep their meaning: those that the page makes name all. */
export const unnamedPolicies = ["plb", "lade", "steal"];

const plain = ["tree", ...settings.map((s) => s.name)];

/** The setting that a link's fields say; what they leave out is that of the defaults. */
export function fromQuery(query) {
  const setting = { scripts: {}, machines: {} };
  for (const key of plain) if (typeof query[key] === "string" && query[key] !== "") setting[key] = query[key];
  if (typeof query.cnf === "string" && query.cnf !== "") setting.cnf = query.cnf;
  else if (query.cnf && typeof query.cnf === "object" && typeof query.cnf.text === "string") setting.cnf = query.cnf.text;
  if (/^[0-9a-f]{16}$/.test(query.file ?? "")) setting.file = query.file;
  for (const [name, source] of Object.entries(query.scripts ?? {}))
    if (typeof source === "string") setting.scripts[scriptName(name)] = source;
  for (const [name, text] of Object.entries(query.machines ?? {}))
    if (typeof text === "string") setting.machines[machineName(name)] = text;
  setting.policies = splitPolicies(query.policy ?? "").slice(0, mostPolicies);
  return setting;
}

/** A sentence about the policies of a link for which the room has no place; "" if all have one. */
export function tooMany(query, what = "a race") {
  const all = splitPolicies(query.policy ?? "");
  if (all.length <= mostPolicies) return "";
  return `The link has ${all.length} policies, and ${what} has room for ${mostPolicies}: without ` +
    `${all.slice(mostPolicies).join(", ")}. The command takes any number.`;
}

const longestFormula = 300_000; // characters in a link: beyond, no browser's address bar nor any mail keeps it whole

/** A sentence about the part of the setting that a link to it leaves out; "" if it holds everything. */
export function leftOut(setting) {
  if (setting.cnf ? setting.cnf.length <= longestFormula : !setting.file) return "";
  const why = setting.cnf ? `The formula ${setting.tree ?? ""} has ${count(setting.cnf.length)} characters, and a link holds ` +
    `${count(longestFormula)} at most` : `The file ${setting.tree} stays in this browser`;
  const how = setting.file ? `name it (SHA-256 ${setting.file}…) and do not hold it` : "leave the formula out";
  return `${why}: the address of this page, and a link to it, ${how}. Whoever follows the link has to drop the file again.`;
}

/** The fields of a link. What is too long for one is left out: see leftOut. */
export function toQuery(setting) {
  const query = {};
  for (const key of plain) query[key] = setting[key];
  query.policy = setting.policies.join(",");
  query.scripts = Object.fromEntries(
    Object.entries(setting.scripts).filter(([name]) => setting.policies.some((p) => p.split(":")[0] === name)),
  );
  if (setting.machines?.[setting.machine]) query.machines = { [setting.machine]: setting.machines[setting.machine] };
  if (leftOut(setting)) query.file = setting.file;
  else if (setting.cnf) query.cnf = { text: setting.cnf };
  return query;
}

/** "plb:gamma=0.6:period=0.3,lade" is two policies. */
export const splitPolicies = (text) => text.split(",").map((p) => p.trim()).filter(Boolean);

/** {name, params: {key: value}} of NAME:KEY=VALUE:KEY=VALUE, and back. */
export function parsePolicy(policy) {
  const at = policy.indexOf(":");
  if (at < 0) return { name: policy, params: {} };
  return { name: policy.slice(0, at), params: Object.fromEntries(policy.slice(at + 1).split(":").map((p) => p.split("=", 2))) };
}

export function formatPolicy({ name, params }) {
  const given = Object.entries(params).filter(([, value]) => value !== "");
  return given.length === 0 ? name : `${name}:${given.map(([k, v]) => `${k}=${v}`).join(":")}`;
}

export const isScript = (policy) => policy.split(":")[0].endsWith(".star");

const ending = (end) => (name) =>
  `${(name.endsWith(end) ? name.slice(0, -end.length) : name).replace(/[^\w.-]+/g, "-").replace(/^[-.]+/, "") || "mine"}${end}`;

export const scriptName = ending(".star"), machineName = ending(".json");

/** The request for one policy of the race. */
export function request(setting, policy) {
  const fields = { do: "run", policy, beside: setting.policies, scripts: setting.scripts };
  if (setting.machines?.[setting.machine]) fields.machines = setting.machines;
  for (const key of plain) if (setting[key] !== undefined && setting[key] !== "") fields[key] = setting[key];
  if (setting.cnf) fields.cnf = setting.cnf;
  else if (setting.file) fields.file = setting.file;
  for (const { name, keys, want } of settings) {
    const value = fields[name];
    if (value === undefined || !keys) continue;
    const valid = keys === "numeric" ? /^\d+$/.test(value) : Number.isFinite(Number(value));
    if (!valid) throw new Error(`${name}=${value}: want ${want}`);
    if (keys === "decimal") fields[name] = Number(value);
  }
  return fields;
}

const manyProcessors = 8192; // beyond, a browser needs a minute and more

/** How long a race on this number of processors takes, in a sentence; "" if it is soon ready. */
export function slowly(setting) {
  const procs = String(setting.grid ?? "").split("x").reduce((a, b) => a * Number(b), 1);
  if (!(procs > manyProcessors)) return "";
  return `${count(procs)} processors take a browser minutes, or an hour if most of them find no work: each of them asks again and again. `
    + "The command is four to seven times as fast, and --page saves what it has simulated as a page.";
}

/** The command line that runs the same race, or another command on it. more are flags besides, as shellLine has them. */
export function commandLine(setting, defaults = {}, command = "transat compare", more = []) {
  const tree = setting.cnf || setting.file ? `./${setting.tree || "formula.cnf"}` : (setting.tree ?? "");
  const given = plain
    .slice(1)
    .map((key) => [key, setting[key]])
    .filter(([key, value]) => value !== undefined && value !== "" && String(value) !== String(defaults[key] ?? ""));
  return shellLine(command, [tree], [...given, ["policy", policyFlag(setting.policies)], ...more]);
}

/** The value of a flag for policies. A script is a file of the current folder. */
export const policyFlag = (policies) => policies.map((p) => (isScript(p) ? `./${p}` : p)).join(",");
