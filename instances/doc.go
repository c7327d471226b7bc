// Package instances holds formulas with names, and search trees with names.
//
// # The idea
//
// Load balancing is measured on samples, sets of random formulas of one shape. The papers name a
// sample by its numbers of variables, clauses, and literals in a clause, and so does this package:
//
//	350-1505-3       the sample: formulas 1 to 50
//	350-1505-3/07    its seventh formula
//
// Any three numbers name a sample, and any index from 1 on a formula. The formula is generated from the
// four numbers, always the same one (see [Random]). The formulas of the papers themselves are lost.
// Those of the two samples named like theirs have the same distribution. A table keeps their verdicts, so
// that a mean over the unsatisfiable ones needs no solving.
//
// A few small formulas come with the program. The trees are those of the Unbalanced Tree Search
// benchmark, uts-t1 and others ([UTS]). They are grown while they are searched; there is no formula
// behind them.
//
// # A worked example
//
//	set, err := instances.Open("150-645-3/1")
//	f, err := set.Instances[0].Formula() // 150 variables, 645 clauses
//
// # Where to start
//
// [Open] turns a name into formulas or a tree, [Samples] lists the names that need no explanation, and
// [Random] generates formulas that have no name. In the source, random.go defines the random stream,
// sample.go the names, verdicts.go the table, and small.go the formulas that lie in folder small. uts.go
// has the trees, uts_trees.go their parameters, and uts_record.go keeps the shape of one in memory.
//
// # Left out
//
// Models of random formulas other than that of fixed clause length, and collections of files on
// disk: package [transat/dimacs] reads those one at a time.
package instances
