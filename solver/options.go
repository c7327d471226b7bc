package solver

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"transat/balance"
	"transat/balance/topology"
	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/checkpoint"
	"transat/solver/internal/rules"
)

// Engine is a way to decide a formula.
type Engine string

// The engines. The zero value is Auto.
const (
	DPLL      Engine = "dpll"           // Davis-Putnam search: the tree is searched by all processors
	CDCL      Engine = "cdcl"           // clause learning by package cdcl, on one core
	Cube      Engine = "cube"           // both: the tree is split into cubes, which clause learning decides
	Gophersat Engine = "cdcl:gophersat" // clause learning by gophersat, on one core; it cannot be interrupted
	Auto      Engine = "auto"           // tree search and clause learning in turns or side by side: see auto.go
)

// Engines returns all engines, the default first.
func Engines() []Engine { return []Engine{Auto, DPLL, CDCL, Cube, Gophersat} }

// learns reports whether an engine has no search tree.
func (e Engine) learns() bool { return e == CDCL || e == Gophersat }

// AutoRule is the name that makes [Solve] take the branching rule that [ChooseRule] finds for the formula.
const AutoRule = "auto"

// Flips of a local search, see Options.LocalSearch.
const (
	AutoFlips int64 = 0  // as many as suit the formula: see [Solve]
	NoFlips   int64 = -1 // none
)

// Options say how to search, and within which limits. The zero value searches with all cores, without a limit, and takes rule and
// local search as they suit the formula.
type Options struct {
	Engine Engine // "" is Auto
	Rule   string // name of the branching rule, one of rules.All; "" is AutoRule

	Threads int // goroutines that search; 0 is runtime.GOMAXPROCS
	// Procs is the number of processors. If it is larger than Threads, they take turns. 0 is as many as threads.
	Procs int
	// Policy shares the work among the processors, as name or name:parameter=value; "" is DefaultPolicy. It is chosen from
	// Policies, or the policies of package balance if that is the zero value.
	Policy   string
	Policies balance.Registry
	// Topology is the network of the processors; "" is a clique under DefaultPolicy, and otherwise the first one that the
	// policy is defined on.
	Topology string
	// Deterministic finds the model that one processor finds, which takes longer: the search goes on until there can be no
	// earlier one.
	Deterministic bool

	// LocalSearch is the number of flips of a local search for a model before anything else, or AutoFlips or NoFlips.
	LocalSearch int64

	// Assume are literals that must be true. If the formula has no model with them, Result.Failed says which of them are to blame, and
	// a proof is a proof of the formula with all of them as unit clauses.
	Assume []cnf.Lit

	// NoNewVariables says that clause learning defines no new variables: a proof has the variables of the formula only. Otherwise some
	// lemmas may define others, with higher numbers, and the proof cannot be joined with those of other parts of a problem.
	NoNewVariables bool

	MaxNodes  int64 // DPLL gives up before more nodes are visited by all together; 0 is no limit
	MaxMemory int64 // bytes that the program may take, as far as it can be told; 0 is no limit

	Proof      Proof
	Checkpoint Checkpoint
	// Verify has every lemma checked as soon as it is found, by package transat/solver/drat/stream, on other cores if there are any.
	// Then every Unsatisfiable is checked, and Result.Verified says how many lemmas were. A lemma that does not follow is a
	// *VerifyError.
	Verify bool

	// Cubes, if not empty, are solved instead of those that splitting finds, by the engine Cube. They need not cover everything: the part
	// of the formula that they leave out is solved too, see [Uncovered].
	Cubes [][]cnf.Lit
	// OnlyCubes leaves that part out. Unsatisfiable then holds under the Cubes only: there may be a model that is under none of them.
	OnlyCubes bool
	// Known are those of the Cubes that are taken as refuted, say by an earlier run, in the order of Cubes; nil is none. What they say is
	// trusted, which neither Verify nor a Proof allows.
	Known []bool
	// Refuted, if not nil, is told of each of the Cubes that is refuted: its place, from 0 on, and the conflicts and the time that
	// went into it.
	Refuted   func(place int, conflicts int64, long time.Duration)
	CubeDepth int // decisions on the way to a cube; 0 is as it suits
	Conquer   Conquer

	// Progress, if not nil, is called several times a second, by one goroutine at a time.
	Progress func(Progress)
	// Log, if not nil, gets a line for each choice that Solve makes before it searches: engine, rule, where it resumes.
	Log func(line string)
	// Warn, if not nil, gets errors that do not end the search, such as a checkpoint that could not be written.
	Warn func(error)
	// Clock, if not nil, returns the time since some moment; several goroutines call it. Solve then finds out where the time
	// goes: Result.Resources.Times.
	Clock func() time.Duration
}

