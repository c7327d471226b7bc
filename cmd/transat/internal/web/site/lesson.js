// lesson.js shows a lesson: a text that package course has made of Markdown, with races in it. Each race is simulated when it comes into
// view, one after the other, and played in its place; the numbers of the text are those of the same runs.
//
//   const lesson = await openLesson(root, app, "./tours/ring.html");
//   …
//   lesson.close();

import { button, h, message } from "transat/dom.js";
import { stringify } from "transat/exact.js";
import { Recording } from "transat/recording.js";
import { Player } from "transat/player.js";
import { motif } from "transat/motifs.js";
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

/** Shows the lesson at an address in root. Returns {close()}. */
export async function openLesson(root, app, address) {
  const text = await (await get(address)).text();
  // The text is our own, made when the page was; it is parsed rather than written into the page, so that nothing in it runs.
  const parsed = new DOMParser().parseFromString(text, "text/html");
  const article = h("article", { class: "lesson prose" }, [...parsed.body.childNodes].map((n) => document.importNode(n, true)));
  tidy(article);
  const stored = storedTrees(); // a promise
  const races = [...article.querySelectorAll("figure.race")].map((figure, i) => new LessonRace(figure, app, stored, i === 0));
  root.append(article);
  const waiting = new Map(races.map((race) => [race.figure, race]));
  let queue = Promise.resolve(); // a race takes all cores there are
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || !waiting.has(target)) continue;
      const race = waiting.get(target);
      waiting.delete(target);
      seen.unobserve(target);
      queue = queue.then(() => race.run());
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

// What Markdown has no words for: a number stays with its unit, a short code is not broken at its hyphens, and tables and long lines of code
// scroll by themselves, by keys as well.
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

/** A race in a text. */
class LessonRace {
  // The first one plays by itself, so that it is seen that the pictures move.
  constructor(figure, app, stored, autoplay) {
    Object.assign(this, { figure, app, stored, autoplay });
    this.fields = Object.fromEntries(new URLSearchParams(figure.dataset.fields));
    this.at = Number(figure.dataset.at);
    this.speed = figure.dataset.speed ? Number(figure.dataset.speed) : undefined;
    this.setting = fromQuery(this.fields);
    this.stop = new AbortController();
    this.stage = h("div", { class: "lesson-stage" });
    this.doing = h("p", { class: "hint" }, "The race is simulated when it comes into view …");
    this.bar = h("progress", { max: 1, value: 0, "aria-label": "Progress of the simulations" });
    this.wait = h("div", { class: "progress lesson-wait" }, this.bar, this.doing);
    const caption = figure.querySelector("figcaption");
    const line = figure.querySelector("pre");
    this.open = h("a", { class: "lesson-open" }, "Open it in the room Race, and change it");
    app.link("race", this.fields).then((link) => {
      this.open.href = link;
    });
    figure.replaceChildren(
      this.stage,
      this.wait,
      caption,
      h("details", { class: "lesson-line" }, h("summary", {}, "As a command"), line, this.open),
    );
  }

  async run() {
    if (this.stop.signal.aborted) return;
    const { signal } = this.stop;
    const shares = this.setting.policies.map(() => 0);
    try {
      const engine = await this.app.engine();
      await bring(engine, await this.stored, this.setting, { signal, onProgress: (share, what) => {
        this.bar.value = share;
        this.doing.textContent = what;
      } });
      const results = await Promise.all(this.setting.policies.map(async (policy, i) => {
        const reply = await engine.request({ ...request(this.setting, policy), beside: this.setting.policies }, {
          signal,
          onProgress: (share, what) => {
            shares[i] = share;
            this.bar.value = shares.reduce((a, b) => a + b) / shares.length;
            this.doing.textContent = what;
          },
        });
        return { policy, reply, recording: reply.blobs[0] ? await Recording.open(reply.blobs[0]) : null };
      }));
      const finished = await engine.request({ do: "table", runs: results.map((r) => r.reply.run) }, { signal });
      if (signal.aborted) return;
      this.wait.remove();
      this.figure.dataset.rows = stringify(finished.rows);
      this.player = new Player(this.stage, {
        runs: results.map(({ policy, recording }, i) => ({ recording, row: finished.rows[i], name: policy })),
        at: this.at, speed: this.speed, compact: true, announce: this.app.announce, autoplay: this.autoplay,
      });
    } catch (error) {
      if (signal.aborted) return;
      this.wait.replaceChildren(
        message("error", error.message),
        button("Try again", {
          onclick: () => {
            this.wait.replaceChildren(this.bar, this.doing);
            this.run();
          },
        }),
      );
    }
  }

  close() {
    this.stop.abort(new Error("the room was left"));
    this.player?.close();
  }
}

/** A list of lessons as links, for a room's first page: with numbers, or with pictures. */
export function contents(room, list, numbered) {
  return h("ol", { class: "contents" }, list.map(({ name, title, about }) =>
    h("li", {}, h("a", { href: `#${room}/${name}`, test: `${room}-${name}` },
      numbered ? h("span", { class: "number" }, name) : motif(name), h("strong", {}, title), h("span", { class: "about" }, about)))));
}

/** The way to the lessons before and behind one. */
export function around(room, list, name) {
  const at = list.findIndex((l) => l.name === name);
  const to = (l, where, kind) =>
    l ? h("a", { href: `#${room}/${l.name}`, class: kind }, h("span", { class: "where" }, where), l.title) : h("span", {});
  return h(
    "nav",
    { class: "around", "aria-label": "Other texts" },
    to(list[at - 1], "← before", "back"),
    h("a", { href: `#${room}`, class: "all" }, "all"),
    to(list[at + 1], "next →", "next"),
  );
}

/** The line above a lesson's title: which of how many it is. */
export function placeOf(list, name, what) {
  return h("p", { class: "lesson-room" }, `${what} ${list.findIndex((l) => l.name === name) + 1} of ${list.length}`);
}
