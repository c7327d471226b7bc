// Package instances holds formulas with names: random ones, of which a name is all there is, and a
// few small ones that come with the program; and named search trees for which there is no formula.
//
// Load balancing is measured on samples, sets of random formulas of one shape. The papers name a
// sample by its numbers of variables, clauses, and literals in a clause, and so does this package:
//
//	350-1505-3       the sample: formulas 1 to 50
//	350-1505-3/07    its seventh formula
//
// Any three numbers name a sample, and any index from 1 on a formula. The formula is generated from
// the four numbers, always the same one (see Random). The formulas of the papers themselves are
// lost; those of the two samples named like theirs have the same distribution, and the verdicts on
// them are kept in a table, so that a mean over the unsatisfiable ones needs no solving.
//
// The trees are those of the Unbalanced Tree Search benchmark, see UTS: uts-t1 and others. They are grown
// while they are searched, and nobody has to solve anything for them.
//
// # Where to start
//
// Open turns a name into formulas or a tree, Samples lists the names that need no explanation, and Random
// generates formulas that have no name. In the source, random.go defines the random stream,
// sample.go the names, verdicts.go the table, and small.go the formulas that lie in folder small. uts.go
// has the trees, uts_trees.go their parameters, and uts_record.go keeps the shape of one in memory.
//
// # Left out
//
// Models of random formulas other than that of fixed clause length, and collections of files on
// disk: package dimacs reads those one at a time.
package instances
