// replay.js begins the pages that hold recorded runs and no engine: the file of --page, the report of reproduce. Go writes
// them (web/replay); what is to be played lies in the document as text:
//
//   <section data-replay="0"></section>                                where a player comes to be
//   <script type="application/json" id="replay-0">{"title", "runs": [{"name", "recording": "recording-0", "row": {…}}]}</script>
//   <script type="text/plain" id="recording-0">the bytes of a recording, in base 64</script>
//
// A player is made when its place comes near the window, and its recording is then read: a report with many opens at once.

import { h, message } from "transat/dom.js";
import { parse } from "transat/exact.js";
import { Recording } from "transat/recording.js";
import { Player } from "transat/player.js";
import { createTheme, themeButton } from "transat/theme.js";

function text(id) { return document.getElementById(id).textContent; }

function bytes(base64) { return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)).buffer; }

const announcer = document.getElementById("announcer");

function announce(words) {
  announcer.textContent = "";
  requestAnimationFrame(() => { announcer.textContent = words; });
}

async function play(place) {
  const { title, runs } = parse(text(`replay-${place.dataset.replay}`));
  try {
    const recordings = await Promise.all(runs.map((run) => run.recording ? Recording.open(bytes(text(run.recording))) : null));
    place.replaceChildren();
    new Player(place, {
      runs: runs.map(({ name, row }, i) => ({ name, recording: recordings[i], row })),
      title,
      announce,
      autoplay: place.dataset.replay === "0",
    });
  } catch (error) {
    place.replaceChildren(message("error", `This run cannot be played: ${error.message}`));
    throw error;
  }
}

themeButton(createTheme(), document.getElementById("theme"));

// On a narrow screen a command is broken between its words, not at the hyphens of its flags.
for (const line of document.querySelectorAll(".facts .command")) {
  line.replaceChildren(
    ...line.textContent.split(" ").flatMap((word, i) => [i > 0 ? " " : "", word.length < 40 ? h("span", { class: "word" }, word) : word]),
  );
}

const near = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    play(target);
  }
}, { rootMargin: "600px" });
for (const place of document.querySelectorAll("[data-replay]")) near.observe(place);
