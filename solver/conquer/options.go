package conquer

import (
	"time"

	"transat/solver/cnf"
	"transat/solver/internal/cube"
)

// Options configure a Search.
type Options struct {
	Splitting
	Depth  int   // of the cubes; 0: as it suits
	Memory int64 // bytes for clause learning; 0 is no limit
	// Proof, if not nil, gets the lemmas, during calls of Search and Flush. They belong to one stream until Forget is called.
	Proof cnf.ProofWriter

	// Exchange, if not nil, has short lemmas of the clause learning, and of that of others: see [Exchange]. A Conqueror takes none.
	Exchange *Exchange

	// Conqueror is the command of another program that decides the cubes, Time the time that it may take for one, and Warn, if not nil,
	// gets what is wrong with its answers, from any goroutine: see cube.LeafOptions.
	Conqueror string
	Time      time.Duration
	Warn      func(line string)

	eager bool // the formula as a whole is tried soon, in tests
}

// Splitting says how nodes are split.
type Splitting struct {
	Splitter string // one of cube's; "" is that by the rule
	Rule     string // branching rule, one of dpll.Rules
}

// Simplifies reports whether it is worth simplifying a formula that is split like that, or has given cubes.
func (s Splitting) Simplifies(given bool) bool { return cube.Simplifies(s.Splitter, given) }
