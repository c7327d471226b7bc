// Package dpll searches formulas with the procedure of Davis, Putnam, Logemann and Loveland (DPLL), alone or in company.
//
// # The idea
//
// A node of the search tree is a partial assignment. First the unit clause rule is applied until
// nothing changes: a clause whose literals are all false but one makes that one true. If a clause
// runs out of literals the node is a conflict leaf; if no clause is left it is a model leaf.
// Otherwise a [rules.Rule] picks a variable, and the node has two children: the variable true (first),
// and the variable false. Because the rule looks at the remaining formula and at nothing else, the
// tree is a function of formula and rule: it does not depend on which processor expands which node when. So
// one recorded tree (package tree) stands for the search of any number of processors.
//
// # A worked example
//
// The rule "lex" picks the variable that occurs most often in the shortest clauses. In
//
//	(1 2) (1 -2) (-1 2) (-1 -2 3) (-1 -2 -3)
//
// variables 1 and 2 occur three times each in clauses of length two, so 1, the lower, is picked.
// With 1 true, (-1 2) makes 2 true, (-1 -2 3) then makes 3 true and (-1 -2 -3) makes it false: a
// conflict. With 1 false, (1 2) and (1 -2) contradict each other at once. The tree has three nodes.
//
// # Cost
//
// The work of a node is the number of clause visits of its propagation, which goes in waves. Wave 0
// is the branching literal (at the root: all unit clauses). All literals of a wave are assigned
// before a clause is looked at. Then every clause that contains the complement of one of them is
// visited, satisfied or not; the unit clauses found make the next wave. A falsified clause, or two
// complementary units, is a conflict, and the wave that met it still counts in full. The work of a
// node is at least 1, and the variables assigned at it are those up to its last wave. So
// cost and assigned variables are, like the tree, independent of data structures and of the order of clauses. For load
// estimates, the level of an element is the number assigned before its own propagation: see [Live.Level].
// The clauses are the formula's, without repeated literals, tautologies and unit clauses; if two
// unit clauses contradict each other, or a clause is empty, the root is a conflict with no variable assigned. The rule "weights"
// adds some resolvents to them (resolvents.go of package packed).
//
// # Where to start reading
//
// [Solve] leads to search.go, the search, over the interface [engine.Engine]. proof.go says how a search proves that there is no
// model. [Worker] and [Branch] are for a tree that several workers search together, [Live] is the tree that is solved while it is
// expanded, and [Walk] visits a tree for a recording. frozen.go says which parts of a tree are a single load element.
//
// # What is left out
//
// Pure literals are not assigned, nothing is learned, and nothing is restarted: the tree would no
// longer be the tree of the load balancing literature.
package dpll
