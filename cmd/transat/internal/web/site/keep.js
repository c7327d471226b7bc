// keep.js saves what the player shows: a moment as a picture, the curves as a table.

import { save } from "transat/dom.js";
import { readColours } from "transat/colours.js";
import { percent, time } from "transat/numbers.js";

const gap = 24, head = 66, foot = 40;

/** Saves the grids of this moment, side by side, with their names, as a PNG. */
export async function savePicture(player) {
  player.draw();
  const colours = readColours();
  const stages = player.shown.map((r) => r.canvas);
  const width = stages.reduce((sum, c) => sum + Math.max(c.width, 240) + gap, gap),
    height = Math.max(...stages.map((c) => c.height)) + head + foot;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const c = canvas.getContext("2d");
  c.fillStyle = colours.panel;
  c.fillRect(0, 0, width, height);
  let x = gap;
  for (const { name, recording, canvas: grid, stage } of player.shown) {
    const ended = player.t >= recording.header.end;
    c.fillStyle = colours.ink;
    c.font = `600 20px ${colours.serif}`;
    c.fillText(name, x, 30);
    c.fillStyle = colours.soft;
    c.font = `14px ${colours.sans}`;
    c.fillText(
      ended
        ? `done after ${time(recording.header.end)}`
        : `${recording.procs - stage.state.idle} at work, efficiency ${percent(stage.state.efficiency)}`,
      x,
      52,
    );
    c.drawImage(grid, x, head);
    x += Math.max(grid.width, 240) + gap;
  }
  c.fillText(`${player.title ? `${player.title}, ` : ""}after ${time(player.t)}. Orange: no work.`, gap, height - 14);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  save("race.png", blob);
  return blob;
}

/** The curves of all runs as CSV: a line a point. */
function curvesCSV(player) {
  const lines = ["policy,time_s,efficiency,idle,sigma"];
  for (const { name, recording } of player.shown) {
    const [efficiency, idle, sigma] = ["efficiency", "idle", "sigma"].map((k) => recording.curve(k));
    const quoted = /[",\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
    for (let i = 0; i < efficiency.t.length; i++) {
      lines.push(`${quoted},${efficiency.t[i] / 1e9},${efficiency.y[i]},${at(idle, efficiency.t[i], i)},${at(sigma, efficiency.t[i], i)}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

// The value of a curve at a time: that of the same point if the curves have the same times, otherwise of the last one before.
function at({ t, y }, when, i) {
  if (t[i] === when) return y[i];
  let last = 0;
  for (let low = 0, high = t.length - 1; low <= high;) {
    const middle = (low + high) >> 1;
    if (t[middle] <= when) { last = middle; low = middle + 1; } else high = middle - 1;
  }
  return y[last] ?? "";
}

export function saveCurves(player) {
  save("race.csv", new Blob([curvesCSV(player)], { type: "text/csv" }));
}