// hooks change a session for a test.
type hooks struct {
	// stage, if not nil, is called at the stages of the end of a search whose proof may outlive a crash.
	stage func(stage)
	// pace, if not nil, is that of the engine Auto.
	pace *pace
	// mutate, if not nil, makes a formula that is searched instead, without the verifier's knowledge.
	mutate func(*cnf.Formula) *cnf.Formula
	// rest, if not nil, are the limits within which the rest of given cubes is tried first.
	rest *cdcl.Limits
}

// Proof says where the proof of an unsatisfiable formula goes. If W is nil, none is written.
type Proof struct {
	// W gets the proof. If the formula turns out not to be unsatisfiable, the bytes are useless. If W has a method
	// Commit() error, that is called when the proof is complete, before a checkpoint is given up.
	W io.Writer
	// Format may be one with hints. DPLL with one processor and without a checkpoint finds them while it searches. For everything else
	// the lemmas go to a temporary file in Folder, and the checker makes the hints when the search is done, with memory for the whole
	// proof.
	Format dimacs.ProofFormat // "" is text
	// Formula, if not nil, is the SHA-256 of the formula's file. A proof that is DRAT and text names it in a comment, see
	// [dimacs.FormulaComment].
	Formula []byte
	// Name identifies the proof, such as by its file. A checkpoint resumes only with the proof that it was begun with.
	Name string
	// Folder is where the pieces of several processors lie until the proof is complete; "" is that for temporary files. With a
	// checkpoint they lie beside that.
	Folder string
}

// committer is a Proof.W that wants to know when the proof is complete.
type committer interface{ Commit() error }

// Checkpoint says in which file to store a search of the engine DPLL, so that another call of Solve, perhaps of another program
// after a crash, can resume it. If File is "", it is not stored.
type Checkpoint struct {
	File   string
	Every  time.Duration // between two checkpoints; 0 is 30 s
	Resume bool          // go on from File, if there is one
	Repair bool          // like Resume, and search pieces of the proof again that are damaged
}

// Pieces is the folder for the pieces of the proof. They are removed when the formula is decided.
func (c Checkpoint) Pieces() string { return checkpoint.Pieces(c.File) }

const (
	// DefaultPolicy shares the work if Options.Policy does not say which, on a clique.
	DefaultPolicy  = "steal"
	defaultNetwork = "clique"
	defaultEvery   = 30 * time.Second

	// MaxThreads is the largest number of threads.
	MaxThreads = 1 << 12
)

// Progress says how far Solve has come.
type Progress struct {
	Nodes     int64   // visited in this call
	Before    int64   // visited before, if the search goes on from a checkpoint
	Closed    float64 // share of the tree that is closed, 0 to 1, if every two siblings were equally large; of cubes, as far as one can tell
	Began     float64 // of that, what was paid for before, if the search goes on on a cluster
	Off       float64 // of cubes: factor by which the whole may be larger or smaller than that says; 0 if too little is known
	Conflicts int64   // that clauses were learned from; 0 if none are learned, or other cores search
	Flips     int64   // of a local search under way; 0 as soon as the search itself is
	Least     int     // fewest clauses that it had falsified at a time
	Models    int64   // that FindModels has found
	Parts     int     // of a proof that are there, see ProveParts
	AllParts  int     // how many there are to be; 0 if there are none
	Cubes     int     // of those that are given, that are refuted
	AllCubes  int     // how many are given; 0 if none are, or what they leave out is searched
}

// OptionError says that an option makes no sense.
type OptionError struct {
	Option string // name of the field of Options, such as "Policy" or "Checkpoint.File"
	Value  string
	Err    error
}

func (e *OptionError) Error() string { return fmt.Sprintf("%s %q: %v", e.Option, e.Value, e.Err) }
func (e *OptionError) Unwrap() error { return e.Err }

func optionError(option string, value any, err error) error {
	return &OptionError{Option: option, Value: fmt.Sprint(value), Err: err}
}

