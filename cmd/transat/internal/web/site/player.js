// player.js plays up to four runs side by side on one simulated clock. It needs recordings and rows, and no engine, so that a room, a tour
// and a file that someone got by mail show the same:
//
//   const player = new Player(element, {runs: [{recording, row, name}], autoplay: true, announce});
//   …
//   player.close();
//
// recording is a Recording of recording.js, or null for a run without one, which has only its row; row is an object of compare
// --format=json. Options:
//
//   autoplay               unless the visitor asks for no motion
//   announce(text)         for screen readers
//   at                     ns, the first position
//   end                    ns, where it stops, if runs take longer; otherwise when the last run ends, or, if that is much later than the
//                          first, at twice the time of the first, until the visitor asks for more
//   speed                  simulated seconds a second; otherwise all takes 20 s, or the shortest run 8, and nothing more than a minute
//   compact                grids, transport and slider only
//   title                  of pictures that are saved
//   detail(run, from, to)  a promise of a recording of that part of a run: long recordings have flows of all times, but single parcels
//                          of some
//   keys                   the player's keys work wherever the focus is
//
// Its parts: controls.js has the controls, Stage draws a grid, Curves the charts, which timeline.js ties to pointer and keys, Standings the
// table, Inspector describes one processor, keep.js saves. This file has the clock, and is long because all of it works on that. A frame
// asks every recording for its state at the time of the clock; recordings answer at once for any time, so seeking is setting a number.

import { folded, h, still, table } from "transat/dom.js";
import { levels, stylesOf, onTheme, shareLevels } from "transat/colours.js";
import { fastest, icon, legend, slowest, tools, transport } from "transat/controls.js";
import { Curves } from "transat/curves.js";
import { Inspector } from "transat/inspector.js";
import { count, moment, percent, time } from "transat/numbers.js";
import { Pace } from "transat/pace.js";
import { Stage } from "transat/stage.js";
import { Standings, momentColumns, momentRow } from "transat/standings.js";
import { timeline } from "transat/timeline.js";

const calm = 250; // ms between two changes of the words on what a policy does, while it plays

let players = 0; // for ids that are different in a page with several

export class Player {
  constructor(
    root,
    {
      runs, autoplay = false, announce = () => {}, at = 0, end, speed, compact = false, title = "", detail = null, keys = false,
    },
  ) {
    this.root = root;
    this.id = `player${++players}`;
    this.runs = runs
      .slice(0, 4)
      .map((run, series) => ({ ...run, series, name: run.name ?? run.recording?.header.policy ?? run.row?.policy }));
    const styles = stylesOf(this.runs.map((r) => r.recording?.header.policy ?? r.row?.policy ?? r.name));
    this.runs.forEach((r, i) => { r.style = styles[i]; });
    this.rowsOnly = runs.slice(4);
    this.shown = this.runs.filter((r) => r.recording);
    this.ends = this.shown.map((r) => r.recording.header.end);
    this.last = Math.max(1, ...this.ends);
    this.end = Math.min(end ?? usualEnd(this.ends, this.last), this.last);
    this.announce = announce;
    this.compact = compact;
    this.title = title;
    this.detail = detail;
    this.keys = keys;
    this.t = Math.min(at, this.end);
    this.speed = speed ?? usualSpeed(this.ends, this.end);
    this.playing = false;
    this.traffic = true;
    this.moves = this.shown.some((r) => r.recording.procs >= 64); // few processors would be hidden by what moves between them
    this.colour = "waiting";
    this.explaining = !compact;
    this.stale = true; // something has changed that the next frame must show
    this.read = -Infinity; // when those words were last brought up to date
    this.build();
    this.unwatch = [];
    if (this.shown.length === 0) return; // a table is all there is
    this.unwatch.push(onTheme(() => this.restyle()));
    this.sizes = new ResizeObserver(() => {
      this.resized = true;
    }); // the next frame does it: what an observer changes itself, it sees again
    this.sizes.observe(root);
    addEventListener("resize", () => { this.resized = true; }, { signal: this.keyed.signal });
    this.resize();
    this.frame = (now) => this.tick(now);
    this.next = requestAnimationFrame(this.frame);
    if (autoplay && !still()) this.play();
    else if (autoplay && at === 0) this.seek(this.end * 0.3); // who asked for no motion sees a moment at which something is going on
  }

