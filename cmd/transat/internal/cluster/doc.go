// Package cluster searches a formula on many computers, any of which may die. [Open] begins a run, which [Run.Lead] leads; [Work]
// is a worker that joins one; [States] asks how runs stand.
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
