package balance

// Rule is what one processor does in a policy that works in synchronous steps: in each of them, all
// processors look at their loads and those of neighbours at the same instant, and then all move load
// at once. It is a function of these loads and the step; second-order diffusion alone remembers what
// went over its links in the step before. The lockstep machine of package rounds applies rules to
// bare loads; on other machines lockstep makes a policy of the rule, which sends the loads in messages.
//
// A step consists of one or more substeps: rules that go through the dimensions of a grid one after
// the other have one for each, and what arrives in one of them counts in the next.
//
// All rules here are of one of three types, whose exported methods tell a machine enough to apply them
// to a whole network in one loop: Liquid, Linear, and the rest, for which Flow alone counts.
type Rule interface {
	// Substeps is the number of substeps of a step, at least 1, the same for all processors.
	Substeps() int
	// Links returns the neighbours that matter in a substep, in an order that never changes. Do not
	// modify. A neighbour may occur twice: a ring of two processors has two links between them.
	Links(substep int) []Link
	// Flow works out what the processor sends: send[i] ≥ 0 is for the i-th of Links(substep), whose
	// neighbour has loads[i], if the link hears; other entries of loads mean nothing. Both slices have
	// one entry per link; Flow writes all of send. The step counts from 0; calls come in order, one
	// for each substep. If loads are whole, own and the loads are whole numbers that are not negative,
	// the amounts are whole, and their sum is at most own. Otherwise loads are real, and the amounts
	// are exactly what the rule says, even if that is more than there is.
	//
	// The same loads give the same amounts at both ends of a link: what a rule remembers agrees
	// without a message. Flow takes time proportional to the number of links, and does not allocate.
	Flow(step, substep int, own float64, loads []float64, whole bool, send []float64)
}

// Link is one neighbour in a substep.
type Link struct {
	To    int
	Hears bool // the rule needs the load of the neighbour
	Tells bool // the neighbour needs the load of this processor
}

// Rememberer is implemented by rules of other packages that may remember something, or look at the number of the step:
// the same loads need not lead to the same loads again.
type Rememberer interface {
	Remembers() bool
}
