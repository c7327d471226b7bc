// Package instances has formulas and search trees with names: [Open] finds one by its name, [Samples] lists the
// built-in ones.
//
// # The idea
//
// Load balancing is measured on samples, sets of random formulas of one shape. The papers name a sample by its numbers
// of variables, clauses, and literals in a clause, as this package does:
//
//	350-1505-3       the sample: formulas 1 to 50
//	350-1505-3/07    its seventh formula
//
// Any three numbers name a sample, and any index from 1 on a formula, which is generated from the four numbers, always
// the same one (see [Random]). The formulas of the papers are lost; the two samples with the names of theirs have the
// same distribution. A table has their verdicts, so that a mean over the unsatisfiable ones needs no solving.
//
// A few small formulas come with the program. The trees are those of the Unbalanced Tree Search benchmark, uts-t1 and
// others ([UTS]). They grow while they are searched, and have no formula. [Knapsack] and [Clique] are trees for branch and
// bound.
//
// # A worked example
//
//	set, err := instances.Open("150-645-3/1")
//	f, err := set.Instances[0].Formula() // 150 variables, 645 clauses
//
// # Where to start
//
// [Open] turns a name into formulas or a tree, and [Random] generates formulas without a name. In the source, random.go
// defines the random stream, sample.go the names, verdicts.go the table, and small.go the formulas of folder small.
// uts.go has the trees, uts_trees.go their parameters, and uts_record.go stores the shape of one in memory. knapsack.go and
// clique.go have the trees for branch and bound, and bounded.go their names.
//
// # Left out
//
// Other models of random formulas than that of fixed clause length, and collections of files on disk: package
// [transat/dimacs] reads those one at a time.
package instances