  close() {
    cancelAnimationFrame(this.next);
    clearTimeout(this.waiting);
    this.closed = true;
    this.keyed.abort();
    this.sizes?.disconnect();
    for (const stop of this.unwatch) stop();
    this.element.remove();
  }

  build() {
    this.most = mostWaiting(this.shown);
    const level = levels(this.most);
    for (const run of this.shown) this.buildStage(run, level);
    this.inspector = new Inspector(this.shown);
    this.standings = new Standings(this.runs, this.rowsOnly);
    this.curvesCanvas = h("canvas", {
      role: "img",
      "aria-label":
        "Curves over the simulated time: efficiency so far, processors without work, spread of the load. The table below has the " +
          "numbers of the present moment.",
    });
    this.curves = new Curves(this.curvesCanvas, this.shown, this.end);
    this.moment = table({ caption: "This moment in numbers", columns: momentColumns, rows: [], test: "moment" });
    this.momentBox = folded("This moment as a table", this.moment.element);
    this.momentBox.addEventListener("toggle", () => this.refresh());
    this.element = h("section", { class: `player${this.compact ? " compact" : ""}`, "aria-label": "Race" },
      this.shown.length > 0 ? [
        h("div", { class: `stages stages-${this.shown.length}` }, this.shown.map((r) => r.figure)),
        this.compact ? [legend(this), transport(this)]
          : [transport(this), h("div", { class: "below" }, legend(this), tools(this)), timeline(this)],
      ] : null,
      this.compact && this.shown.length > 0 ? null : this.standings.element,
      this.compact || this.shown.length === 0 ? null : this.momentBox,
      this.inspector.element);
    this.element.player = this; // for the benchmark, and for who looks at it with the browser's tools
    this.keyed = new AbortController();
    (this.keys ? document : this.element).addEventListener("keydown", (event) => this.key(event), { signal: this.keyed.signal });
    this.root.append(this.element);
  }

  buildStage(run, level) {
    const { recording, series, name } = run;
    const procs = recording.procs;
    run.canvas = h("canvas", {
      tabindex: "0", role: "application", "aria-roledescription": "grid of processors", test: `stage-${series}`,
      "aria-label": `${name}: ${count(procs)} processors. The arrow keys walk from one to the next.`,
    });
    run.stage = new Stage(run.canvas, recording, level);
    run.live = h("span", { class: "live" }, "\u00a0"); // as high as with words
    run.used = h("span", { class: "used", title: "Efficiency: the share of all processors’ time that went into nodes of the search" });
    run.now = h("p", { class: "now" }, "\u00a0");
    run.finish = h("div", { class: "finish", hidden: true });
    run.figure = h("figure", { class: "stage" },
      h("figcaption", {}, h("span", { class: `swatch series-${run.style.colour}` }), h("strong", {}, name), run.live, run.used),
      h("div", { class: "picture" }, run.canvas, run.finish), run.now);
    run.canvas.addEventListener("pointermove", (e) => this.point(run, run.stage.at(e.clientX, e.clientY), "pointer"));
    run.canvas.addEventListener("pointerleave", () => this.point(run, run.held ?? -1, "pointer"));
    run.canvas.addEventListener("click", (e) => {
      run.held = run.stage.at(e.clientX, e.clientY);
      this.point(run, run.held, "key");
    });
    run.canvas.addEventListener("focus", () => {
      if (run.stage.focused < 0 && run.canvas.matches(":focus-visible"))
        this.point(
          run,
          run.stage.rankAt.find((r) => r >= 0),
          "key",
        );
    });
    run.canvas.addEventListener("blur", () => {
      run.held = undefined;
      this.point(run, -1, "key");
    });
  }

  // The clock.

  // The clock has the digits that make the last step, or a quarter of a second of play, visible.
  clockText() { return [moment(this.t, this.fine), `of ${moment(this.end, this.fine)}`]; }

  play() {
    if (this.t >= this.end) this.t = 0;
    this.playing = true;
    this.pace = new Pace(100);
    this.fine = this.speed * 0.25e9;
    this.changed();
  }

  pause() {
    this.playing = false;
    this.changed();
  }

  toggle() { if (this.playing) this.pause(); else this.play(); }

