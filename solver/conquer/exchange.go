package conquer

import (
	"transat/solver/cnf"
	"transat/solver/internal/cube"
)

// Exchange passes short lemmas of one search on to others of the same formula, each with an Exchange of its own ([Options]), while they
// are at work:
//
//	list := a.Given()                    // what the clause learning of one has learned since the last call; then
//	err := search.Flush()                // its steps up to there are in the proof, or on their way
//	b.Put(sha256.Sum256(record), list)   // for another one; once the steps before it are safe
//	rests := b.Rests()                   // after Flush: the sources of what that one has taken, which come first in a proof
//
// A lemma that is given stands a second time among the steps, and that copy is never deleted; one that is taken follows from it. So the
// steps of all searches are one proof if those that were given come before those of a search that has taken them.
type Exchange = cube.Exchange

// AppendLemmas appends lemmas of a list, as [Exchange] has it, as up to that many bytes: the first ones, if these are too few.
func AppendLemmas(dst []byte, list []uint32, most int) []byte {
	return cube.AppendLemmas(dst, list, most)
}

// ReadLemmas is the inverse of AppendLemmas. It returns an error for bytes that are no list of lemmas, or of one with a variable above
// vars.
func ReadLemmas(data []byte, vars int) (list []uint32, err error) { return cube.ReadLemmas(data, vars) }

// SplitLemmas returns the lemmas of a list.
func SplitLemmas(list []uint32) [][]cnf.Lit { return cube.SplitLemmas(list) }
