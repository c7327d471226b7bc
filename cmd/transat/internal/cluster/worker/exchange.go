package worker

import (
	"sync"
	"time"

	"transat/cmd/transat/internal/cluster/protocol"
	"transat/solver/conquer"
)

// Processors that search cubes tell each other short lemmas. They travel with the records:
//
//	clause learning ──▶ record ──▶ coordinator: checked if all is, stored ──▶ all workers ──▶ clause learning of the others
//
// So a lemma of others is known to nobody before the record that proves it is in the ledger, and comes behind that record in a proof.
// Records come sooner when they have lemmas for others: often at first, when most is learned that matters to all.
const (
	shareFirst = 100 * time.Millisecond // between two records of that kind, at least
	shareAge   = 50                     // and the age of the engine, divided by this
)

// exchange is that of the tree under way, or nil.
func (e *cubeEngine) exchange() *conquer.Exchange {
	if e.left || e.cfg.Conqueror.Command != "" {
		return nil
	}
	return e.cfg.Exchange
}

// due reports whether it is time for a record because of its lemmas for others.
func (e *cubeEngine) due() bool {
	now := time.Now()
	return now.Sub(e.began) >= max(shareFirst, now.Sub(e.made)/shareAge)
}

// exchanges are those of the processors of a worker.
type exchanges struct {
	mu   sync.Mutex
	open bool
	all  map[int]*conquer.Exchange // by the number of the processor
}

// add adds the exchange of one more processor.
func (e *exchanges) add(number int, x *conquer.Exchange) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.open {
		x.Open()
	}
	if e.all == nil {
		e.all = map[int]*conquer.Exchange{}
	}
	e.all[number] = x
}

// opens says that there are others.
func (e *exchanges) opens() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open = true
	for _, x := range e.all {
		x.Open()
	}
}

// put hands lemmas to all processors but the one that has given them, if that is of this worker.
func (e *exchanges) put(own bool, l protocol.Lemmas, vars int) {
	list, err := conquer.ReadLemmas(l.List, vars)
	if err != nil || len(list) == 0 {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for number, x := range e.all {
		if !own || number != l.Proc {
			x.Put(l.Record, list)
		}
	}
}
