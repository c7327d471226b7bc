// theme.js switches between the light and the dark page. Without a choice the system's counts. The choice is an attribute of the
// document, which style.css follows; canvases listen to onchange and draw anew. themeButton makes the button of the header work.

import { h } from "transat/dom.js";

const key = "transat-theme";
const order = ["auto", "light", "dark"];

/** {choice, dark, next(), onchange(f) → stop}. */
export function createTheme(root = document.documentElement) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const listeners = new Set();
  let choice = "auto";
  try { choice = localStorage.getItem(key) ?? "auto"; } catch { /* a file or a browser that keeps nothing */ }
  if (!order.includes(choice)) choice = "auto";
  const theme = {
    get choice() { return choice; },
    get dark() { return choice === "auto" ? system.matches : choice === "dark"; },
    next() {
      choice = order[(order.indexOf(choice) + 1) % order.length];
      try { localStorage.setItem(key, choice); } catch { /* as above */ }
      apply();
    },
    onchange(f) { listeners.add(f); return () => listeners.delete(f); },
  };
  function apply() {
    root.dataset.theme = theme.dark ? "dark" : "light";
    for (const f of listeners) f(theme);
  }
  system.addEventListener("change", apply);
  apply();
  return theme;
}

/** Makes a button go from one theme to the next. Its name says what it chooses, and then what is written on it. */
export function themeButton(theme, button) {
  const say = () => {
    const [sign, word] = { auto: ["◐", "Auto"], light: ["☀", "Light"], dark: ["☾", "Dark"] }[theme.choice];
    button.replaceChildren(h("span", { "aria-hidden": "true" }, `${sign} `), h("span", { class: "hidden" }, "Theme: "), word);
  };
  button.addEventListener("click", () => { theme.next(); say(); });
  button.hidden = false;
  say();
}
