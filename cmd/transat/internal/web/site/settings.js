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
    "choices": "loads",
    "label": "Load estimate"
  },
  {
    "name": "machine",
    "choices": "machines",
    "label": "Machine",
    "main": true
  },
  {
    "name": "element-bytes",
    "label": "Bytes of an element",
    "title": "What moving one element costs: its size in messages, whatever is in it",
    "unset": "the machine’s",
    "keys": "numeric",
    "want": "a whole number of bytes"
  },
  {
    "name": "node-time",
    "label": "Time of a node",
    "title": "The mean time of a node, or that of a unit of a tree file’s work, such as 5ms",
    "unset": "the machine’s, or the file’s"
  },
  {
    "name": "computer",
    "label": "Processors of a computer",
    "title": "On a machine of two levels: how many processors share a computer",
    "unset": "the machine’s",
    "keys": "numeric",
    "want": "a whole number"
  },
  {
    "name": "speeds",
    "label": "Speeds",
    "title": "As multiples of the machine’s: a list such as 1,0.5, over and over, or a range such as 0.5..2, of which each processor draws one",
    "unset": "all equal"
  },
  {
    "name": "stragglers",
    "label": "Stragglers",
    "title": "A share of the processors is slow for a time: 0.1:speed=0.1:from=0s:for=1s, and again with :every=10s",
    "unset": "none"
  },
  {
    "name": "late",
    "label": "Late processors",
    "title": "How many join late, those with the last numbers, and when: 2:at=5s",
    "unset": "none"
  },
  {
    "name": "start",
    "choices": "starts",
    "label": "Start"
  },
  {
    "name": "deal",
    "choices": "estimates",
    "label": "Deal by",
    "title": "The load estimate by which a spread start deals out elements; count: all policies begin alike",
    "unset": "each policy’s own"
  },
  {
    "name": "budget",
    "label": "Grain in work",
    "title": "An element is searched for this many times what moving it takes before it is split; 0: the grain is in load",
    "keys": "decimal",
    "want": "a multiple such as 4"
  },
  {
    "name": "grain",
    "label": "Grain in load",
    "title": "Without a grain in work, elements below this share of the root’s load, per processor, are not split",
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
