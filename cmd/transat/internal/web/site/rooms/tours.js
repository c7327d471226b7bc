// The room tours: pages of text with races in them. #tours lists them, #tours/ring is one. The texts are those of package course.

import { h, message } from "transat/dom.js";
import { around, contents, listOf, openLesson, placeOf } from "transat/lesson.js";

export const title = "Guided tours";

export async function open(root, app, query, path) {
  const list = await listOf("tours");
  const known = list.some((l) => l.name === path);
  if (!known) {
    if (path) root.append(message("error", `There is no tour “${path}”. Here are all there are.`));
    root.append(
      h(
        "div",
        { class: "lead wide" },
        h("h1", {}, title),
        h(
          "p",
          {},
          "Short texts with races in them, from what load balancing is to which balancer wins, on 32 processors or 65,536. Each has one " +
            "thing to try out.",
        ),
      ),
      contents("tours", list),
    );
    return { close() {} };
  }
  const lesson = await openLesson(root, app, `./tours/${encodeURIComponent(path)}.html`, { plain: true });
  root.querySelector("article").prepend(placeOf(list, path, "tour"));
  root.append(around("tours", list, path, "tour"));
  return lesson;
}