  // What is on the button: in a text, where it is the only large thing to press, a word as well.
  face(shape, words) { return this.compact ? [icon(shape), words] : [icon(shape)]; }

  changed() {
    const [shape, words] = this.playing ? ["pause", "Pause"] : ["play", "Play"];
    this.playButton.replaceChildren(...this.face(shape, words));
    this.playButton.setAttribute("aria-label", words);
    this.playButton.title = `${words} (Space)`;
    this.playButton.dataset.test = shape;
    this.refresh();
  }

  /** Shows the moment t, at once. */
  seek(t) {
    this.t = Math.min(Math.max(t, 0), this.end);
    this.fine = this.playing ? this.speed * 0.25e9 : undefined;
    this.refresh();
  }

  /** Goes to the next event of any run, or back to the one before. */
  step(direction) {
    this.playing = false;
    const all = this.shown
      .map(({ stage }) => (direction > 0 ? stage.parcels(this.t).next(this.t) : stage.parcels(this.t).previous(this.t)))
      .filter((t) => (direction > 0 ? t > this.t : t >= 0 && t < this.t));
    const t = all.length === 0 ? (direction > 0 ? this.end : 0) : direction > 0 ? Math.min(...all) : Math.max(...all);
    const before = this.t;
    this.t = Math.min(Math.max(t, 0), this.end);
    this.fine = Math.min(Math.abs(this.t - before) || Infinity, this.fine ?? Infinity);
    this.changed();
  }

  tick(now) {
    if (this.closed) return;
    this.next = requestAnimationFrame(this.frame);
    if (this.resized) { // a canvas of another size is empty, and is drawn before anyone sees it
      this.resized = false;
      this.resize();
    }
    if (this.playing) {
      this.fine = this.speed * 0.25e9;
      this.advance(now);
      if (this.t >= this.end) {
        this.t = this.end;
        this.playing = false;
        this.changed();
        this.announce(this.shown.map((r) => `${r.name} took ${time(r.recording.header.end)}`).join(", "));
      }
    }
    if (!this.stale || this.shown.length === 0) return;
    this.stale = false;
    this.draw();
    this.tell();
    if (now - this.read > calm || !this.playing) {
      this.read = now;
      this.comment();
    }
  }

  // Time goes on while a run plays.
  advance(now) {
    const passed = this.pace.passed(now);
    if (passed === 0) return;
    this.t += passed * 1e6 * this.speed;
    this.stale = true;
  }

  refresh() {
    this.stale = true;
    this.read = -Infinity;
  }

  // What is drawn every frame.
  draw() {
    const { t } = this;
    const span = this.playing || this.forced ? this.speed * 0.3e9 : this.end / 400; // of the flows
    const close = !this.playing || this.speed <= this.slow();
    const kind = this.forced ?? (!this.traffic ? "none" : close && this.near() ? "dots" : this.moves ? "flows" : "none");
    const drawn = this.shown.map(({ stage }) => stage.draw(t, kind, Math.max(0, t - span), this.playing || this.forced !== undefined));
    this.explainTraffic(drawn);
    if (!this.compact) this.curves.draw(t);
    const [clock, of] = this.clockText();
    if (this.clock.textContent !== `${clock} ${of}`) this.clock.replaceChildren(h("b", {}, clock), ` ${of}`);
    this.seeker.value = this.curves.share(t) * Number(this.seeker.max);
    this.element.dataset.t = t;
  }

  // The speed up to which a dot is seen on its way for some frames: a message takes about a thousandth of a second.
  slow() { return 0.006; }

  // Whether single parcels are known of this moment.
  near() { return this.shown.every(({ recording, stage }) => this.t >= recording.header.end || stage.parcels(this.t).knows(this.t)); }

  // Gets the single parcels of this moment, if someone looks closely, for a while, and the recordings do not have them.
  closer() {
    if (!this.detail || this.fetching || !this.traffic || (this.playing && this.speed > this.slow()) || this.near()) return;
    clearTimeout(this.waiting);
    const { t } = this;
    this.waiting = setTimeout(() => { if (!this.closed && (this.playing || this.t === t)) this.fetch(this.t); }, 600);
  }

