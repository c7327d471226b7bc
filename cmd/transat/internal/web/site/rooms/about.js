// The room about: what this page is, how it is used with keys, and what it does not do.

import { h, message } from "transat/dom.js";

export const title = "About";

export async function open(root, app) {
  const version = h("span", {}, "…");
  root.append(
    h(
      "div",
      { class: "lead" },
      h("h1", {}, "About this page"),
      h(
        "p",
        {},
        "The search for a solution of a logical formula is a tree that nobody can cut into equal parts beforehand. ",
        "A load balancer shares it while it grows. Here such rules race each other over real search trees, on simulated machines of " +
          "the 1990s and of today.",
      ),
    ),
    h(
      "div",
      { class: "columns" },
      h(
        "section",
        { class: "panel prose" },
        h("h2", {}, "It runs in your browser"),
        h(
          "p",
          {},
          "The page brings the whole simulator along, as WebAssembly made of the same sources as the command ",
          h("code", {}, "transat"),
          ". So a run gives the same numbers here and there, to the last digit. What you write or drop here stays in your browser: no " +
            "server sees a formula, a script or a link’s end.",
        ),
        h("p", {}, "Under each race stands its command line. Copy it, and the terminal prints the same table."),
      ),
      h(
        "section",
        { class: "panel" },
        h("h2", {}, "Keys"),
        h(
          "table",
          {},
          h(
            "tbody",
            {},
            [
              ["Space", "play and pause"],
              [". ,", "to the next event, back one event"],
              ["Home End", "to the beginning, to the end"],
              ["+ −", "faster, slower"],
              ["Tab", "to a grid; then the arrow keys walk from processor to processor"],
              ["← → + − 0", "on the curves: move the moment, zoom in and out, show the whole race"],
              ["Esc", "leaves the processor"],
            ].map(([k, what]) =>
              h(
                "tr",
                {},
                h(
                  "th",
                  { scope: "row" },
                  k.split(" ").map((x) => [h("kbd", {}, x), " "]),
                ),
                h("td", { class: "wrap" }, what),
              ),
            ),
          ),
        ),
      ),
      h(
        "section",
        { class: "panel prose" },
        h("h2", {}, "Colours"),
        h(
          "p",
          {},
          "Orange is a processor without work, and nothing else here is orange. Blue is one at work; the more elements wait in its " +
            "list, the further its colour is from the page’s. ",
          "The scale keeps its order for colour-blind eyes and in grey. Every policy has one colour and one pattern of dashes, in all " +
            "rooms and in the pictures that the command draws; a script of yours has a spare colour, chosen by its name.",
        ),
      ),
      h("section", { class: "panel prose" }, h("h2", {}, "Version"), h("p", {}, version)),
    ),
  );
  app
    .catalogue()
    .then((c) => {
      version.textContent = `${c.version}; ${c.policies.length} policies, ${c.topologies.length} topologies.`;
    })
    .catch((error) => version.replaceWith(message("error", error.message)));
  return { close() {} };
}
