// Package cluster has what a search on many computers, any of which may die, is told and answers: options, the run, and how it stands.
// Package network carries it out; this package needs none, so that a program without a network can have all flags.
//
//	          transat solve --cluster                          transat worker --join
//	┌────────────────────────────────────────────┐       ┌──────────────────────────────┐
//	│ coordinator ── ledger                      │       │ worker                       │
//	│      │                                     │ NATS  │   processor: hand, letter box│
//	│      ├── store (JetStream)   worker of the ├───────┤   processor                  │
//	│      └── proof, at the end   local cores   │       │   …                          │
//	└────────────────────────────────────────────┘       └──────────────────────────────┘
//
// Package ledger says why the answer is right whatever gets lost: begin to read there. Package hand searches a piece, store keeps the
// run, server is the NATS server of those who have none, and wire has what is said between coordinator and worker. The
// text for users is doc/cluster.md.
package cluster
