// files.js has the files that a visitor has brought: search trees, formulas and machines. They are read in a worker, and stay in this page: all
// rooms have them until it is closed, and nothing is sent anywhere.
//
//   const files = new Files(engine);
//   const source = await files.read(file, { onProgress, signal });   // {tree: name, file: hash, about}, {tree, file, cnf, about},
//                                                                    // or {machine: name, text, about}
//   files.complete(setting);    // a setting of a link, which has a file's name and hash, gets the formula if it is here
//   files.lacks(setting);       // it names a file that is not here
//
// A file is known by the first sixteen digits of its SHA-256, as links have it.

import { count } from "transat/numbers.js";
import { machineName } from "transat/setting.js";

const mostBytes = 512 * 2 ** 20; // of the largest tree that the engine takes; what it takes of a format, it says itself

export class Files {
  #formulas = new Map(); // texts by hash

  constructor(engine) { this.engine = engine; }

  /** Reads a file: a File or a Blob with a name. An error says what is wrong with it, in a line. */
  async read(file, { onProgress, signal } = {}) {
    if (file.size > mostBytes)
      throw new Error(`${file.name} has ${count(file.size)} bytes: a browser has memory for ${count(mostBytes)} at most; ` +
        "transat compare takes any");
    if (file.size === 0) throw new Error(`${file.name} is empty, or a folder: want a file with a search tree, a formula or a machine`);
    const reply = await this.engine.read(file, { onProgress, signal });
    const source = { tree: reply.name, file: reply.file, about: reply.text };
    if (reply.kind === "machine") return { machine: machineName(reply.name), text: reply.plain, about: reply.text };
    if (reply.kind !== "formula") return source;
    this.#formulas.set(reply.file, reply.plain);
    return { ...source, cnf: reply.plain };
  }

  complete(setting) {
    if (setting.file && !setting.cnf && this.#formulas.has(setting.file)) setting.cnf = this.#formulas.get(setting.file);
    return setting;
  }

  lacks(setting) { return Boolean(setting.file) && !this.complete(setting).cnf && !this.engine.has(setting); }
}

/** What a file is called where it has to be told from others of its name. */
export const calledFile = ({ tree, file }) => `${tree} (SHA-256 ${file}…)`;
