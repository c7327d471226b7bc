// pace.js says how much time passes from one picture to the next while something plays. With the browser's setting for less motion there is
// one picture a second, and whatever plays is as long as without it: race, bare loads and tree ask the same.
//
//   const pace = new Pace();
//   requestAnimationFrame((now) => { const ms = pace.passed(now); if (ms > 0) show(t += ms); … });

import { still } from "transat/dom.js";

const second = 1000; // ms, from picture to picture under less motion

export class Pace {
  /** most: ms that a frame lets pass at most, so that nothing jumps in a window that was not drawn for a while. */
  constructor(most = second) { this.most = most; }

  /** The ms that pass with the frame that begins at `now`; 0 if no picture is due. */
  passed(now) {
    const calmly = still(), passed = now - (this.before ??= now);
    if (passed <= 0 || (calmly && passed < second)) return 0;
    this.before = now;
    return Math.min(passed, calmly ? second : this.most);
  }
}