// Check returns an *OptionError if an option makes no sense, or else an error if the file of the checkpoint cannot be used. Solve
// does the same; Check is for programs that read a large formula afterwards.
func (o Options) Check() error {
	o = o.withDefaults()
	var names []string
	for _, r := range rules.All() {
		names = append(names, r.Name)
	}
	_, policyErr := o.layout(o.Procs)
	conquerErr := o.Conquer.check(o.Verify || o.Proof.W != nil || o.Proof.Name != "")
	switch {
	case !slices.Contains(Engines(), o.Engine):
		return optionError("Engine", o.Engine, fmt.Errorf("want one of %v", Engines()))
	case o.Rule != AutoRule && !slices.Contains(names, o.Rule):
		return optionError("Rule", o.Rule, fmt.Errorf("want %s or %s", strings.Join(names, ", "), AutoRule))
	case o.Threads < 1 || o.Threads > MaxThreads:
		return optionError("Threads", o.Threads, fmt.Errorf("want 1 to %d cores", MaxThreads))
	case o.Procs < 1 || o.Procs > topology.MaxProcs:
		return optionError("Procs", o.Procs, fmt.Errorf("want 1 to %d", topology.MaxProcs))
	case o.MaxNodes < 0:
		return optionError("MaxNodes", o.MaxNodes, errNegative)
	case o.MaxMemory < 0:
		return optionError("MaxMemory", o.MaxMemory, errNegative)
	case o.LocalSearch < NoFlips:
		return optionError("LocalSearch", o.LocalSearch, errNegative)
	case o.CubeDepth < 0:
		return optionError("CubeDepth", o.CubeDepth, errNegative)
	case conquerErr != nil:
		return conquerErr
	case o.Checkpoint.Every < 0:
		return optionError("Checkpoint.Every", o.Checkpoint.Every, errNegative)
	case !slices.Contains(dimacs.ProofFormats(), o.Proof.Format):
		return optionError("Proof.Format", o.Proof.Format, fmt.Errorf("want one of %v", dimacs.ProofFormats()))
	case policyErr != nil:
		return policyErr
	}
	return cmp.Or(o.checkTogether(), o.Checkpoint.check())
}

var (
	errNegative = errors.New("want a number that is not negative")
	errNoTree   = errors.New("it is for the engine dpll, which searches a tree")
	errKnown    = errors.New("want one for each of the cubes, and neither a proof nor Verify: they are trusted")
	errCubes    = errors.New("cubes may leave something out, so there is no proof for the formula alone")
)

// checkTogether looks at options that do not go together.
func (o Options) checkTogether() error {
	tree := o.Engine == DPLL || o.Engine == Auto && len(o.Cubes) == 0
	switch {
	case o.Checkpoint.File != "" && !tree:
		return optionError("Checkpoint.File", o.Checkpoint.File, errNoTree)
	case o.Deterministic && !tree:
		return optionError("Deterministic", o.Deterministic, errNoTree)
	case o.MaxNodes > 0 && !tree:
		return optionError("MaxNodes", o.MaxNodes, errNoTree)
	case len(o.Cubes) > 0 && o.Engine != Cube && o.Engine != Auto:
		return optionError("Cubes", fmt.Sprintf("%d cubes", len(o.Cubes)), errors.New("they are for the engine cube"))
	case len(o.Cubes) > 0 && o.OnlyCubes && o.Proof.W != nil:
		return optionError("Proof", o.Proof.Name, errCubes)
	case o.Known != nil && (len(o.Known) != len(o.Cubes) || o.Verify || o.Proof.W != nil):
		return optionError("Known", fmt.Sprintf("%d cubes", len(o.Known)), errKnown)
	}
	return nil
}

// withDefaults replaces zero values by the defaults.
func (o Options) withDefaults() Options {
	if o.Engine == "" {
		o.Engine = Auto
	}
	if o.Rule == "" {
		o.Rule = AutoRule
	}
	if o.Threads == 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Procs == 0 {
		o.Procs = o.Threads
	}
	if o.Policy == "" {
		o.Policy = DefaultPolicy
	}
	if o.Policies.Empty() {
		o.Policies = balance.Builtin()
	}
	if o.Checkpoint.Every == 0 {
		o.Checkpoint.Every = defaultEvery
	}
	if o.Proof.Format == "" {
		o.Proof.Format = dimacs.ProofText
	}
	if o.Log == nil {
		o.Log = func(string) {}
	}
	if o.Warn == nil {
		o.Warn = func(error) {}
	}
	o.Checkpoint.Resume = o.Checkpoint.Resume || o.Checkpoint.Repair
	return o
}
