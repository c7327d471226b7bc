// Package solver decides formulas in conjunctive normal form: formulas in; answers, models, trees and proofs out. It is a front, which
// gives the names that most programs need; the packages below it do the work.
//
//	use                                                   name                          package
//	formulas, literals, models, verdicts                  Formula, Lit, Model, Verdict  cnf
//	search a tree to a model, or to its end               Solve                         dpll
//	the same on all cores, with proofs and checkpoints                                  parallel
//	the same, by workers of your own                      NewWorker, Branch             dpll
//	branching rules                                       Rules                         rules, engine
//	record the whole tree, and keep it                    Record, Tree, Cache           tree
//	expand a tree node by node, solving on the way        NewLive, Subproblem           dpll
//	say how large a tree is, and how much of it is left   EstimateSize, NewEstimator    estimate
//	learn clauses from conflicts                          SolveCDCL, NewCubeSolver      cdcl
//	the same by gophersat                                 SolveGophersat                gophersat
//	look for a model only                                 LocalSearch                   localsearch
//	check a proof                                                                       drat
//
// # The idea
//
// [Solve] uses the procedure of Davis, Putnam, Logemann and Loveland (DPLL). A [Rule] picks the variable that splits a node of the search tree,
// and looks at what remains of the formula and at nothing else. So the tree is a function of formula and rule: it does not
// depend on who expands which node when. That is what makes one recorded [Tree] stand for the search of any
// number of processors. Package dpll tells the whole story, with a worked example, and what a node costs.
//
// # A worked example
//
//	f := solver.NewFormula(2)
//	f.Add(solver.Pos(1), solver.Pos(2)) // 1 or 2
//	f.Add(solver.Neg(1))                // not 1
//	result, err := solver.Solve(ctx, f, solver.Options{})
//	// result.Verdict is solver.Satisfiable, and result.Model[2] is true
//
// f.AddInts(1, 2) takes integers as in a DIMACS file; f.Add(1, 2) does not compile. Whatever takes a literal of no variable, such as Pos(0) or the
// zero Lit, answers nothing and returns a [*LiteralError].
//
// # What is left out
//
// Reading and writing files is up to package dimacs. Packages parallel and drat are not behind this front: parallel stands above it.
package solver
