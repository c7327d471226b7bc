package cluster

import (
	"context"
	"fmt"
	"io"
	"time"

	"transat/solver/cnf"
)

// FirstCut is how long a stretch between two records is at first, unless there are many workers. It grows to Options.Cut.
const FirstCut = 2 * time.Second

// Options say what run to lead, and where.
type Options struct {
	Access                       // of an existing server; if URL is "", one is started
	Listen                string // where that one listens; "" for where it did before, if the run goes on
	ServerCert, ServerKey string // files for that one, "" for a certificate that no one has signed
	Replicas              int    // how many servers of a NATS cluster keep the run; 0 is 1

	Dir     string // in which the folder of a run with a server of our own begins; "" is the current one
	Folder  string // of the run with a server of our own; "" is a new one in Dir
	Run     string // to go on with: a name, or with a server of our own the folder; "" begins one
	Version string // of the program
	Name    string // of the formula
	Rule    string
	Problem Problem // what is searched, if it is not a formula
	Cubes   *Cubes  // how the formula is split; nil if its tree is searched
	// Conqueror decides the cubes of the local processors.
	Conqueror Conqueror
	// JoinFlags are further flags for the line with which others join, as a shell wants them.
	JoinFlags []string
	// Covered writes a refutation of what the given cubes leave out, if it was refuted before the run; nil if it was not.
	Covered func(ctx context.Context, w cnf.ProofWriter) error
	Plan    *Plan     // by which the processors share the work; nil if the coordinator sees to it
	Await   int       // under a plan: how many workers there are before the search begins; 0 is 1
	Verify  bool      // every record is checked before it counts
	Share   float64   // of the records of a problem that are checked then, chosen at random; 0 is all
	Ordered bool      // the answer to a problem is that of one processor
	Format  string    // of the proof, "" if there is none
	Proof   io.Writer // for that
	Comment string    // with which it begins

	Procs      int  // local ones
	Alone      bool // nobody is told how to join: nothing is said of workers
	Lease, Cut time.Duration
	Progress   func(Progress)
	Log        func(string)
	Warn       func(error)
}

// WaitingFor says how long a worker waits.
func WaitingFor(patience time.Duration) string {
	if patience == 0 {
		return "for as long as it takes"
	}
	return fmt.Sprintf("for %v at most", patience)
}

// WorkOptions say where to work, and how.
type WorkOptions struct {
	Access
	Run       string // "" is any
	Version   string
	Procs     int
	One       bool // the processors share among themselves, and are one to the others
	MaxMemory int64
	Stay      bool          // join the next run when one has ended
	Patience  time.Duration // how long a worker goes on without a coordinator; 0 is for ever
	Log       func(string)
	Conqueror Conqueror // decides the cubes
	Problem   Problem   // that this program searches instead of formulas; nil for formulas
}
