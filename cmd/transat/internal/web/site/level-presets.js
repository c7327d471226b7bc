// level-presets.js is the table of experiments that the room of bare loads begins with. A preset is what the room's link holds; loads
// may be a function of the number of processors.

export const presets = [
  {
    name: "fig5", title: "The liquid, and averaging", source: "Henrich, Figure 5",
    text: "All load lies on one processor of a ring. The liquid passes on one element a step, and has reached everyone after P − 1 = " +
      "31 steps. Averaging needs fewer steps, but moves a lot in each. Counted in shifts, the largest load sent over a link in " +
      "every step, the liquid is level after 220, averaging after 575.",
    fields: { topology: "ring", grid: "32", policy: "liquid-c5,nna-sync", start: "point:5", until: "balanced" },
  },
  {
    name: "adf", title: "The odd ring", source: "Karagiorgos and Missirlis, Theorem 1",
    text: "Every load becomes the mean of its neighbours' loads. On a ring of 15 that converges, and σ follows cos(π/15) step by step; " +
      "on one of 16 the loads would swing for ever, and the rule is refused. Try it: change the size.",
    fields: { topology: "ring", grid: "15", policy: "adf,diffusion", start: "point:5", real: "1", until: "balanced" },
  },
  {
    name: "circles", title: "Round in circles", source: "whole loads cannot be halved",
    text: "Averaging and diffusion on whole elements: the load is soon shared, but rounding keeps the last elements on their way round " +
      "for ever. The machine notices that the loads have been there before.",
    fields: { topology: "torus", grid: "8x8", policy: "nna-sync,diffusion", start: "point:5", until: "balanced" },
  },
  {
    name: "spike", title: "A spike on a cube", source: "Cybenko's dimension exchange",
    text: "Dimension exchange levels a hypercube exactly in a single step, dimension by dimension: two neighbours share their loads " +
      "evenly each time. Diffusion takes 32 steps to come within a millionth of the mean.",
    fields: { topology: "hypercube", grid: "16", policy: "dimension-exchange,diffusion", start: "point:10", real: "1", until: "balanced" },
  },
  {
    name: "step", title: "A step", source: "half of them have all of it",
    text: "One half of a line has load, the other none. The front between them flattens slowly, for what flows over a link is a share " +
      "of the difference: 12,238 steps. Second-order diffusion keeps some of the flow of the step before, and is there after 360.",
    fields: { topology: "line", grid: "64", policy: "diffusion,second-order", start: "step", real: "1", until: "balanced" },
  },
  {
    name: "random", title: "At random", source: "a large torus as a heat map",
    text: "Random loads on 1,024 processors. Diffusion flattens them in a few steps, but a share of a small difference rounds to " +
      "nothing, and so slow waves across the torus remain for ever. The liquid, which passes on single elements, is level after 87 " +
      "steps.",
    fields: { topology: "torus", grid: "32x32", policy: "diffusion,liquid-c5", start: "uniform:0,100", until: "balanced" },
  },
];

/** Starts that the command does not have: loads for n processors. */
export const ownStarts = {
  step: (n) => Array.from({ length: n }, (_, i) => i < n / 2 ? 10 : 0),
  empty: (n) => new Array(n).fill(0),
};
