// lesson.js shows a lesson: a text that package course has made of Markdown, with races in it. Each race is simulated when it comes into
// view, one after the other, and played in its place, until twice the winner's time; the numbers of the text are those of the same runs. A
// race may have a knob: buttons for the values of one field of its setting.
//
//   const lesson = await openLesson(root, app, "./tours/ring.html");
//   …
//   lesson.close();

import { button, h, message } from "transat/dom.js";
import { stringify } from "transat/exact.js";
import { Recording } from "transat/recording.js";
import { Player } from "transat/player.js";
import { motif } from "transat/motifs.js";
import { count, seconds } from "transat/numbers.js";
import { fromQuery, request } from "transat/setting.js";
import { bring, storedTrees } from "transat/stored.js";

/** Fetches a list of lessons: {name, title, about}. */
export async function listOf(folder) {
  return (await get(`./${folder}/index.json`)).json();
}

async function get(address) {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address}: ${reply.status === 404 ? "there is no such text" : `the server answers ${reply.status}`}`);
  return reply;
}

/** Shows the lesson at an address in root. In a plain one, pictures are who has work, unless it asks for more. Returns {close()}. */
export async function openLesson(root, app, address, { plain = false } = {}) {
  const text = await (await get(address)).text();
  // The text is our own, made when the page was; it is parsed rather than written into the page, so that nothing in it runs.
  const parsed = new DOMParser().parseFromString(text, "text/html");
  const article = h("article", { class: `lesson prose${plain ? " plain" : ""}` },
    [...parsed.body.childNodes].map((n) => document.importNode(n, true)));
  tidy(article);
  let queue = Promise.resolve(); // a race takes all cores there are
  const shared = { app, plain, stored: storedTrees(), later: (run) => { queue = queue.then(run); } };
  const races = [...article.querySelectorAll("figure.race")].map((figure, i) => new LessonRace(figure, shared, i === 0));
  root.append(article);
  const waiting = new Map(races.map((race) => [race.figure, race]));
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || !waiting.has(target)) continue;
      seen.unobserve(target);
      waiting.get(target).show();
      waiting.delete(target);
    }
  }, { rootMargin: "200px" });
  for (const race of races) seen.observe(race.figure);
  return {
    close() {
      seen.disconnect();
      for (const race of races) race.close();
    },
  };
}

// What Markdown has no words for: a number stays with its unit, a short code is not broken at its hyphens, and tables and long lines of
// code scroll by themselves, by keys as well.
function tidy(article) {
  const texts = document.createTreeWalker(article, NodeFilter.SHOW_TEXT, (n) =>
    n.parentElement.closest("pre") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace(/(\d)\s+(?=(?:%|m?s\b|million\b))/g, "$1\u00a0");
  for (const code of article.querySelectorAll(":not(pre) > code")) if (code.textContent.length <= 28) code.classList.add("whole");
  for (const found of article.querySelectorAll("table")) {
    const headings = [...found.querySelectorAll("thead th")].map((th) => th.textContent).join(", ");
    const box = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Table: ${headings}` });
    found.replaceWith(box);
    box.append(found);
  }
  for (const pre of article.querySelectorAll("pre")) pre.tabIndex = 0;
}

/** A race in a text, with a knob if the text gives it one: a field of the setting and its values, among which the reader chooses. */
class LessonRace {
  // The first one plays by itself, so that it is seen that the pictures move.
  constructor(figure, { app, plain, stored, later }, autoplay) {
    Object.assign(this, { figure, app, plain, stored, later, autoplay });
    const { fields, at, speed, show = "", question, knob, values = "" } = figure.dataset;
    this.fields = Object.fromEntries(new URLSearchParams(fields));
    this.at = Number(at);
    this.speed = speed ? Number(speed) : undefined;
    this.shows = show.split(" ");
    this.knob = knob;
    this.results = new Map(); // by the value of the knob
    this.stop = new AbortController();
    this.stage = h("div", { class: "lesson-stage" });
    this.doing = h("p", { class: "hint" }, "The race is simulated when it comes into view …");
    this.bar = h("progress", { max: 1, value: 0, "aria-label": "Progress of the simulations" });
    this.wait = h("div", { class: "progress lesson-wait" }, this.bar, this.doing);
    this.choices = new Map(values.split(" ").filter(Boolean).map((value) =>
      [value, button(nameOf(knob, value), { pressed: value === this.value, test: `knob-${value}`, onclick: () => this.choose(value) })]));
    const caption = figure.querySelector("figcaption");
    const line = figure.querySelector("pre");
    this.open = h("a", { class: "lesson-open" }, "Open it in the room Race, and change it");
    this.link();
    figure.replaceChildren(...[
      this.choices.size > 0 ? h("div", { class: "knob", role: "group", "aria-label": question },
        h("span", { "aria-hidden": "true" }, question), [...this.choices.values()]) : null,
      this.stage,
      this.wait,
      caption,
      this.more = h("details", { class: "lesson-line", ontoggle: () => this.traffic() },
        h("summary", {}, plain ? "Speed, traffic, and the command" : "As a command"), line, this.open),
    ].filter(Boolean));
  }

