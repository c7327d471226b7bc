// Package parallel decides formulas with all cores: it is what the command transat solve does, for Go programs. [Solve] takes a formula
// and [Options], and returns a [Result].
//
// # The idea
//
// The nodes of a search tree are load. A search begins alone. What is still open after some thousand nodes is shared: every
// processor searches branches of its own, and a load-balancing policy of package balance says who gives branches to whom, on the
// network that the policy is made for.
//
//	                              ┌─ processor 0 ───┐
//	formula ─ local search ─ alone┼─ processor 1 ───┼─ verdict, model or proof, statistics
//	                              └─ … they share ──┘
//
// # A worked example
//
//	f, err := dimacs.ReadFile("formula.cnf", dimacs.Options{})
//	result, err := parallel.Solve(ctx, f, parallel.Options{})
//	switch result.Verdict {
//	case solver.Satisfiable: // result.Model
//	case solver.Unsatisfiable:
//	case solver.Unknown: // result.Reason
//	}
//
// # Contents
//
//   - who decides: [Engine], [ChooseRule], Options.LocalSearch
//   - who works: Options.Threads, Procs, Policy, Topology, Deterministic
//   - what else is to hold: Options.Assume, Result.Failed
//   - models one after the other, all or some: [FindModels], [Enumeration]
//   - clauses and variables between calls, clauses that are retracted: [Incremental]
//   - limits: the context, Options.MaxNodes, MaxMemory; [LimitMemory], [ErrMemoryLimit], [MemoryCeiling], [MemoryThere]; of a call of
//     Incremental, [Limits]
//   - proofs: [Proof]
//   - searches that go on after a crash: [Checkpoint], [Kept], [ErrHeld], [DamagedError]
//   - what goes on: [Progress], Options.Log and Warn
//   - cubes: Options.Cubes and Helper, [ServeCubes], [SplitCubes]
//
// # Where to start
//
// At solve.go. engine.go, rule.go and local.go choose; auto.go is the portfolio of engines for structured formulas, tree.go and learn.go its two parts; layout.go makes processors; keep.go has checkpoints, and the stages in which a
// search with a proof comes to its end; proof.go has proofs, cubes.go cubes. assume.go has assumptions; models.go and walker.go find models one after the other; incremental.go takes clauses between calls, which incremental_load.go gives to the solver. Below, internal/pool is the search by several, pieces its
// proof, checkpoint the file, and cube the split into cubes.
//
// # Left out
//
// Only clause learning simplifies the formula (package simplify): trees are those of the formula as it is. A search on one core with nothing to share is solver.Solve, which this package uses.
package solver
