package dpll

// A frozen subtree of the rule "weights" (weights.go of package packed) is one load element. It has some hundred nodes, which are searched
// in a fraction of a millisecond: to divide it would cost more than it gains, and a balancer of many processors does better with fewer and
// larger elements: 383,203 for the 30 million nodes of 450-1935-3/01.
//
//	       ●
//	    ╱     ╲        ●  a look node: an element with two children
//	  ●         ▲      ▲  a frozen subtree: an element without children; its work and its nodes are what
//	╱   ╲                 a search visits in it, to its end or to the first model
//	▲     ✗            ✗  a leaf that is no look node, because it is in conflict: an element of one node
//
// All code that moves elements about keeps to this:
//
//   - Package tree puts one leaf in its trees for a frozen subtree, and says how many nodes it stands for. So a tree
//     takes the memory of its elements, and trees of ten thousand million nodes can be recorded.
//   - [Live.Expand] searches it. [Live.Split] takes it apart, for callers that want single nodes.
//   - [Worker.Open] does not list the branches inside, and [Worker.Give] does not give them away, unless it turns out to be much
//     larger than estimated. A search can still be stopped in the middle of it, and go on elsewhere.
//
// Trees of the other rules have no frozen subtrees, and every element is one node.
