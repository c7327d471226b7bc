// main.js is the shell: it reads the address's fragment, opens the room that it names, and lends the room what all share.
//
//   app.engine     requests to the program (engine.js); made when a room first asks for it: await app.engine()
//   app.catalogue  what the program knows: policies, topologies, machines, samples …: await app.catalogue()
//   app.files      the files that the visitor has brought (files.js): await app.files()
//   app.go(hash)   goes to another room; app.link(room, fields) makes the fragment, app.replace(room, fields) shows it in the address
//                  bar without opening the room again
//   app.theme      theme.js; app.announce(text) tells it to those who hear the page
//   app.version    what await app.catalogue() says, once it is there
//
// A room is an entry of the table below, and a module of rooms/ that exports title and async open(root, app, query, path), which returns
// {close()}. #level?k=v opens rooms/level.js with query {k: "v"}; in #tours/liquid the path is liquid.

import { decode, encode } from "transat/link.js";
import { button, h, message } from "transat/dom.js";
import { createTheme, themeButton } from "transat/theme.js";

// The table of rooms, in the order of the header. name is that of the module and of the address, and title stands in the header. styles are
// style sheets besides style.css and player.css; all of them are loaded at once, in this order. engine: the room needs the program at
// once. An unlisted room opens by its address alone.
const rooms = [
  { name: "race", title: "Race", styles: ["race.css"], engine: true },
  { name: "level", title: "Bare loads", styles: ["level.css"], engine: true },
  { name: "tree", title: "Tree", styles: ["tree.css"], engine: true },
  { name: "explain", title: "Explain", styles: ["explain.css"], engine: true },
  { name: "tours", title: "Tours", styles: ["lesson.css"] },
  { name: "exercises", title: "Exercises", styles: ["lesson.css"] },
  { name: "about", title: "About" },
  // It is of use only where transat serve --cluster runs, which tells its address.
  { name: "cluster", title: "Cluster", styles: ["cluster.css"], unlisted: !/^#cluster\b/.test(location.hash) },
];
const listed = rooms.filter((r) => !r.unlisted);

const once = (make) => {
  let made;
  return () => made ??= make().catch((error) => { made = undefined; throw error; });
};

function createApp() {
  const theme = createTheme();
  const announcer = document.getElementById("announcer");
  const engine = once(async () => {
    const { Engine } = await import("transat/engine.js");
    return new Engine();
  });
  return {
    theme,
    engine,
    catalogue: once(async () => (await (await engine()).request({ do: "catalogue" }))),
    files: once(async () => {
      const { Files } = await import("transat/files.js");
      return new Files(await engine());
    }),
    go: (fragment) => { location.hash = fragment; },
    link: encode,
    async replace(room, fields) {
      const mine = turn;
      const fragment = await encode(room, fields);
      if (mine !== turn || location.hash !== here) return; // somebody has followed a link, which the room must not take back
      history.replaceState(null, "", fragment);
      here = location.hash;
    },
    announce(text) {
      announcer.textContent = "";
      requestAnimationFrame(() => { announcer.textContent = text; }); // the same words again are news again
    },
  };
}

const app = createApp();
const main = document.getElementById("main");
let present = null; // the open room
let here = location.hash; // by which the open room was opened, or what it has made of that
let turn = 0; // counts navigations: a slow room that has been left is not shown

const styled = Promise.all([...new Set(rooms.flatMap((r) => r.styles ?? []))].map((href) => new Promise((loaded) => {
  document.head.append(h("link", { rel: "stylesheet", href, onload: loaded, onerror: loaded }));
})));

async function show() {
  const mine = ++turn;
  here = location.hash;
  let address, problem;
  try {
    address = await decode(location.hash || `#${rooms[0].name}`);
  } catch (error) {
    address = { room: location.hash.slice(1).split("?")[0], path: "", query: {} };
    problem = error;
  }
  if (mine !== turn) return;
  const room = rooms.find((r) => r.name === address.room);
  mark(room);
  present?.close?.();
  present = null;
  const root = h("div", { class: "page" });
  main.replaceChildren(root);
  if (problem) root.append(message("error", problem.message));
  if (!room) {
    document.title = "transat";
    root.append(
      h(
        "div",
        { class: "lead" },
        h("h1", {}, "No such room"),
        h(
          "p",
          {},
          `This page has no room “${address.room}”. There are: `,
          listed.map((r, i) => [i > 0 ? ", " : "", h("a", { href: `#${r.name}` }, r.title)]),
          ".",
        ),
      ),
    );
    return;
  }
  try {
    const [module] = await Promise.all([import(`transat/rooms/${room.name}.js`), styled]);
    if (mine !== turn) return;
    document.title = `${module.title} – transat`;
    const opened = await module.open(root, app, address.query, address.path);
    if (mine === turn) present = opened;
    else opened?.close?.();
  } catch (error) {
    if (mine !== turn) return;
    root.append(message("error", `${room.title} could not be opened: ${error.message}`));
    throw error;
  }
}

function mark(room) {
  for (const a of document.querySelectorAll("#rooms a")) {
    if (a.dataset.room === room?.name) {
      a.setAttribute("aria-current", "page");
      const bar = a.parentElement; // on a narrow screen it scrolls
      bar.scrollLeft = a.offsetLeft - bar.offsetLeft - (bar.clientWidth - a.clientWidth) / 2;
    }
    else a.removeAttribute("aria-current");
  }
}

function header() {
  document
    .getElementById("rooms")
    .append(...listed.map((r) => h("a", { href: `#${r.name}`, dataset: { room: r.name }, test: `room-${r.name}` }, r.title)));
  themeButton(app.theme, document.getElementById("theme"));
  document.getElementById("skip").addEventListener("click", (event) => { event.preventDefault(); main.focus(); });
}

// The program is fetched and compiled while the room's modules come, unless the first room does without. A lesson of a room, which is a
// path, has players.
const [, name, path] = /^#?(\w*)(\/?)/.exec(location.hash);
if (path || (rooms.find((r) => r.name === name) ?? rooms[0]).engine)
  app
    .engine()
    .then((engine) => engine.warm())
    .catch(() => {}); // the room will tell

header();
addEventListener("hashchange", () => { show(); main.focus({ preventScroll: true }); scrollTo(0, 0); });
show();
