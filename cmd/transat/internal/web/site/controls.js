// controls.js has what a player is steered by: functions that make the parts of its surface, and tie them to it. They are of player.js in
// all but the file.

import { button, checkbox, h, slider, svg } from "transat/dom.js";
import { saveCurves, savePicture } from "transat/keep.js";
import { count } from "transat/numbers.js";

export const slowest = -6, fastest = 3; // powers of ten of simulated seconds a second
const seekSteps = 10_000; // of the slider

const shapes = {
  play: "M4 2.5v11l9-5.5z", pause: "M4 2.5h3v11H4zM9 2.5h3v11H9z", next: "M3 2.5v11L9.5 8zM10.5 2.5H13v11h-2.5z",
  previous: "M13 2.5v11L6.5 8zM3 2.5h2.5v11H3z", begin: "M2.5 2.5h2v11h-2zM9 2.5v11L4.5 8zM14 2.5v11L9.5 8z",
  end: "M11.5 2.5h2v11h-2zM7 2.5v11L11.5 8zM2 2.5v11L6.5 8z",
};

/** A button's picture. */
export const icon = (name) => svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: shapes[name] }));

/** What the colours mean. */
export function legend(player) {
  const to = h("span", {});
  player.relabel = () => {
    to.textContent =
      player.colour === "load"
        ? player.shown.length === 1
          ? "the most"
          : "the most of each"
        : `${count(player.most)}${player.compact ? " elements" : ""}`;
  };
  player.relabel();
  // Of the traffic, what is drawn at the moment. Both have one place, so that nothing moves when one gives way to the other.
  const dots = h("span", { test: "dots" }, h("i", { class: "swatch element" }), "element on its way",
    h("i", { class: "swatch note" }), "message");
  const flows = h("span", { test: "flows" }, h("i", { class: "swatch wedge" }), "where most has moved lately");
  player.explainTraffic = (drawn) => {
    dots.classList.toggle("absent", !drawn.includes("dots"));
    flows.classList.toggle("absent", !drawn.includes("flows"));
  };
  // What waits can be counted, or taken as the policy estimates it.
  const colour = player.compact
    ? null
    : h(
        "select",
        {
          class: "inline",
          test: "colour",
          "aria-label": "What the colours of processors at work mean",
          onchange: (e) => player.colourBy(e.target.value),
        },
        h("option", { value: "waiting" }, "elements waiting"),
        h("option", { value: "load" }, "load waiting"),
      );
  return h(
    "div",
    { class: "legend", "aria-label": "Legend" },
    h("span", {}, h("i", { class: "swatch idle" }), "no work"),
    h("span", {}, colour ? ["at work; ", colour, " 0"] : "at work; waiting: 0", h("i", { class: "swatch load" }), to),
    h("span", { class: "traffic" }, dots, flows));
}

/** Buttons, the clock, the slider of time and the speed: in sight as long as the grids are. */
export function transport(player) {
  player.playButton = button(player.face("play", "Play"), {
    icon: !player.compact,
    primary: true,
    test: "play",
    title: "Play (Space)",
    "aria-label": "Play",
    onclick: () => player.toggle(),
  });
  const small = (name, label, test, onclick) =>
    button(icon(name), { icon: true, quiet: true, test, title: label, "aria-label": label, onclick });
  player.clock = h("span", { class: "clock", test: "clock" });
  player.speedSlider = slider({
    id: `${player.id}-speed`, label: "Speed", min: slowest, max: fastest, step: 0.05, value: Math.log10(player.speed), test: "speed",
    says: (v) => beside(10 ** v), oninput: (v) => { player.speed = 10 ** v; player.stale = true; },
  });
  player.seeker = h("input", {
    type: "range",
    class: "seeker",
    min: 0,
    max: seekSteps,
    step: 1,
    value: 0,
    test: "seek",
    "aria-label": "Simulated time",
  });
  player.seeker.addEventListener("input", () => player.seek(player.curves.at(Number(player.seeker.value) / seekSteps)));
  return h(
    "div",
    { class: "transport", test: "transport" },
    h(
      "div",
      { class: "buttons" },
      player.playButton,
      small("begin", "To the beginning (Home)", "begin", () => player.seek(0)),
      small("previous", "Back one event (,)", "back", () => player.step(-1)),
      small("next", "To the next event (.)", "step", () => player.step(1)),
      small("end", "To the end (End)", "end", () => player.seek(player.end)),
    ),
    player.clock,
    player.seeker,
    player.speedSlider.field,
  );
}

// A speed in words: how simulated time runs beside that of the visitor.
function beside(speed) {
  const twoDigits = (x) => (x >= 100 ? count(Number(x.toPrecision(2))) : String(Number(x.toPrecision(2))));
  if (twoDigits(speed) === "1") return "as fast as it ran";
  return speed < 1 ? `${twoDigits(1 / speed)} times slower` : `${twoDigits(speed)} times faster`;
}

/** What is shown, and what can be saved. */
export function tools(player) {
  const traffic = checkbox({
    id: `${player.id}-traffic`,
    label: "traffic",
    checked: true,
    onchange: (e) => {
      player.traffic = e.target.checked;
      player.stale = true;
    },
  });
  const moves = checkbox({
    id: `${player.id}-moves`,
    label: "moves",
    checked: player.moves,
    test: "moves",
    title: "Lines where most work has moved lately",
    onchange: (e) => {
      player.moves = e.target.checked;
      player.stale = true;
    },
  });
  const explain = checkbox({
    id: `${player.id}-explain`,
    label: "explain",
    checked: player.explaining,
    test: "explain",
    onchange: (e) => {
      player.explaining = e.target.checked;
      player.refresh();
      if (player.explaining) player.announce(player.shown.map((r) => `${r.name}: ${r.recording.now(player.t)}`).join(" "));
    },
  });
  const all = player.end >= player.last ? null : checkbox({
    id: `${player.id}-all`,
    label: "to the last end",
    test: "to-the-last",
    title: "It plays until twice the winner’s time; ticked, until every run has ended",
    onchange: (e) => player.goOn(e.target.checked),
  });
  return h("div", { class: "toolbar tools" }, all?.field, traffic.field, moves.field, explain.field,
    button("PNG", { quiet: true, test: "save-png", title: "Save this moment as a picture", onclick: () => savePicture(player) }),
    button("CSV", { quiet: true, test: "save-csv", title: "Save the curves as a table", onclick: () => saveCurves(player) }));
}
