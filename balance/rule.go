package balance

// Rule is what one processor does in a policy that works in synchronous steps: in each of them, all
// processors look at their loads and those of neighbours at the same instant, and then all move load
// at once. It is a function of these loads and the step; some rules also remember what they sent in the
// step before. The lockstep machine of package rounds applies rules to bare loads; on other machines
// a policy made from the rule sends the loads in messages.
//
// A step consists of one or more substeps: rules that go through the dimensions of a grid one after
// the other have one for each.
type Rule interface {
	// Substeps is the number of substeps of a step, at least 1, the same for all processors.
	Substeps() int
	// Links returns the neighbours that matter in a substep, in an order that never changes. Do not
	// modify.
	Links(substep int) []Link
	// Flow works out what the processor sends: send[i] ≥ 0 is for the i-th of Links(substep), whose
	// neighbour has loads[i], if the link hears. Both slices have one entry per link. The step counts
	// from 0; calls come in order, one for each substep. If loads are whole, so are the amounts, and
	// their sum is at most own.
	Flow(step, substep int, own float64, loads []float64, whole bool, send []float64)
}

// Link is one neighbour in a substep.
type Link struct {
	To    int
	Hears bool // the rule needs the load of the neighbour
	Tells bool // the neighbour needs the load of this processor
}