  async fetch(t) {
    const lacking = this.shown.filter(
      ({ recording, stage }) => t < recording.header.end && !stage.parcels(t).knows(t) && !(t >= stage.refused),
    );
    if (lacking.length === 0) return;
    this.fetching = true;
    const length = this.end / 200;
    await Promise.all(lacking.map(async (run) => {
      setText(run.now, "Single messages of this moment are being simulated once more …");
      try {
        run.stage.detail = await this.detail(run, Math.max(0, Math.floor(t - length / 4)), Math.ceil(t + length));
      } catch { // a later moment may be too far into the run; the flows are still there
        run.stage.refused = t;
      }
    }));
    this.fetching = false;
    if (!this.closed) this.refresh();
  }

  // All numbers, which are those of the picture: whatever has a value on the screen has that of one moment.
  tell() {
    const { t } = this;
    for (const run of this.shown) {
      const { recording, stage: { state } } = run, ended = t >= recording.header.end, { procs } = recording;
      if (run.finish.hidden === ended) {
        run.finish.hidden = !ended;
        run.figure.classList.toggle("ended", ended);
        if (ended) run.finish.replaceChildren(h("b", {}, time(recording.header.end)), h("span", {}, this.placeOf(run)));
        setText(run.now, ""); // it was of another time
        this.read = -Infinity;
      }
      const cut = !ended && t >= this.end; // the player stops before the run does
      const working = `${count(procs - state.idle)} of ${count(procs)} at work`;
      setText(run.live, ended ? "done" : cut ? `goes on until ${time(recording.header.end)}` : working);
      const used = ended || cut ? [] : [percent(state.efficiency), h("span", { class: "of" }, " of the machine"), " used so far"];
      if (run.used.textContent !== used.map((part) => part.textContent ?? part).join("")) run.used.replaceChildren(...used);
    }
    this.standings.update(t);
    this.inspector.update(t);
    if (this.momentBox.open) this.moment.update(this.shown.map((r) => momentRow(r, t)));
  }

  // What the policies do, in words. A sentence takes a while to read: while a race plays it has no number, and stays for a quarter of a
  // second; of a moment that stands, it says all.
  comment() {
    const { t } = this;
    for (const { recording, now } of this.shown) {
      const words = t >= recording.header.end ? "The search is over, and every processor knows."
        : this.playing ? recording.activity(t) : recording.now(t);
      setText(now, this.explaining ? words : "");
    }
    this.seeker.setAttribute("aria-valuetext", this.clockText().join(" "));
    this.closer();
  }

  placeOf(run) {
    const faster = this.shown.filter((r) => r.recording.header.end < run.recording.header.end).length;
    return this.shown.length === 1 ? "" : ["first", "second", "third", "fourth"][faster];
  }

  // A processor is pointed at, or left (-1).
  point(run, rank, how) {
    if (how === "pointer" && run.held !== undefined && run.held >= 0) return;
    for (const other of this.shown) if (other !== run) { other.stage.focused = -1; other.held = undefined; }
    if (run.stage.focused === rank && how === "pointer") return;
    run.stage.focused = rank;
    this.inspector.show(rank >= 0 ? run : null, rank, this.t);
    this.stale = true;
    if (how === "key" && rank >= 0) this.announce(this.inspector.words());
  }

  key(event) {
    if (this.shown.length === 0 || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const run = this.shown.find((r) => r.canvas === event.target);
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (run && arrows) {
      event.preventDefault();
      run.held = run.stage.focused < 0 ? run.stage.rankAt.find((r) => r >= 0) : run.stage.beside(run.stage.focused, ...arrows);
      this.point(run, run.held, "key");
      return;
    }
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && !(event.target.type === "checkbox")) return;
    const act = {
      " ": () => {
        if (event.target.tagName === "BUTTON" || event.target.type === "checkbox" || event.target.tagName === "SUMMARY") return false;
        this.toggle();
      },
      ".": () => this.step(1),
      ",": () => this.step(-1),
      Home: () => this.seek(0),
      End: () => this.seek(this.end),
      "+": () => this.setSpeed(this.speed * 2),
      "-": () => this.setSpeed(this.speed / 2),
      Escape: () => {
        if (!run) return false;
        run.held = undefined;
        this.point(run, -1, "key");
      },
    }[event.key];
    if (act && act() !== false) event.preventDefault();
  }

