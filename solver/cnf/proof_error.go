package cnf

// ProofError says that a proof could not be written.
type ProofError struct{ Err error }

// Error says that it is the proof that could not be written, and why.
func (e *ProofError) Error() string { return "writing the proof: " + e.Err.Error() }

// Unwrap returns what the ProofWriter returned.
func (e *ProofError) Unwrap() error { return e.Err }
