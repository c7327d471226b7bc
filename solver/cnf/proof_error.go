package cnf

// ProofError says that a proof could not be written.
type ProofError struct{ Err error }

// Error names the cause.
func (e *ProofError) Error() string { return "writing the proof: " + e.Err.Error() }

// Unwrap returns the error of the ProofWriter.
func (e *ProofError) Unwrap() error { return e.Err }
