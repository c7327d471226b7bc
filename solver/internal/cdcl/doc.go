// Package cdcl decides formulas by learning a clause from every conflict (conflict-driven clause learning): [Solve] one formula,
// [Solver] a formula that grows, under assumptions, in slices, [CubeSolver] a formula under many cubes. All can write proofs.
//
// # The idea
//
// Davis-Putnam search forgets why a branch has failed, and fails for the same reason again elsewhere. Here every conflict is traced back to
// the decisions that caused it, and what cannot be true together becomes a clause. It is kept, and the search goes back to where
// the clause would have made a literal true, however far that is:
//
//	decide ─▶ propagate ─▶ conflict ─▶ learn a clause ─▶ go back ─▶ propagate …
//	   ▲           │ none
//	   └───────────┘           every variable has a value: a model
//
// # A worked example
//
// Of (1 2) (1 -2) (-1 3) (-1 -3), the search decides -1, which makes 2 true by the first clause and false by the second. The clause learned is (1).
// It makes 3 true and false without any decision, so there is no model.
//
//	s := cdcl.New(3, cdcl.Options{})
//	err := s.Add(cnf.Pos(1), cnf.Pos(2)) // … and the other clauses
//	verdict, err := s.Solve(ctx, cdcl.Limits{})
//
// # Where to start reading
//
// search.go is the loop above. One file each: arena.go (clauses in memory), add.go (the way in), grow.go (more variables), watch.go and propagate.go (unit propagation),
// analyze.go, minimize.go and shrink.go (what a conflict teaches), decide.go with queue.go and heap.go (which variable next), phase.go (which value), restart.go (when to begin
// again from the root), reduce.go (which clauses to forget), vivify.go (learned clauses made shorter), assume.go (which assumptions were to blame), proof.go and hints.go (all that the proof is told).
// solve.go and cubes.go are the fronts.
//
// # Bounds
//
// A solver has no state outside itself, so any number may work at the same time. There is no clock and no chance in it: the same calls lead to
// the same search. Limits are counted in work, [Limits]; the context is looked at every few hundred conflicts. Propagation allocates nothing but
// room in the lists of watches.
//
// # Sources
//
//   - J. Marques-Silva, K. Sakallah, "GRASP", ICCAD 1996: learning, going back.
//   - M. Moskewicz et al., "Chaff", DAC 2001: two watched literals, activity of variables.
//   - N. Eén, N. Sörensson, "An extensible SAT-solver", SAT 2003: assumptions, the final conflict, clauses in one slice.
//   - G. Audemard, L. Simon, "Predicting learnt clauses quality", IJCAI 2009: levels in a clause (LBD), restarts by them.
//   - A. Biere, A. Fröhlich, "Evaluating CDCL variable scoring schemes", SAT 2015: the queue; and CaDiCaL (2018-2023), for two modes, targets of phases, tiers
//     and most constants.
//   - J. Liang et al., "Learning rate based branching heuristic", SAT 2016: variables of reasons; M. Fleury, A. Biere, "Efficient all-UIP learned clause
//     minimization", SAT 2021: shrinking.
//   - M. Luo et al., "An effective learnt clause minimization approach", IJCAI 2017: vivification.
package cdcl
