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
// JSON Lines have a task a line, in any order. Ids are strings or numbers, and a task without a parent is a root:
//
//	{"unit":"seconds","pruned":true}
//	{"id":"a","work":0.25}
//	{"id":"b","parent":"a","work":1.5,"solution":true}
//
// Package transat/cmd/transat decompresses files, so Read need not.
package tasktree
