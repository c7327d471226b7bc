// Package cluster has what a search on many computers, any of which may die, is told and answers: options, the run, and how it stands.
// Package network carries it out; this package needs none, so that a program without a network can have all flags.
//
//	          transat solve --cluster                          transat worker --join
//	┌────────────────────────────────────────────┐       ┌──────────────────────────────┐
//	│ coordinator ── ledger                      │       │ worker                       │
//	│      │                                     │ NATS  │   processor: searcher, queue │
//	│      ├── store (JetStream)   worker of the ├───────┤   processor                  │
//	│      └── proof, at the end   local cores   │       │   …                          │
//	└────────────────────────────────────────────┘       └──────────────────────────────┘
//
// Package ledger says why the answer is right whatever gets lost: begin to read there. Package worker searches pieces, verify
// checks their records, store keeps the run, server is the NATS server of users who have none, and protocol has the messages
// between coordinator and workers. The text for users is doc/cluster.md.
package cluster
