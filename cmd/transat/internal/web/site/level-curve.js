// level-curve.js draws the spread σ of loads over the steps, on a logarithmic axis, beside what theory says of the rule: with the
// convergence factor γ, σ falls to γ times itself in a step, in the long run, on loads that can be divided at will.
//
//   const curve = new LevelCurve(canvas, {onSeek(step)})
//   curve.draw([{sigma, factor, style}], step, colours)

import { dashes } from "transat/colours.js";

const left = 52, right = 12, top = 10, bottom = 30;

export class LevelCurve {
  constructor(canvas, { onSeek }) {
    this.canvas = canvas;
    this.steps = 1;
    const seek = (event) => {
      if (event.buttons & 1 || event.type === "click")
        onSeek(((event.offsetX - left) / Math.max(1, canvas.clientWidth - left - right)) * this.steps);
    };
    canvas.addEventListener("click", seek);
    canvas.addEventListener("pointermove", seek);
  }

  draw(series, step, colours) {
    const ratio = Math.min(3, devicePixelRatio || 1), { canvas } = this;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const c = canvas.getContext("2d");
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, width, height);
    this.steps = Math.max(1, ...series.map((s) => s.sigma.length - 1));
    let most = 0, least = Infinity;
    for (const s of series) for (const v of s.sigma) if (v > 0) { most = Math.max(most, v); least = Math.min(least, v); }
    if (most === 0) { most = 1; least = 0.1; }
    least = Math.max(least, most * 1e-8);
    const high = Math.ceil(Math.log10(most) + 1e-9), low = Math.min(high - 1, Math.floor(Math.log10(least)));
    const x = (k) => left + k / this.steps * (width - left - right);
    const y = (v) => top + (high - Math.log10(v)) / (high - low) * (height - top - bottom);
    this.#axes(c, { x, y, high, low, width, height, colours });
    c.save();
    c.beginPath();
    c.rect(left, top, width - left - right, height - top - bottom + 1);
    c.clip();
    series.forEach((s, i) => {
      c.strokeStyle = colours.series[s.style.colour];
      if (s.factor !== null && s.factor !== undefined && s.sigma[0] > 0 && s.factor > 0) {
        c.lineWidth = 1.2;
        c.setLineDash([1, 4]);
        c.lineCap = "round";
        c.beginPath();
        c.moveTo(x(0), y(s.sigma[0]));
        c.lineTo(x(this.steps), y(Math.max(1e-300, s.sigma[0] * s.factor ** this.steps)));
        c.stroke();
      }
      c.lineWidth = 2;
      c.lineCap = "butt";
      c.setLineDash(dashes[s.style.dash]);
      c.beginPath();
      let down = false;
      const stride = Math.max(1, Math.floor(s.sigma.length / 4000));
      for (let k = 0; k < s.sigma.length; k += stride) {
        if (!(s.sigma[k] > 0)) { down = false; continue; }
        if (down) c.lineTo(x(k), y(s.sigma[k]));
        else c.moveTo(x(k), y(s.sigma[k]));
        down = true;
      }
      c.stroke();
    });
    c.setLineDash([]);
    c.strokeStyle = colours.ink;
    c.lineWidth = 1;
    c.beginPath();
    c.moveTo(x(step), top);
    c.lineTo(x(step), height - bottom);
    c.stroke();
    c.restore();
    series.forEach((s, i) => {
      const value = s.sigma[Math.min(s.sigma.length - 1, Math.floor(step))];
      if (!(value > 0)) return;
      c.fillStyle = colours.series[s.style.colour];
      c.beginPath();
      c.arc(x(Math.min(step, s.sigma.length - 1)), Math.min(y(value), height - bottom), 4, 0, 7);
      c.fill();
    });
  }

  #axes(c, { x, y, high, low, width, height, colours }) {
    c.font = `12px ${colours.sans}`;
    c.strokeStyle = colours.line;
    c.fillStyle = colours.soft;
    c.lineWidth = 1;
    c.textAlign = "right";
    c.textBaseline = "middle";
    const every = Math.ceil((high - low) / 5);
    c.beginPath();
    for (let e = high; e >= low; e -= every) {
      c.moveTo(left, y(10 ** e));
      c.lineTo(width - right, y(10 ** e));
      c.fillText(e >= -3 && e <= 4 ? String(Number((10 ** e).toPrecision(1))) : `1e${e}`, left - 8, y(10 ** e));
    }
    c.stroke();
    c.textAlign = "center";
    c.textBaseline = "top";
    const step = [1, 2, 5].flatMap((k) => [1, 10, 100, 1000, 10000].map((t) => k * t)).sort((a, b) => a - b)
      .find((s) => this.steps / s <= (width - left) / 90) ?? 10000;
    for (let k = 0; k <= this.steps; k += step) c.fillText(String(k), x(k), height - bottom + 6);
    c.textAlign = "left";
    c.fillText("σ", 6, top - 4);
  }
}

/** The factor by which σ fell in a step, over the second half of the steps in which there was any. */
export function measuredFactor(sigma) {
  let end = sigma.length - 1;
  while (end > 0 && !(sigma[end] > 1e-9 * sigma[0])) end--;
  const begin = Math.floor(end / 2);
  if (end - begin < 2 || !(sigma[begin] > 0)) return NaN;
  return (sigma[end] / sigma[begin]) ** (1 / (end - begin));
}
