// The room exercises: sheets with tasks, hints and solutions. #exercises lists them, #exercises/3 is one. The texts are those of package
// lessons, which transat exercise prints as well.

import { h, message } from "transat/dom.js";
import { around, contents, listOf, openLesson, placeOf } from "transat/lesson.js";

export const title = "Exercises";

export async function open(root, app, query, path) {
  const list = await listOf("exercises");
  const known = list.some((l) => l.name === path);
  if (!known) {
    if (path) root.append(message("error", `There is no sheet “${path}”. Here are all there are.`));
    root.append(
      h(
        "div",
        { class: "lead wide" },
        h("h1", {}, title),
        h(
          "p",
          {},
          "Sheets to hand out: a task, hints, a solution that is folded away, and marks. In a terminal, ",
          h("code", {}, "transat exercise 1"),
          " prints the first.",
        ),
      ),
      contents("exercises", list, true),
    );
    return { close() {} };
  }
  const lesson = await openLesson(root, app, `./exercises/${encodeURIComponent(path)}.html`);
  root.querySelector("article").prepend(placeOf(list, path, "sheet"));
  root.append(around("exercises", list, path, "sheet"));
  return lesson;
}
