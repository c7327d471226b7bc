// timeline.js has the curves of a player, on their axis of time.
//
// A click on the curves goes to a moment, and dragging chooses an interval that then fills the axis; with Shift, dragging moves the
// present, as the slider does. Beside the pointer stand the values of all curves. With the keys, when the curves have the focus: the arrows
// move the present, + and − zoom around it, 0 shows the whole race.

import { button, h, stroke } from "transat/dom.js";
import { moment, time } from "transat/numbers.js";

const least = 5; // pixels of a drag that is no click

/** Makes the curves of a player react, and returns them with their legend. */
export function timeline(player) {
  const whole = button("Whole race", { quiet: true, test: "whole", hidden: true, title: "Show the whole race (0)" });
  const hint = h("span", { class: "hint" }, "Drag over the curves to zoom in.");
  const reading = h("div", { class: "reading-card", test: "reading", hidden: true, "aria-hidden": "true" });
  player.curves.moved = () => {
    whole.hidden = player.curves.whole;
    hint.hidden = !player.curves.whole;
    reading.hidden = true;
  };
  zoomable(player, whole);
  readable(player, reading);
  return h(
    "div",
    { class: "timeline" },
    h(
      "div",
      { class: "legend keys" },
      player.shown.map((r) => h("span", {}, stroke(r.style), r.name)),
      h("span", { class: "push" }, hint, whole),
    ),
    h("div", { class: "curves" }, player.curvesCanvas, reading),
  );
}

function zoomable(player, whole) {
  const { curves, curvesCanvas: canvas } = player;
  const zoom = (from, to) => {
    curves.zoom(from, to);
    player.refresh();
    const span = curves.to - curves.from;
    player.announce(curves.whole ? "The whole race" : `${moment(curves.from, span / 100)} to ${moment(curves.to, span / 100)}`);
  };
  whole.addEventListener("click", () => { zoom(0, player.end); canvas.focus(); });
  canvas.setAttribute("tabindex", "0");
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-roledescription", "curves");
  const keys = "The arrow keys move the moment, plus and minus zoom, 0 shows the whole race.";
  canvas.setAttribute("aria-label", `${canvas.getAttribute("aria-label")} ${keys}`);
  canvas.dataset.test = "curves";

  let from = null; // where a drag began: {x, t, seeks}
  canvas.addEventListener("pointerdown", (e) => {
    if (e.button !== 0) return;
    canvas.setPointerCapture(e.pointerId);
    from = { x: e.offsetX, t: curves.time(e.offsetX), seeks: e.shiftKey };
    if (from.seeks) player.seek(from.t);
  });
  canvas.addEventListener("pointermove", (e) => {
    if (!from) return;
    if (from.seeks) player.seek(curves.time(e.offsetX));
    else curves.chosen = Math.abs(e.offsetX - from.x) < least ? null : [from.t, curves.time(e.offsetX)];
    player.stale = true;
  });
  canvas.addEventListener("pointerup", (e) => {
    if (!from) return;
    const { chosen } = curves, { seeks } = from;
    from = curves.chosen = null;
    if (seeks) return;
    if (!chosen) return player.seek(curves.time(e.offsetX));
    const [a, b] = chosen.sort((x, y) => x - y);
    if (player.t < a || player.t > b) player.seek(a);
    zoom(a, b);
  });
  canvas.addEventListener("pointercancel", () => { from = curves.chosen = null; player.stale = true; });
  canvas.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const { t } = player, span = curves.to - curves.from, share = curves.share(t);
    const by = (factor) => zoom(t - share * span * factor, t + (1 - share) * span * factor);
    const act = {
      "+": () => by(0.5), "=": () => by(0.5), "-": () => by(2), "0": () => zoom(0, player.end),
      ArrowLeft: () => move(-1), ArrowRight: () => move(1),
      Escape: () => {
        if (!curves.chosen) return false;
        from = curves.chosen = null;
        player.stale = true;
      },
    }[e.key];
    if (act && act() !== false) e.preventDefault();
  });

  // To a moment beside the present one, which is then read out.
  function move(direction) {
    player.seek(player.t + direction * (curves.to - curves.from) / 100);
    curves.follow(player.t);
    canvas.dispatchEvent(new CustomEvent("read"));
    const said = curves.reading(player.t).map(({ name, values: [efficiency, idle, sigma] }) =>
      `${name}: efficiency ${efficiency}, ${idle} without work, σ ${sigma}`);
    player.announce(`${time(player.t)}. ${said.join("; ")}`);
  }
}

// The values of all curves at the moment under the pointer, or at the present one after a key.
function readable(player, card) {
  const { curves, curvesCanvas: canvas } = player;
  const show = (t) => {
    curves.hover = t;
    card.hidden = t === null;
    player.stale = true;
    if (t === null) return;
    card.replaceChildren(
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, [moment(t, (curves.to - curves.from) / 500), "eff.", "no work", "σ"].map((text) => h("th", {}, text)))),
        h(
          "tbody",
          {},
          curves.reading(t).map(({ name, style, over, values }) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, stroke(style), name),
              over ? h("td", { colspan: 3 }, "over") : values.map((value) => h("td", { class: "number" }, value)),
            ),
          ),
        ),
      ),
    );
    card.classList.toggle("left", curves.x(t) > curves.width / 2);
  };
  canvas.addEventListener("pointermove", (e) => show(curves.time(e.offsetX)));
  canvas.addEventListener("pointerleave", () => show(null));
  canvas.addEventListener("read", () => show(player.t));
  canvas.addEventListener("blur", () => show(null));
}
