package cube

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"transat/solver/cnf"
	"transat/solver/internal/varint"
)

// Exchange keeps short lemmas on their way between the clause learning of a leaf and others, as lists of codes in which each lemma has a 0
// behind it. It is a cdcl.LemmaExchange; any goroutine may call its methods. The zero value gives nothing away before Open.
type Exchange struct {
	open    atomic.Bool // there are others
	waiting atomic.Bool // lemmas of others

	mu     sync.Mutex
	given  []uint32
	others []batch
	words  int        // of others
	rests  [][32]byte // sources of what was taken
}

// batch is a list of lemmas of others.
type batch struct {
	source [32]byte
	lemmas []uint32
}

// How many words of lemmas wait at most on each of the two ways, and how many lists of others: later ones are dropped.
const (
	mostWaiting = 1 << 14
	mostLists   = 1 << 9
)

// Open says that there are others from now on.
func (x *Exchange) Open() { x.open.Store(true) }

// Give implements cdcl.LemmaExchange.
func (x *Exchange) Give(lemma []cnf.Lit) bool {
	if !x.open.Load() {
		return false
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.given)+len(lemma) >= mostWaiting {
		return false
	}
	x.given = append(cnf.AppendCodes(x.given, lemma), 0)
	return true
}

// Gives reports whether Given would return lemmas.
func (x *Exchange) Gives() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return len(x.given) > 0
}

// Given returns what was given since the last call.
func (x *Exchange) Given() []uint32 {
	x.mu.Lock()
	defer x.mu.Unlock()
	given := x.given
	x.given = nil
	return given
}

// Put lets lemmas of others wait for Take. Rests tells of their source later, unless that is zero.
func (x *Exchange) Put(source [32]byte, lemmas []uint32) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.words+len(lemmas) <= mostWaiting && len(x.others)+len(x.rests) < mostLists {
		x.others = append(x.others, batch{source, lemmas})
		x.words += len(lemmas)
		x.waiting.Store(true)
	}
}

// Take implements cdcl.LemmaExchange.
func (x *Exchange) Take() (lemmas [][]cnf.Lit) {
	if !x.waiting.Load() {
		return nil
	}
	x.mu.Lock()
	others := x.others
	x.others, x.words = nil, 0
	x.waiting.Store(false)
	for _, b := range others {
		if b.source != ([32]byte{}) {
			x.rests = append(x.rests, b.source)
		}
	}
	x.mu.Unlock()
	for _, b := range others {
		lemmas = append(lemmas, SplitLemmas(b.lemmas)...)
	}
	return lemmas
}

// Rests returns the sources of the lemmas that were taken since the last call.
func (x *Exchange) Rests() [][32]byte {
	x.mu.Lock()
	defer x.mu.Unlock()
	rests := x.rests
	x.rests = nil
	return rests
}

// Reset forgets what was given, and the sources of what was taken.
func (x *Exchange) Reset() {
	x.Given()
	x.Rests()
}

// SplitLemmas returns the lemmas of a list.
func SplitLemmas(list []uint32) (lemmas [][]cnf.Lit) {
	for {
		end := slices.Index(list, 0)
		if end < 0 {
			return lemmas
		}
		lemmas = append(lemmas, cnf.AppendFromCodes(nil, list[:end]))
		list = list[end+1:]
	}
}

// AppendLemmas appends lemmas of a list as up to that many bytes: the first ones, if these are too few.
func AppendLemmas(dst []byte, list []uint32, most int) []byte {
	begin, end := len(dst), len(dst)
	for _, code := range list {
		if dst = binary.AppendUvarint(dst, uint64(code)); len(dst)-begin > most {
			break
		}
		if code == 0 {
			end = len(dst)
		}
	}
	return dst[:end]
}

var errLemmas = errors.New("a list of lemmas that cannot be read: want literals of the formula, and a 0 behind each lemma")

// ReadLemmas is the inverse of AppendLemmas, for lemmas of up to that many variables. The error says that it is none, or has an empty
// lemma.
func ReadLemmas(data []byte, vars int) (list []uint32, err error) {
	r := varint.Reader{Rest: data}
	for len(r.Rest) > 0 && !r.Bad {
		list = append(list, uint32(r.Next(math.MaxUint32)))
	}
	if r.Bad {
		return nil, errLemmas
	}
	return list, CheckLemmas(list, vars)
}

// CheckLemmas returns an error unless all lemmas of a list end, and have literals, those of variables up to vars.
func CheckLemmas(list []uint32, vars int) error {
	before := uint32(0)
	for _, code := range list {
		if code == 0 && before == 0 || code == 1 || int64(code>>1) > int64(vars) {
			return errLemmas
		}
		before = code
	}
	if before != 0 {
		return errLemmas
	}
	return nil
}
