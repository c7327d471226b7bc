// Package tasktree has search trees that other programs measured: of a solver, a game, a branch and bound, or a bag of tasks without
// any tree at all. [Read] reads them from files, and a [Builder] makes them in Go.
//
// # The idea
//
// A [Tree] is a [balance.Tree]: its elements are the tasks, and the work of each is what was measured, in the file's unit. Tasks lie in
// preorder, so the work of a subtree is a difference of two sums, and every question about a task but for its children takes constant
// time:
//
//	   a                 node     0  1  2  3  4
//	┌──┼──┐              id       a  b  c  e  d
//	b  c  d              before   0  3  5  6  9  10   the work of all nodes before it: a takes 3, b 2, c 1, e 3, d 1
//	   │                 end      5  2  4  4  5
//	   e                 depth    0  1  1  2  1
//
// Works are decimal numbers, such as 0.25 seconds. The tree keeps them as integers of the coarsest power of ten that all fit, down to
// 10⁻⁹: sums are exact. A number with more decimals than nine is rounded to nine.
//
// Tasks may have any number of children. Several tasks without a parent are several roots: of a bag of tasks, all of them. They lie
// below a root of no work that the tree adds, and that [Tree.Nodes] does not count.
//
// # Files
//
// [Read] knows four formats by their first bytes. JSON Lines have a task a line, in any order. Ids are strings or numbers; a task without
// a parent is a root:
//
//	{"unit":"seconds","pruned":true}
//	{"id":"a","work":0.25}
//	{"id":"b","parent":"a","work":1.5,"solution":true,"load":2}
//
// The first line may be a header, and so may be comments at the head of CSV:
//
//	unit    of works. Of a unit of time, from ns to hours, machines know how long it lasts
//	pruned  the tree is that of a branch and bound
//	first   a search ends at its first solution
//
// CSV has the same columns, in any order, and others, which are skipped:
//
//	# unit: seconds
//	id,parent,work
//	a,,0.25
//	b,a,1.5
//
// VBC is what SCIP writes of its branch and bound (read_vbc.go), and the packed form is our own, about a fifth of the size of JSON Lines
// (packed.go). Files are not decompressed here: that is up to the caller.
//
// Ids are compared as text: 1 and "1" are the same, 1 and 1.0 are not. A load is an estimate of what a task has below it, for policies
// that go by it; either all tasks have one, or none.
//
// # A worked example
//
//	tree, err := tasktree.Read(file, tasktree.Options{Name: "my.jsonl"})
//	table, err := compare.Policies(ctx, tree, compare.Defaults(plb, steal)) // transat/balance/compare
//
// # Where to start
//
// tree.go has the tree, builder.go and finish.go make one. read.go tells formats apart, and each has a file: read_json.go, read_csv.go,
// read_vbc.go, packed.go. decimal.go reads numbers, column.go has lists and a table of ids that stay small.
//
// # Left out
//
// [transat/instances.UTSRecord] is the same idea with a quarter of the memory, since its nodes have
// no works, no ids, and depths that elements carry along. It stays as it is: its trees have up to 4 billion nodes.
package tasktree
