// Package team is the processors of a worker in a run under a policy of package balance.
//
// Every processor of the policy lives in some worker. Those of one worker are a part of a machine of package cores, which sees to time,
// lists and mail between them; what they send to processors of other workers goes through NATS:
//
//	processor 0 ─┐                                    ┌─ processor 3
//	processor 1 ─┼─ cores.Machine ── team ─── mail ───┤
//	processor 2 ─┘                    │               └─ …
//	                                  └── records, questions ──▶ coordinator
//
// # Pieces
//
// An element of the machine is a piece of the ledger, or what is left of one. When a processor gives branches away, a record says so.
// A piece that leaves the worker waits until the record is taken; then it goes to the other worker, which asks the coordinator
// for it ([wire.Take]) and searches it meanwhile. Until that question has come the sender owns it. If none comes, the sender takes the
// piece back.
//
// A piece that goes to another processor of the same worker does not wait. Its records do: those of a piece are carried after those that
// it rests on.
//
// # Views
//
// A [wire.View] says where the processors live. With a new one the machine stops, and another one begins, with new policies, on
// the elements that are there. Messages of an older view are dropped, those of a younger one kept until it is known; pieces are
// welcome at any time.
//
// Start reading at [Team]; machine.go has the machine of a view, searcher.go a processor's search and its records, mail.go what goes to other
// workers and comes from them, claim.go how idle processors get what no one has, beat.go what the coordinator hears.
package team
