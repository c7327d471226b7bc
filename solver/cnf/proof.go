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