  /** Plays until every run has ended, or until the usual end. */
  goOn(yes) {
    this.end = yes ? this.last : usualEnd(this.ends, this.last);
    this.curves.end = this.end;
    this.curves.zoom(0, this.end);
    this.setSpeed(usualSpeed(this.ends, this.end));
    this.seek(this.t);
  }

  setSpeed(speed) {
    this.speed = Math.min(Math.max(speed, 10 ** slowest), 10 ** fastest);
    this.speedSlider.set(Math.log10(this.speed));
    this.stale = true;
  }

  /** Colours processors at work by the elements that wait on them, "waiting", or by their "load", as the policy estimates it. */
  colourBy(what) {
    this.colour = what;
    for (const { stage, recording } of this.shown) stage.loads = what === "load" ? shareLevels(mostLoad(recording)) : null;
    this.relabel();
    this.refresh();
  }

  restyle() {
    for (const { stage } of this.shown) stage.recolour();
    this.curves.redraw();
    this.refresh();
  }

  resize() {
    const width = this.root.clientWidth, high = windowHeight();
    if ((width === this.width && high === this.high) || width === 0) return;
    Object.assign(this, { width, high });
    const height = this.compact ? Math.min(innerHeight * 0.72, 480) : this.room();
    for (const { stage, figure } of this.shown)
      stage.resize(this.shown.length === 1 ? figure.parentElement.clientWidth : figure.clientWidth, height);
    if (!this.compact) this.curves.resize(this.curvesCanvas.parentElement.clientWidth);
    this.refresh();
  }

  // The height of a grid. If the page begins with the grids, it ends above the transport, which sticks to the window's lower edge, and so
  // do the words below it, unless the grid were too small then. Where there is a second row of grids, that one begins above the transport.
  room() {
    const high = windowHeight(), usual = Math.min(Math.max(high * 0.56, 240), 640);
    const [{ figure: first }] = this.shown, row = this.shown.filter(({ figure }) => figure.offsetTop === first.offsetTop);
    const topOf = ({ canvas }) => canvas.getBoundingClientRect().top + scrollY, top = Math.max(...row.map(topOf));
    if (top > high / 2) return usual;
    const left = high - top - this.element.querySelector(".transport").offsetHeight - gap;
    if (row.length < this.shown.length) {
      const between = Math.max(...this.shown.map(topOf)) - top - first.querySelector("canvas").offsetHeight;
      return Math.max(smallest, Math.min(usual, left - between - begun));
    }
    const words = left - Math.max(...row.map(({ now }) => now.offsetHeight)) - gap;
    return Math.max(240, Math.min(usual, words >= fair ? words : left));
  }
}

// The bars of a phone's browser, which come and go, do not count.
const windowHeight = () => document.documentElement.clientHeight;

const gap = 10; // pixels between a grid, the words below it and the transport
const fair = 320; // pixels of a grid that is large enough
const smallest = 128; // pixels of a grid in two rows
const begun = 50; // pixels of the second row that are to be seen

const muchLonger = 8; // times as long as the shortest run

// Who is still at work when the winner could have done it twice has shown enough, if it goes on for much longer than that.
function usualEnd(ends, last) {
  const first = Math.min(...ends);
  return last > muchLonger * first ? 2 * first : last;
}

// All takes 20 seconds, but the shortest run 8 at least: beside a processor that works alone, a good policy would be over at once. And all
// takes a minute at most.
function usualSpeed(ends, end) {
  return Math.max(10 ** slowest, end / 60e9, Math.min(end / 20e9, Math.min(...ends) / 8e9));
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// States at some moments of a run, one after the other, in the same arrays.
function* samples({ recording }) {
  const moments = recording.procs > 100_000 ? 5 : 40;
  let state;
  for (let i = 0; i < moments; i++) yield state = recording.stateAt(recording.header.end * (i + 0.5) / moments, state);
}

// The most elements that wait on one processor: the upper end of the scale of colours.
function mostWaiting(runs) {
  let most = 9;
  for (const run of runs) for (const { waiting } of samples(run)) for (const w of waiting) if (w > most) most = w;
  return most;
}

// The most load that one processor has. Runs have different estimates, so each has a scale of its own.
function mostLoad(recording) {
  let most = 0;
  for (const { load } of samples({ recording })) for (const x of load) if (x > most) most = x;
  return most;
}
