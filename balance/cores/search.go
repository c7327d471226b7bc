package cores

// Search is what a processor does with an element: it goes through the part of the tree that the element
// stands for, a given number of nodes at a time. Its methods are never called by two goroutines at once.
//
// E is an element, a part of the tree that is still to be searched. It must be a self-contained value, so
// that any other Search can go on with it.
type Search[E any] interface {
	// Begin takes up an element, after the one before is done or dropped. It may be the root, or what
	// Give or Rest of any Search have returned. What it costs is not part of the search and counts no
	// nodes.
	Begin(e E) error
	// Search visits up to the given number of nodes, at least 1, and says how that has ended. After an error the run
	// ends; Rest must still say what was open if the error is that of a context which has ended.
	Search(nodes int64) (Outcome, error)
	// Open appends the levels of the branches that the search under way has left for later and not
	// given away, the one it will come to last first: usually, the shallowest first. See balance.Tree for
	// levels. It is called at every safe point.
	Open(dst []int) []int
	// Give takes branch i of Open away from the search under way: it will pass it by. The branches behind
	// it move up by one.
	Give(i int) E
	// Rest returns all that is left of the search under way, without disturbing it. After Found it
	// returns an element whose place (see Config.Order) is that of the solution.
	Rest() E
	// Drop abandons the search under way, or the place of the solution after Found.
	Drop()
	// Nodes returns how many nodes were visited since the Search was made.
	Nodes() int64
}

// Weigher is implemented by searches that know the loads of their branches, for the load estimate "measured".
type Weigher interface {
	// Loads appends the loads of the branches of Open, in its order, in the unit of Config.Load.
	Loads(dst []float64) []float64
}

// Picker is implemented by searches that know which of their branches are worth being given away.
type Picker interface {
	// Picks reports whether Open has only such branches, in any order, the one that is to go first in front. A branch may stand for
	// several nodes, and each can be given away at once, however short it is open.
	Picks() bool
}

// Grained is implemented by searches that are faster where nothing will be given away.
type Grained interface {
	// SetGrain says that from now on branches below this level are not split, and so not given away. The level may be
	// -1: none is.
	SetGrain(level int)
}

// Giver is implemented by searches for which it is better to give several branches away at once.
type Giver[E any] interface {
	// GiveAll is Give for several branches of Open, in increasing order; each is the number that it had before the call. The elements
	// are in the same order.
	GiveAll(branches []int) []E
}

// Outcome says how a call of Search.Search has ended.
type Outcome uint8

// The outcomes.
const (
	Running Outcome = iota // there are nodes left
	Closed                 // the element is done
	Found                  // a solution has been found
)
