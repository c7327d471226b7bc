// ask.mjs asks films about times and ranks, in JavaScript: for the test that the Go reader answers alike. Its argument
// is a folder with films, NAME.film, and questions, NAME.json; the answers go to standard output.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Film } from "transat/film.js";

const folder = process.argv[2];
const answers = {};
for (const name of readdirSync(folder).filter((name) => name.endsWith(".film"))) {
  const film = await Film.open(new Uint8Array(readFileSync(join(folder, name))).buffer);
  const { times, ranks } = JSON.parse(readFileSync(join(folder, name.replace(".film", ".json"))));
  const state = {}, flying = {}, flows = {}; // used again and again, as a player does
  answers[name] = {
    header: film.header,
    place: Array.from(film.place),
    curves: ["efficiency", "idle", "sigma"].map((curve) => Array.from(film.curve(curve).y)),
    moments: times.map((t, i) => {
      const rank = ranks[i];
      film.stateAt(t, state);
      film.inFlight(t, flying);
      film.flows(times[(i + 1) % times.length], t, flows);
      const first = (array, n) => Array.from(array.subarray(0, n));
      return {
        ...state, busy: Array.from(state.busy), waiting: Array.from(state.waiting), load: Array.from(state.load),
        next: film.next(t), previous: film.previous(t),
        flying: Array.from(first(flying.which, flying.n), (k) => JSON.stringify(film.parcel(k), (_, x) => (x === Infinity ? -1 : x))),
        flows: first(flows.from, flows.n).map((from, k) => [from, flows.to[k], flows.elements[k], flows.messages[k]]),
        path: Array.from(film.path(rank, ranks[(i + 1) % ranks.length])),
        talk: film.talk(rank, t, 5), span: film.span(rank, t), waitsFor: film.waitsFor(rank, t), now: film.now(t),
      };
    }),
  };
}
process.stdout.write(JSON.stringify(answers));
