package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"transat/balance"
	"transat/cmd/transat/internal/cluster/ledger"

	"transat/solver/cnf"
)

// Run is one that has been begun or found.
type Run interface {
	Head() Head
	Formula() *cnf.Formula
	// Name is what to go on with, for a person.
	Name() string
	// JoinLine is the command that makes another computer a worker. The token stands before it, in the environment, since all users of
	// a computer see the command lines of all.
	JoinLine() string
	// Join returns the arguments with which the program is a worker, and the token for that.
	Join() (token string, args []string)
	// Lead searches with the local cores and all who join, until there is an answer, or ctx ends. Then the local processors report what
	// they have before it returns.
	Lead(ctx context.Context) (Result, error)
	// Remove forgets the run, when its answer is known and the proof is in its place. What is not the run's stays, which is a *LeftError.
	Remove(ctx context.Context) error
	// Close leaves the run as it is.
	Close()
}

// Head says which run it is. Its hash is what the first record goes on from.
type Head struct {
	Run     string        `json:"run"`
	Version string        `json:"version"`           // of the program
	Name    string        `json:"name"`              // of the formula, or for people that of the problem
	Problem string        `json:"problem,omitempty"` // its name, if it is not a formula; the following three mean nothing then
	Formula ledger.Hash   `json:"formula"`           // its hash
	Chunks  []ledger.Hash `json:"chunks"`            // parts that make it, compressed
	Rule    string        `json:"rule"`
	Proof   string        `json:"proof,omitempty"`   // its format; "" if there is none
	Comment string        `json:"comment,omitempty"` // that the proof begins with
	Verify  bool          `json:"verify,omitempty"`  // every record is checked before it is taken; of a problem, a share of them
	Ordered bool          `json:"ordered,omitempty"` // of a problem: the answer is that of one processor
	Drop    bool          `json:"drop,omitempty"`    // the proof is not kept then
	Plan    *Plan         `json:"plan,omitempty"`    // by which the processors share the work; nil if the coordinator sees to it
	Cubes   *Cubes        `json:"cubes,omitempty"`   // the formula is split into cubes; nil if its tree is searched
}

// Progress says how far a run has come.
type Progress struct {
	Nodes   int64   // visited since the coordinator began
	Before  int64   // and before
	Closed  float64 // share of the tree
	Began   float64 // of that, what was paid for before
	Off     float64 // factor by which the whole may be larger or smaller than Closed says; 0 if too little is known
	Workers int

	Cubes, AllCubes int // of given cubes, how many are refuted; 0 if none are given
}

// Result is how a run has ended.
type Result struct {
	Verdict cnf.Verdict
	Model   cnf.Model
	Reason  error         // why the verdict is Unknown
	Totals  ledger.Totals // if it is, of what the store has kept
	Workers int           // that have ever joined
	Lemmas  int64         // of the proof; 0 without one
	// Waited is the share of the last tenth of the run in which processors waited for a piece, if Long says that the run was long enough
	// for that. It is not known under a policy.
	Waited  float64
	Long    bool
	Checked int64  // lemmas of simplifying that were checked
	Node    []byte // of a problem that is no formula: the solution, or the best one; nil if there is none
	// Recounted are the records of a problem that were checked, with Head.Verify.
	Recounted int64
	Moved     int64 // pieces that one worker gave away and another got; it is not counted under a policy

	// Of runs under a policy only:
	Procs   int               // of the policy, at the end
	Threads int               // that the workers offer, at the end
	Time    time.Duration     // from when the search began until it was decided
	Reports map[string]Report // of the workers that have said what they did
}

// Report says what the processors of a worker have done in a run. Times are nanoseconds, and sums over the processors.
type Report struct {
	Procs    int           `json:"procs"`
	Messages int64         `json:"messages"`
	Sent     int64         `json:"sent"`
	Phases   int64         `json:"phases"`
	Busy     balance.Ticks `json:"busy_ns"`
	Install  balance.Ticks `json:"install_ns"`
	Balance  balance.Ticks `json:"balance_ns"`
	Wait     balance.Ticks `json:"wait_ns"`
	Idle     balance.Ticks `json:"idle_ns"`
}

// Worked is how a worker has ended.
type Worked struct {
	End   *Answer // of the run; nil if the worker has left before
	Nodes int64   // visited
	// Idle is how long its processors had no piece, one after the other: from when the worker began until the run was over.
	Idle time.Duration
}

// Answer says that a run has ended, and how.
type Answer struct {
	Verdict string `json:"verdict"`
}

// ErrNoRun says that no coordinator has answered.
var ErrNoRun = errors.New("no run answers there")

// RefusedError says why the coordinator wants nothing to do with the worker.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string { return "the coordinator refuses this worker: " + e.Reason }

// LeftError says that the folder of a run that is over holds what is not the run's, and stays.
type LeftError struct {
	Folder string
	Names  []string
}

func (e *LeftError) Error() string {
	const few = 3
	names := strings.Join(e.Names[:min(few, len(e.Names))], ", ")
	if more := len(e.Names) - few; more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("the folder %s stays, with what is not the run's: %s", e.Folder, names)
}
