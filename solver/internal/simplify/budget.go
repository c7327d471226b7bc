package simplify

// The work of Run is counted in ticks: a tick is a clause that is looked at, or a cache line of a list. Every kind of
// simplification has a share of Options.Work, so that none starves the others.

// effort is a kind of simplification with a budget of its own.
type effort int

const (
	elimination effort = iota
	subsumption        // and strengthening
	probing
	merging // of equal literals
	luck
	sweeping     // which earns more, see sweep.go
	environments // which has a budget of its own, see environment.go
	addition     // of variables, which earns more, see addition.go
	efforts
)

// shares are the shares of the kinds in the work, in percent.
func shares() [efforts]int64 {
	return [efforts]int64{luck: 16, elimination: 40, subsumption: 20, probing: 8, merging: 8, sweeping: 4, addition: 4}
}

// DefaultWork is about two seconds of work, or five where memory is slow. Small formulas take little of it.
const DefaultWork = 50_000_000

// checkEvery is the work between two checks of the context.
const checkEvery = 1 << 14

// budgets are the ticks that are left.
type budgets struct {
	total   int64
	left    [efforts]int64
	effort  effort // of the work that is done
	checked int64  // Stats.Work at the last check of the context
}

func newBudgets(work int64) budgets {
	if work == 0 {
		work = DefaultWork
	}
	b := budgets{total: work}
	for e, share := range shares() {
		b.left[e] = work * share / 100
	}
	return b
}

// begin says of which kind the work is from now on.
func (w *worker) begin(e effort) { w.budgets.effort = e }

// work counts ticks.
func (w *worker) work(n int) {
	w.stats.Work += int64(n)
	w.budgets.left[w.budgets.effort] -= int64(n)
}

// done reports whether to stop: the budget is spent, the formula refuted, or there was an error.
func (w *worker) done() bool {
	if w.err == nil && w.stats.Work-w.budgets.checked >= checkEvery {
		w.budgets.checked = w.stats.Work
		w.err = w.ctx.Err()
	}
	return w.err != nil || w.refuted || w.budgets.left[w.budgets.effort] < 0
}
