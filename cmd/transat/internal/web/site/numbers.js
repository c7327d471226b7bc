// numbers.js formats numbers as the command's tables do, so that a number of the page can be found in the terminal. Times are
// nanoseconds of the simulated clock unless a name ends in S.

/** x with a fixed number of decimals, as Go prints it: an exact half goes to the even neighbour (230.5 is 230), which toFixed rounds up. */
export function fixed(x, decimals) {
  if (!Number.isFinite(x)) return "";
  const ten = 10 ** decimals;
  const half = x * ten * 2; // exact where it matters: x is k/2^(decimals+1)
  if (Number.isInteger(half) && half % 2 !== 0 && Number.isInteger(x * 2 ** (decimals + 1))) {
    return (2 * Math.round(x * ten / 2) / ten).toFixed(decimals);
  }
  return x.toFixed(decimals);
}

/** A share as the tables print it: 87.4 % */
export const percent = (x) => Number.isFinite(x) ? `${fixed(100 * x, 1)} %` : "";

/** A time in seconds, as the tables print it: two decimals, and two digits that say something if it is short. */
export function seconds(s) {
  if (!Number.isFinite(s)) return "";
  if (s === 0) return "0";
  if (s >= 0.1) return fixed(s, 2);
  const digits = Number(fixed(s, Math.min(1 - Number(s.toExponential().split("e")[1]), 100)));
  return digits >= 1e-4 ? String(digits) : digits.toExponential().replace(/e-(\d)$/, "e-0$1");
}

/** A mean count, as the tables print it: whole, with a decimal below ten. */
export const mean = (x) => !Number.isFinite(x) ? "" : fixed(x, x !== 0 && x < 9.95 ? 1 : 0);

/** 307,405 */
export const count = (n) => Math.round(n).toString().replace(/\B(?=(\d{3})+$)/g, ",");

/** A moment: with the unit and the digits that suit it, and no more than five of them. */
export function time(ns) {
  const a = Math.abs(ns);
  if (a === 0) return "0 s";
  if (a >= 1e12) return `${count(ns / 1e9)} s`;
  if (a >= 1e8) return `${(ns / 1e9).toFixed(a >= 1e11 ? 1 : 2)} s`;
  if (a >= 1e6) return `${(ns / 1e6).toFixed(a >= 1e7 ? 2 : 3)} ms`;
  if (a >= 1e3) return `${(ns / 1e3).toFixed(1)} µs`;
  return `${Math.round(ns)} ns`;
}

/** A moment as time() has it, with the digits that show a change of `step` ns. */
export function moment(ns, step) {
  const plain = time(ns), [text, unit] = plain.split(" ");
  const most = { s: 9, ms: 6, "µs": 3 }[unit] ?? 0; // a ns
  if (ns === 0 || !(step > 0)) return plain;
  const size = 10 ** most, needed = Math.min(Math.ceil(-Math.log10(step / size)), most);
  return needed <= (text.split(".")[1] ?? "").length ? plain : `${(ns / size).toFixed(needed)} ${unit}`;
}

/** A moment as steady text: a fixed number of decimals of a second, however small it is. For a clock that runs. */
export function clock(ns, step) {
  const decimals = step >= 1e9 ? 1 : step >= 1e7 ? 2 : step >= 1e4 ? 4 : 6;
  return `${(ns / 1e9).toFixed(decimals)} s`;
}

/** A rounded duration in words: 5 µs, 20 ms, 1.5 s. */
export function about(seconds) {
  for (const [unit, size] of [["s", 1], ["ms", 1e-3], ["µs", 1e-6], ["ns", 1e-9]]) {
    if (seconds >= size * 0.9995) {
      const x = seconds / size;
      return `${x >= 1000 ? count(x) : Number(x.toPrecision(x >= 100 ? 3 : 2))} ${unit}`;
    }
  }
  return "0 s";
}

/** Marks of an axis from 0 to most: about that number of round numbers. */
export function ticks(most, about) {
  if (!(most > 0)) return [0];
  const rough = most / about, ten = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * ten).find((s) => s >= rough * 0.999);
  const all = [];
  for (let i = 0; i * step <= most * 1.0001; i++) all.push(i * step);
  return all;
}

/** What the engine says without a capital and a full stop, as a sentence. */
export const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;
