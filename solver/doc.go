// Package solver decides propositional formulas with all cores: it says whether a formula has a model, finds one or all, or proves
// that there is none.
//
// Three calls are enough for most programs. [Solve] decides one formula. [Incremental] decides a formula that grows between calls,
// under assumptions. [FindModels] finds models one after the other.
//
//	f, err := dimacs.ReadFile("formula.cnf", dimacs.Options{})
//	result, err := solver.Solve(ctx, f, solver.Options{})
//	switch result.Verdict {
//	case cnf.Satisfiable: // result.Model
//	case cnf.Unsatisfiable:
//	case cnf.Unknown: // result.Reason: the end of ctx, or a limit
//	}
//
// Only a few types matter: a cnf.Formula is what to decide, [Options] say how and within which limits, and a [Result] is the answer
// with its statistics. The zero Options use all cores and have no limit. A model is checked before it is returned. [Options].Proof
// writes a proof, and [Options].Verify checks every step of the search while it goes on.
//
// # How it decides
//
// Random formulas get local search first, and then a search of their tree by all cores. For all others, searching the tree and
// clause learning take turns on one core, or run beside each other on several; the first to decide ends both ([Engine]).
//
// The nodes of a search tree are load. A search begins alone. What is still open after some thousand nodes is shared: every
// processor searches branches of its own, and a load-balancing policy of package balance says who gives branches to whom, on the
// network that the policy is made for.
//
//	                               ┌─ processor 0 ───┐
//	formula ─ local search ─ alone ┼─ processor 1 ───┼─ verdict, model or proof, statistics
//	                               └─ … they share ──┘
//
// # Options by subject
//
//   - the engine: [Engine], [ChooseRule], LocalSearch
//   - the processors: Threads, Procs, Policy, Topology, Deterministic
//   - limits: the context, MaxNodes, MaxMemory; see also [LimitMemory], [MemoryCeiling], [MemoryThere], [ErrMemoryLimit], and [Limits]
//     for Incremental
//   - assumptions: Assume, with [Result].Failed
//   - proofs: [Proof], Verify, [Verified], [VerifyError]
//   - a search that goes on after a crash: [Checkpoint], [Saved], [ErrHeld], [DamagedError]
//   - progress: [Progress], Log and Warn
//   - cubes: Cubes, with [SplitCubes]
//
// # The packages beside it
//
//	cnf           formulas, literals, models; the leaf that all others import
//	dimacs        reading and writing formulas and proofs (transat/dimacs)
//	dpll          search a tree yourself: on one core (dpll.Solve), with workers that share it, live, rule by rule (dpll.Rules)
//	tree          record a search tree once (tree.Record), keep it in a cache, and replay it on any machine
//	estimate      how large a tree is before it is searched (estimate.Size)
//	drat          check proofs; drat/stream checks them while the search goes on
//	files         open, read and replace files with care
//
// # Where to start reading
//
// At solve.go. engine.go, rule.go and local.go choose; auto.go is the portfolio of engines for structured formulas, tree.go and
// learn.go are its two parts, and inprocess.go simplifies while learn.go learns; layout.go makes processors; checkpoint.go has
// checkpoints, and the stages in which a search with a proof ends; proof.go has proofs, verify.go has the search checked, cubes.go has
// cubes. assume.go has assumptions; models.go and walker.go find models one after the other; incremental.go takes clauses between
// calls, and incremental_load.go gives them to clause learning. Below, internal/pool is the search by several workers, pieces its
// proof, checkpoint the file, and cube the split
// into cubes.
//
// # Left out
//
// Only clause learning simplifies the formula (internal/simplify): trees are trees of the formula as it is.
package solver
