// settings.js is written by go test ./cmd/transat/internal/web/site -update, from the table of settings that the command has, too.
// The fields are those of settings.Setting and settings.Field.

export const settings = [
  {
    "name": "grid",
    "label": "Processors",
    "title": "Sides of the machine’s grid, such as 32x32, 1024 or 8x8x8",
    "main": true
  },
  {
    "name": "topology",
    "choices": "topologies",
    "label": "Network",
    "unset": "each policy’s own",
    "main": true
  },
  {
    "name": "load",
    "choices": "estimates",
    "label": "Load estimate",
    "unset": "each policy’s own"
  },
  {
    "name": "machine",
    "choices": "machines",
    "label": "Machine",
    "main": true
  },
  {
    "name": "start",
    "choices": "starts",
    "label": "Start",
    "unset": "root: on one processor"
  },
  {
    "name": "deal",
    "choices": "estimates",
    "label": "Deal by",
    "title": "The load estimate by which a spread start deals out elements; count: all policies begin alike",
    "unset": "each policy’s own"
  },
  {
    "name": "grain",
    "label": "Grain",
    "title": "Elements below this share of the root’s load, per processor, are not split",
    "keys": "decimal",
    "want": "a share such as 0.05"
  },
  {
    "name": "seed",
    "label": "Seed",
    "keys": "numeric",
    "want": "a whole number"
  },
  {
    "name": "rule",
    "choices": "rules",
    "label": "Branching rule"
  },
];
