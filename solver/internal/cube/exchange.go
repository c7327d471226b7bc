package cube

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"transat/solver/cnf"
)

// Exchange keeps short lemmas on their way between the clause learning of a leaf and others, as lists of codes in which each lemma has a 0
// behind it. It is a cdcl.Exchange; any goroutine may call its methods. A nil Exchange has no lemmas.
type Exchange struct {
	waiting atomic.Bool // lemmas of others
	mu      sync.Mutex
	given   []uint32
	others  []uint32
}

// mostWaiting is how many words of lemmas wait at most on each of the two ways: later ones are dropped.
const mostWaiting = 1 << 16

// Give implements cdcl.Exchange.
func (x *Exchange) Give(lemma []cnf.Lit) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.given) < mostWaiting {
		x.given = append(cnf.AppendCodes(x.given, lemma), 0)
	}
}

// Given returns what was given since the last call.
func (x *Exchange) Given() []uint32 {
	if x == nil {
		return nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	given := x.given
	x.given = nil
	return given
}

// Put lets lemmas of others wait for Take. The list must have passed CheckLemmas.
func (x *Exchange) Put(lemmas []uint32) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.others) < mostWaiting {
		x.others = append(x.others, lemmas...)
		x.waiting.Store(true)
	}
}

// Take implements cdcl.Exchange.
func (x *Exchange) Take() (lemmas [][]cnf.Lit) {
	if !x.waiting.Load() {
		return nil
	}
	x.mu.Lock()
	others := x.others
	x.others = nil
	x.waiting.Store(false)
	x.mu.Unlock()
	for len(others) > 0 {
		end := slices.Index(others, 0)
		lemmas = append(lemmas, cnf.AppendFromCodes(nil, others[:end]))
		others = others[end+1:]
	}
	return lemmas
}

var errLemmas = errors.New("a list of lemmas that cannot be read")

// CheckLemmas returns an error unless all lemmas of a list end, and have literals, those of variables up to vars.
func CheckLemmas(list []uint32, vars int) error {
	if len(list) > 0 && list[len(list)-1] != 0 {
		return errLemmas
	}
	before := uint32(0)
	for _, code := range list {
		if code == 0 && before == 0 || code == 1 || int64(code>>1) > int64(vars) {
			return errLemmas
		}
		before = code
	}
	return nil
}
