package cnf

// ProofWriter takes down a proof of unsatisfiability. If a method returns an error the search ends.
type ProofWriter interface {
	// Add appends a lemma: a clause that follows from the formula and the lemmas that have been
	// added and not deleted. The empty clause ends the proof. The slice is valid during the call
	// only.
	Add(clause []Lit) error
	// Delete says that the rest of the proof does without a lemma. The slice is valid during the
	// call only.
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

// HintWriter takes down a proof in which every lemma names the clauses that it follows from. Clauses have numbers: those of the
// formula from 1 on, in their order, then the lemmas in theirs. If a method returns an error the search ends.
type HintWriter interface {
	// Infer appends a lemma, and returns its number. The hints are numbers of clauses: with all literals of the lemma false, each of them in its
	// turn has one literal left that can be true, which is made so, and of the last one none is left. The slices are valid during
	// the call only.
	Infer(clause []Lit, hints []int64) (number int64, err error)
	// Forget says that the rest of the proof does without some clauses, of the formula or lemmas.
	Forget(numbers ...int64) error
}
