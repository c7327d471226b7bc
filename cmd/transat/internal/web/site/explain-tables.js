// explain-tables.js shows the numbers of an explanation as tables with bars in them. A pair is one of engine/explain's report, with the
// styles of its two policies, pair.styles.

import { h, table } from "transat/dom.js";
import { count, fixed, seconds } from "transat/numbers.js";

const signed = (s) => Math.abs(s) < 0.005 ? "0" : `${s > 0 ? "+" : "−"}${fixed(Math.abs(s), 2)}`;

/** Both times as bars of their parts, on one scale. The table of the parts says the same. */
export function shares(pair) {
  const most = Math.max(pair.first.time_s, pair.second.time_s);
  const bar = (side, key) => {
    const pieces = pair.parts
      .filter((p) => p[key] > 0)
      .map((p) => {
        const piece = h("span", { class: `piece part-${p.part}`, title: `${p.title}: ${seconds(p[key])} s` });
        piece.style.width = `${(100 * p[key]) / most}%`;
        return piece;
      });
    return h(
      "div",
      { class: "time" },
      h("span", { class: "who" }, side.policy),
      h("div", { class: "bar" }, pieces),
      h("span", { class: "much" }, `${seconds(side.time_s)} s`),
    );
  };
  return h("div", { class: "times", "aria-hidden": "true" }, bar(pair.first, "first_s"), bar(pair.second, "second_s"));
}

// A bar to the left or the right of a middle line: a loss of the first policy, or of the second.
function lean(value, most, pair) {
  const mark = h("i", { class: `series-${pair.styles[value > 0 ? 1 : 0].colour}` });
  const share = most > 0 ? 50 * Math.abs(value) / most : 0;
  mark.style.width = `${share}%`;
  mark.style.left = value > 0 ? "50%" : `${50 - share}%`;
  return h("span", { class: "lean", "aria-hidden": "true" }, mark);
}

// The heading of a column of bars, for those who hear the page.
const asBar = () => h("span", { class: "hidden" }, "as a bar");

/** Where the time of the two goes, part by part. */
export function parts(pair) {
  const rows = pair.parts.filter((p) => p.first_s !== 0 || p.second_s !== 0);
  const most = Math.max(...rows.map((p) => Math.abs(p.difference_s)));
  rows.push({ part: "all", title: "all", first_s: pair.first.time_s, second_s: pair.second.time_s, difference_s: pair.difference_s });
  return table({
    caption: `Seconds of a processor, on average. Bars to the right: ${pair.second.policy} spends more.`,
    test: "parts",
    class: "bars",
    rows,
    columns: [
      {
        key: "title",
        heading: "spent on",
        left: true,
        text: (p) => h("span", {}, p.part === "all" ? "" : h("i", { class: `swatch part-${p.part}` }), ` ${p.title}`),
      },
      { key: "first_s", heading: pair.first.policy, text: (p) => fixed(p.first_s, 2) },
      { key: "second_s", heading: pair.second.policy, text: (p) => fixed(p.second_s, 2) },
      { key: "difference_s", heading: "difference", text: (p) => signed(p.difference_s) },
      { key: "bar", heading: asBar(), left: true, text: (p) => (p.part === "all" ? "" : lean(p.difference_s, most, pair)) },
    ],
  }).element;
}

/** What the rule and each setting make of the difference; null if it is not known. */
export function contributions(pair) {
  const { merit } = pair;
  if (merit.rule_s === null || merit.rule_s === undefined) return null;
  const rows = [
    { title: "the rule itself", first: pair.first.policy, second: pair.second.policy, share_s: merit.rule_s },
    ...merit.settings,
  ];
  const most = Math.max(...rows.map((r) => Math.abs(r.share_s)));
  return table({
    caption: `What each makes of the difference to ${pair.second.policy}, in seconds: ` +
      `${merit.all_orders ? "the mean over all orders of change" : "the mean of both directions"}.`,
    test: "shares",
    class: "bars",
    rows,
    columns: [
      { key: "title", heading: "what differs", left: true },
      { key: "first", heading: pair.first.policy, left: true },
      { key: "second", heading: pair.second.policy, left: true },
      { key: "share_s", heading: "makes", text: (r) => signed(r.share_s) },
      { key: "bar", heading: asBar(), left: true, text: (r) => lean(r.share_s, most, pair) },
    ],
  }).element;
}

/** Every step from settings that differ to equal ones. */
export function steps(pair) {
  const known = (x) => x === null || x === undefined ? "–" : seconds(x);
  const rows = pair.merit.steps;
  return h(
    "div",
    { class: "stack" },
    table({
      caption: `Settings of ${pair.first.policy} and ${pair.second.policy} made equal, one by one: each line keeps what the lines above ` +
        "it have changed of the same policy.",
      test: "steps",
      rows,
      columns: [
        { key: "text", heading: "settings made equal", left: true, text: (s) => `${s.changed} ${s.text}`.trim() },
        { key: "first_s", heading: `${pair.first.policy} s`, text: (s) => known(s.first_s) },
        { key: "second_s", heading: `${pair.second.policy} s`, text: (s) => known(s.second_s) },
        {
          key: "difference",
          heading: "difference",
          text: (s) => (s.first_s === null || s.second_s === null ? "–" : signed(s.second_s - s.first_s)),
        },
      ],
    }).element,
    [...new Set(rows.map((s) => s.note).filter(Boolean))].map((note) => h("p", { class: "hint" }, `–: ${note}`)),
  );
}

/** Who is faster on smaller trees and machines. */
export function turn(pair) {
  return table({
    caption: `${pair.first.policy} and ${pair.second.policy} as they come, on parts of the tree and on smaller machines.`,
    test: "turn",
    rows: pair.turn.cells ?? [],
    columns: [
      { key: "nodes", heading: "nodes", text: (c) => count(c.nodes) },
      { key: "grid", heading: "grid" },
      { key: "nodes_a_processor", heading: "nodes a processor", text: (c) => count(c.nodes_a_processor) },
      { key: "first_s", heading: `${pair.first.policy} s`, text: (c) => seconds(c.first_s) },
      { key: "second_s", heading: `${pair.second.policy} s`, text: (c) => seconds(c.second_s) },
      {
        key: "winner",
        heading: "faster",
        left: true,
        text: (c) => {
          if (c.winner === "") return "a tie";
          const style = pair.styles[c.winner === pair.first.policy ? 0 : 1];
          return h("span", {}, h("i", { class: `swatch dot series-${style.colour}` }), ` ${c.winner}`);
        },
      },
    ],
  }).element;
}
