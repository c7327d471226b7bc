// ask.mjs asks recorded runs about times and ranks, with the modules of the page that read and play them. Its argument is a folder with
// recordings, NAME.recording, and questions, NAME.json; the answers go to standard output. A recording that is refused has an error for its answer.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Recording } from "transat/recording.js";
import { cameFrom, gave } from "transat/recording-words.js";

const folder = process.argv[2];
const answers = {};
for (const file of readdirSync(folder).filter((name) => name.endsWith(".recording"))) {
  const name = file.replace(".recording", "");
  const question = JSON.parse(readFileSync(join(folder, `${name}.json`)));
  try {
    answers[name] = ask(await Recording.open(new Uint8Array(readFileSync(join(folder, file))).buffer), question);
  } catch (error) {
    answers[name] = { error: `${error.name}: ${error.message}` };
  }
}
process.stdout.write(JSON.stringify(answers, (_, x) => (x === Infinity ? -1 : x)));

function ask(run, { times, ranks }) {
  const state = {}, flying = {}, flows = {}; // used again and again, as a player does
  const curve = (name) => Array.from(run.curve(name).y);
  return {
    header: run.header, place: Array.from(run.place), times: Array.from(run.curve("idle").t),
    efficiency: curve("efficiency"), idle: curve("idle"), sigma: curve("sigma"), kinds: Array.from(run.columns.looks.kinds),
    moments: times.map((t, i) => {
      const rank = ranks[i], other = ranks[(i + 1) % ranks.length];
      run.stateAt(t, state);
      run.inFlight(t, flying);
      run.flows(0, t, flows);
      const first = (array, n) => Array.from(array.subarray(0, n));
      return {
        ...state, busy: Array.from(state.busy, Boolean), waiting: Array.from(state.waiting), load: Array.from(state.load),
        knows: run.knows(t), next: run.next(t), previous: run.previous(t),
        flying: first(flying.which, flying.n).map((k) => run.parcel(k)),
        flows: first(flows.from, flows.n).map((from, k) => [from, flows.to[k], flows.elements[k], flows.messages[k]]),
        path: Array.from(run.path(rank, other)),
        talk: run.talk(rank, t, 5), span: run.span(rank, t), waitsFor: run.waitsFor(rank, t), now: run.now(t),
        traced: run.origins.knows(t), origin: run.origin(rank, t), gave: run.origins.gave(rank, t),
        cameFrom: cameFrom(run.origin(rank, t) ?? [], run.header.start), gaveWords: gave(run.origins.gave(rank, t)),
      };
    }),
  };
}
