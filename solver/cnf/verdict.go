package cnf

// Verdict is the answer to "is there an assignment that satisfies the formula?".
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota
	Satisfiable
	Unsatisfiable
)

// String returns the word the SAT competition uses.
func (v Verdict) String() string {
	switch v {
	case Satisfiable:
		return "SATISFIABLE"
	case Unsatisfiable:
		return "UNSATISFIABLE"
	default:
		return "UNKNOWN"
	}
}