  get value() { return this.fields[this.knob] ?? ""; }

  link() {
    this.app.link("race", this.fields).then((link) => {
      this.open.href = link;
    });
  }

  // A value that was tried keeps its times on its button.
  choose(value) {
    const tried = this.results.get(this.value);
    if (tried) this.choices.get(this.value).replaceChildren(nameOf(this.knob, this.value),
      h("small", {}, `${tried.rows.map((row) => seconds(row.time_s)).join(" and ")} s`));
    this.fields[this.knob] = value;
    for (const [other, choice] of this.choices) choice.setAttribute("aria-pressed", String(other === value));
    this.link();
    this.at = 0;
    this.autoplay = true;
    this.show();
  }

  /** Runs the race unless it has been run, and plays it. */
  show() {
    this.later(async () => {
      const { value } = this;
      try {
        if (!this.results.has(value)) this.results.set(value, await this.run());
        if (!this.stop.signal.aborted && value === this.value) this.play(this.results.get(value));
      } catch (error) {
        if (!this.stop.signal.aborted) this.complain(error);
      }
    });
  }

  async run() {
    const { signal } = this.stop, setting = fromQuery(this.fields), shares = setting.policies.map(() => 0);
    const tell = (share, what) => {
      this.bar.value = share;
      this.doing.textContent = what;
    };
    this.wait.replaceChildren(this.bar, this.doing);
    if (this.wait.parentElement === null) this.stage.after(this.wait);
    const engine = await this.app.engine();
    await bring(engine, await this.stored, setting, { signal, onProgress: tell });
    const results = await Promise.all(setting.policies.map(async (policy, i) => {
      const reply = await engine.request({ ...request(setting, policy), beside: setting.policies }, {
        signal,
        onProgress: (share, what) => {
          shares[i] = share;
          tell(shares.reduce((a, b) => a + b) / shares.length, what);
        },
      });
      return { reply, recording: reply.blobs[0] ? await Recording.open(reply.blobs[0]) : null };
    }));
    const { rows } = await engine.request({ do: "table", runs: results.map((r) => r.reply.run) }, { signal });
    return { rows, runs: results.map(({ recording }, i) => ({ recording, row: rows[i], name: setting.policies[i] })) };
  }

  // Who is still at work when the winner could have done it twice has shown enough.
  play({ rows, runs }) {
    this.wait.remove();
    this.figure.dataset.rows = stringify(rows);
    this.player?.close();
    this.player = new Player(this.stage, {
      runs, at: this.at, end: 2e9 * Math.min(...rows.map((row) => row.time_s)), speed: this.speed, compact: true,
      announce: this.app.announce, autoplay: this.autoplay,
    });
    this.traffic();
  }

  // What is on its way is shown where the text is about it, or to who unfolds the rest.
  traffic() {
    if (!this.player) return;
    this.player.traffic = !this.plain || this.shows.includes("traffic") || this.more.open;
    this.player.refresh();
  }

  complain(error) {
    this.wait.replaceChildren(message("error", error.message), button("Try again", { onclick: () => this.show() }));
    if (this.wait.parentElement === null) this.stage.after(this.wait);
  }

  close() {
    this.stop.abort(new Error("the room was left"));
    this.player?.close();
  }
}

// What a value of a knob is called: a grid by its processors, a rule with a parameter by that.
const nameOf = (knob, value) => knob === "grid" ? count(value.split("x").reduce((a, b) => a * b, 1))
  : value.replace(/^[\w-]+:(\w+)=/, "$1 = ");

/** A list of lessons as links, for a room's first page: with numbers, or with pictures. */
export function contents(room, list, numbered) {
  return h("ol", { class: "contents" }, list.map(({ name, title, about }) =>
    h("li", {}, h("a", { href: `#${room}/${name}`, test: `${room}-${name}` },
      numbered ? h("span", { class: "number" }, name) : motif(name), h("strong", {}, title), h("span", { class: "about" }, about)))));
}

/** The way to the lessons before and behind one; what is what a lesson is called: "tour". */
export function around(room, list, name, what) {
  const at = list.findIndex((l) => l.name === name);
  const to = (l, where, kind) =>
    l ? h("a", { href: `#${room}/${l.name}`, class: kind }, h("span", { class: "where" }, where), l.title) : h("span", {});
  return h(
    "nav",
    { class: "around", "aria-label": `Other ${what}s` },
    to(list[at - 1], `← The ${what} before this`, "back"),
    h("a", { href: `#${room}`, class: "all" }, `List of the ${list.length} ${what}s`),
    to(list[at + 1], `The next ${what} →`, "next"),
  );
}

/** The line above a lesson's title: which of how many it is. */
export function placeOf(list, name, what) {
  const capital = what[0].toUpperCase() + what.slice(1);
  return h("p", { class: "lesson-room" }, `${capital} ${list.findIndex((l) => l.name === name) + 1} of ${list.length}`);
}
