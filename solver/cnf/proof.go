package cnf

// ProofWriter receives a proof of unsatisfiability. If a method returns an error, the search ends.
type ProofWriter interface {
	// Add appends a lemma: a clause that follows from the formula and the lemmas that were added and not deleted. The
	// empty clause ends the proof. The slice is valid only during the call.
	Add(clause []Lit) error
	// Delete says that the rest of the proof does not need a lemma. The slice is valid only during the call.
	Delete(clause []Lit) error
}

// Both returns a writer that passes every step on to two others. One that is nil stands for none.
func Both(first, second ProofWriter) ProofWriter {
	switch {
	case first == nil:
		return second
	case second == nil:
		return first
	}
	return both{first, second}
}

type both [2]ProofWriter

// Add implements ProofWriter.
func (b both) Add(clause []Lit) error {
	if err := b[0].Add(clause); err != nil {
		return err
	}
	return b[1].Add(clause)
}

// Delete implements ProofWriter.
func (b both) Delete(clause []Lit) error {
	if err := b[0].Delete(clause); err != nil {
		return err
	}
	return b[1].Delete(clause)
}

// HintWriter receives a proof in which every lemma names the clauses that it follows from. Clauses have numbers: the
// clauses of the formula from 1 on, in their order, then the lemmas in theirs. If a method returns an error, the search
// ends.
type HintWriter interface {
	// Infer appends a lemma, and returns its number. The hints are numbers of clauses: if all literals of the lemma are
	// false, each of these clauses in turn implies a literal, and the last one is false. The slices are valid only during
	// the call.
	Infer(clause []Lit, hints []int64) (number int64, err error)
	// Forget says that the rest of the proof does not need some clauses, of the formula or lemmas.
	Forget(numbers ...int64) error
}
