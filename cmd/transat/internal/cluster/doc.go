// Package cluster searches a formula on many computers, any of which may die. [Open] begins a run, which [Run.Lead] leads, [Work] is a worker that joins one,
// and [States] asks how runs stand.
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
