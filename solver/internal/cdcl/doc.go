// Package cdcl decides formulas by conflict-driven clause learning (CDCL): [Solve] decides one formula, [Solver] a
// formula that grows, under assumptions, with limits, and [CubeSolver] a formula under many cubes. All three write
// proofs.
//
// # The idea
//
// Davis-Putnam search forgets why a branch failed, and fails for the same reason elsewhere. CDCL follows the reasons of
// every conflict back to decisions that cannot be true together, and learns that as a clause. Then it backtracks to the
// lowest level at which the clause implies a literal, however far that is:
//
//	decide ─▶ propagate ─▶ conflict ─▶ learn a clause ─▶ go back ─▶ propagate …
//	   ▲           │ none
//	   └───────────┘           every variable has a value: a model
//
// # A worked example
//
// Of (1 2) (1 -2) (-1 3) (-1 -3), the search decides -1, which makes 2 true by the first clause and false by the
// second. It learns the clause (1), which makes 3 both true and false without a decision, so there is no model.
//
//	s := cdcl.New(3, cdcl.Options{})
//	err := s.Add(cnf.Pos(1), cnf.Pos(2)) // … and the other clauses
//	verdict, err := s.Solve(ctx, cdcl.Limits{})
//
// # Where to start reading
//
// search.go has the loop above. The other files have one subject each: arena.go (clauses in memory), add.go (adding
// clauses), grow.go (adding variables), export.go (simplifying the formula between two calls), watch.go and propagate.go
// (unit propagation), analyze.go, minimize.go and shrink.go (learning from a conflict), decide.go with queue.go and
// heap.go (choosing a variable), phase.go (choosing its value), restart.go (restarts and modes), reduce.go, tiers.go and
// collect.go (forgetting clauses), vivify.go and shorter.go (shortening clauses), assume.go (failed assumptions), proof.go and
// hints.go (writing proofs). solve.go and cubes.go hold the simpler entry points.
//
// # Bounds
//
// A solver has no state outside itself, so any number of them may run at the same time. It uses neither a clock nor
// random numbers: equal calls lead to equal searches. [Limits] count work; the context is checked every few hundred
// conflicts. Propagation allocates only when a list of watches is full.
//
// # Sources
//
//   - J. Marques-Silva, K. Sakallah, "GRASP", ICCAD 1996: clause learning, backjumping.
//   - M. Moskewicz et al., "Chaff", DAC 2001: two watched literals, activity of variables.
//   - N. Eén, N. Sörensson, "An extensible SAT-solver", SAT 2003: assumptions, the final conflict, clauses in one slice.
//   - G. Audemard, L. Simon, "Predicting learnt clauses quality", IJCAI 2009: levels in a clause (LBD), restarts by them.
//   - A. Biere, A. Fröhlich, "Evaluating CDCL variable scoring schemes", SAT 2015: the queue; and CaDiCaL (2018-2023): two modes,
//     target phases, tiers and most constants.
//   - J. Liang et al., "Learning rate based branching heuristic", SAT 2016: variables of reasons; M. Fleury, A. Biere, "Efficient
//     all-UIP learned clause minimization", SAT 2021: shrinking.
//   - M. Luo et al., "An effective learnt clause minimization approach", IJCAI 2017; and Kissat (2024): vivification.
package cdcl
