// policy-styles.js is written by go test ./cmd/transat/internal/web/site -update, from the table of package figure, which the command's
// pictures have, too. A policy has the number of its colour, --series-0 and so on in style.css, and of its pattern of lines.

export const colours = 9;
export const firstSpare = 7;
export const dashes = [[],[11,4],[2,3],[10,3,2,3],[5,3],[10,3,2,3,2,3],[16,3,5,3]];
export const styles = {
  "adaptive": { colour: 0, dash: 0 },
  "adf": { colour: 2, dash: 1 },
  "alpha-splitting": { colour: 4, dash: 1 },
  "an": { colour: 1, dash: 3 },
  "an-2": { colour: 6, dash: 4 },
  "diffusion": { colour: 0, dash: 1 },
  "dimension-exchange": { colour: 3, dash: 4 },
  "dn": { colour: 0, dash: 5 },
  "dnr": { colour: 2, dash: 0 },
  "global-round-robin": { colour: 6, dash: 2 },
  "ideal": { colour: 6, dash: 0 },
  "lade": { colour: 3, dash: 3 },
  "liquid-c0": { colour: 5, dash: 1 },
  "liquid-c1": { colour: 3, dash: 0 },
  "liquid-c2": { colour: 2, dash: 3 },
  "liquid-c3": { colour: 1, dash: 5 },
  "liquid-c4": { colour: 0, dash: 4 },
  "liquid-c5": { colour: 4, dash: 5 },
  "nna-async": { colour: 6, dash: 1 },
  "nna-sync": { colour: 1, dash: 4 },
  "none": { colour: 5, dash: 2 },
  "physical": { colour: 2, dash: 2 },
  "plb": { colour: 2, dash: 4 },
  "random-polling": { colour: 4, dash: 0 },
  "round-robin": { colour: 0, dash: 3 },
  "second-order": { colour: 5, dash: 0 },
  "steal": { colour: 1, dash: 1 },
  "steal-half": { colour: 5, dash: 4 },
};
