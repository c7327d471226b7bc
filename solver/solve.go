package solver

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"transat/balance"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/gophersat"
	"transat/solver/internal/memory"
	"transat/solver/internal/pieces"
	"transat/solver/internal/pool"
)

// Result says how Solve has ended.
type Result struct {
	// Result has verdict, model and statistics: the sums of all processors. Under Deterministic, and with a model, Stats.Nodes is
	// the number of nodes up to that, depth first. Clause learning has no tree, and counts only decisions; of Cube, only Nodes counts.
	dpll.Result

	Engine  Engine // that decided, or was last at work
	Rule    string // as well
	Procs   int    // processors that searched the tree: fewer than asked for if memory is limited; 0 if no tree was searched
	Visited int64  // nodes visited in all, if that is more than Stats.Nodes
	Now     int64  // nodes visited in this call
	Cut     error  // why a Deterministic search was stopped early, so that the model is perhaps not the first; nil if it was not

	// Failed are, if the verdict is Unsatisfiable, assumptions that cannot be true together. There are none only if the formula has no model
	// anyway. A second or two of work goes into finding that out, and into making them so few that none can be left out; they may be all of
	// Options.Assume if that is not enough.
	Failed []cnf.Lit

	Verified *Verified // with Options.Verify and a verdict; nil otherwise

	Local bool  // local search has found the model
	Flips int64 // of the local search

	Conflicts int64 // of clause learning, by the engine CDCL

	Lemmas, ProofBytes int64 // of the complete proof
	Parts              int64 // of a proof by parts that were written, see ProveParts

	Machine *balance.Result // how the processors worked together; nil if one was enough
	Cubes   CubeStats       // of the engine Cube
	Saved   *Saved          // where another call can go on with the search; nil if it is not saved
	Notes   []string        // further facts, a line each
}

// CubeStats count what the engine Cube did.
type CubeStats struct {
	Refuted   int64 // nodes that propagation has refuted
	Cubes     int64 // decided by clause learning
	Split     int64 // cubes that were too hard, and were split again
	Conflicts int64 // that it has had
	Outside   int64 // cubes decided by another program, see Conquer.Command
	Trusted   int64 // of these, refuted without a proof
	Taken     int64 // short lemmas that clause learning has taken from that of other processors
}

func (c *CubeStats) add(d CubeStats) {
	c.Refuted += d.Refuted
	c.Cubes += d.Cubes
	c.Split += d.Split
	c.Conflicts += d.Conflicts
	c.Outside += d.Outside
	c.Trusted += d.Trusted
	c.Taken += d.Taken
}

// Saved is a search in the file of a checkpoint.
type Saved struct {
	File   string
	Closed float64 // share of the tree that is closed
}

// ErrMemoryLimit is the Reason of a search that came to Options.MaxMemory.
var ErrMemoryLimit = errors.New("memory limit reached")

// LimitMemory returns a context that ends, with the cause ErrMemoryLimit, when the program takes more bytes even though the garbage
// has been collected. Call stop when the limit no longer matters. Solve does so itself; this is for the time before it.
func LimitMemory(ctx context.Context, bytes int64) (limited context.Context, stop func()) {
	return memory.Limit(ctx, bytes, ErrMemoryLimit)
}

// MemoryThere returns how many bytes more the program could use, what bounds them, such as "ulimit -v", and whether that is known: of the
// memory of the computer, of its control groups (a container), and of ulimit -v and -d. Only Linux tells.
func MemoryThere() (bytes int64, bound string, ok bool) {
	room, ok := memory.There()
	return room.Bytes, room.Bound, ok
}

// MemoryCeiling returns an Options.MaxMemory for a program that does nothing else, so that it ends in good order when the memory that
// there is runs out; what bounds that, and whether it is known, are as for MemoryThere. Call it once, at the beginning: where addresses
// are limited, the program takes them at once.
func MemoryCeiling() (bytes int64, bound string, ok bool) { return memory.Ceiling() }

// MemoryUsed returns how many bytes the program has from the system.
func MemoryUsed() int64 { return memory.Used() }

// session is a call of Solve.
type session struct {
	formula    *cnf.Formula // with the assumptions as unit clauses
	base       *cnf.Formula // without
	opt        Options
	autoRule   bool
	random     int // length of the clauses if they look random, or 0
	hooks      hooks
	pace       pace            // of the engine Auto
	proof      *proof          // nil if none is wanted
	checkpoint *checkpointFile // nil if none is wanted
	verify     *verification   // nil if none is wanted
	blamed     bool            // result.Failed is known
	result     Result
}

// Solve decides a formula with all processors. If the context ends or a limit is reached first, the verdict is Unknown, and Reason
// says why: the context's cause, dpll.ErrNodeLimit, or ErrMemoryLimit. The error is an *OptionError if an option makes no sense,
// or says that a file cannot be used, that the proof cannot be written, that f has a literal of no variable
// (*cnf.LiteralError), or that it is too large (cnf.ErrTooLarge). Every goroutine
// and process has ended when it returns, but for the engine Gophersat, see gophersat.Solve.
//
// On random formulas it tries local search first, see Options.LocalSearch.
func Solve(ctx context.Context, f *cnf.Formula, opt Options) (Result, error) {
	return solve(ctx, f, opt, hooks{})
}

// solve is Solve with hooks.
func solve(ctx context.Context, f *cnf.Formula, opt Options, hooks hooks) (Result, error) {
	if err := opt.Check(); err != nil {
		return Result{}, err
	}
	if err := checkInput(f, opt); err != nil {
		return Result{}, err
	}
	s := &session{formula: assuming(f, opt.Assume), base: f, opt: opt.withDefaults(), hooks: hooks, pace: hooks.pacing()}
	if s.opt.MaxMemory > 0 {
		var stop func()
		ctx, stop = LimitMemory(ctx, s.opt.MaxMemory)
		defer stop()
	}
	err := s.solve(ctx)
	if errors.As(err, new(*cnf.MemoryError)) {
		s.result.Result, err = dpll.Result{Reason: err}, nil
	}
	if errors.Is(s.result.Reason, context.Canceled) {
		s.result.Reason = context.Cause(ctx)
	}
	if err != nil {
		return Result{}, err
	}
	if s.result.Verdict == cnf.Unsatisfiable && len(s.opt.Assume) > 0 {
		if err := s.blame(ctx); err != nil {
			return Result{}, err
		}
	}
	s.result.Rule, s.result.Engine = s.opt.Rule, s.opt.Engine
	return s.result, nil
}

// checkInput returns a *LiteralError or an *OptionError if the formula, an assumption or a cube has a literal that is none.
func checkInput(f *cnf.Formula, opt Options) error {
	if err := f.Err(); err != nil {
		return err
	}
	for _, cube := range opt.Cubes {
		if err := checkLiterals(f, "Cubes", cube); err != nil {
			return err
		}
	}
	return checkLiterals(f, "Assume", opt.Assume)
}

// solve chooses and searches, and brings proof and checkpoint to their end.
func (s *session) solve(ctx context.Context) (err error) {
	if s.checkpoint, err = openCheckpoint(s.opt.Checkpoint); err != nil {
		return err
	}
	s.random = randomLength(s.base)
	rule := s.settleRule()
	s.settleEngine(rule != "")
	if rule != "" && !s.opt.Engine.learns() {
		s.opt.Log(rule)
	}
	if s.opt.Proof.W != nil {
		if s.proof, err = newProof(ctx, s.opt, s.formula); err != nil {
			return err
		}
		defer func() { s.proof.end(s.checkpoint.exists()) }()
	}
	if s.opt.Verify {
		s.verify = newVerification(s.formula, s.base)
		defer func() {
			s.verify.close()
			err = cmp.Or(s.verify.err(), verifyError(err))
		}()
	}
	if s.hooks.mutate != nil {
		s.base = s.hooks.mutate(s.base)
		s.formula = assuming(s.base, s.opt.Assume)
	}
	if s.checkpoint.goesOn() {
		if err := s.checkpoint.state.Fits(s.checkpoint.name, s.settings()); err != nil {
			return err
		}
		if err := s.checkpoint.state.Check(s.checkpoint.name, s.formula.Vars()); err != nil {
			return err
		}
		if s.checkpoint.state.Done {
			return s.doneBefore()
		}
	}
	decided, err := s.local(ctx)
	if !decided && err == nil {
		err = s.search(ctx)
	}
	if err != nil {
		return err
	}
	return s.settle()
}

// settleRule replaces auto by a rule: the rule of the checkpoint, if the search resumes from one. It returns a text about it.
func (s *session) settleRule() (note string) {
	s.autoRule = s.opt.Rule == AutoRule
	switch {
	case !s.autoRule:
		return ""
	case s.checkpoint.goesOn():
		s.opt.Rule = s.checkpoint.state.Rule
		return ""
	}
	rule, why := chooseRule(s.formula, s.random)
	s.opt.Rule = rule
	if why == "" {
		return ""
	}
	return ruleNote(rule, why)
}

// ruleNote says which rule was chosen, and why.
func ruleNote(rule, why string) string { return fmt.Sprintf("rule %s: %s", rule, why) }

// settleEngine makes auto an engine, if that can be told by looking at formula and options. It says so, unless it was said that the
// clauses are random.
func (s *session) settleEngine(said bool) {
	if len(s.opt.Cubes) > 0 {
		s.opt.Engine = Cube
	}
	if s.opt.Engine != Auto {
		return
	}
	switch {
	case s.opt.treeOnly():
		s.opt.Engine = DPLL
	case s.random > 0:
		s.opt.Engine = DPLL
		if !said { // by the choice of the rule
			s.opt.Log(fmt.Sprintf("engine dpll: %d random clauses of %d literals", s.formula.Len(), s.random))
		}
	}
}

// search runs the engine.
func (s *session) search(ctx context.Context) (err error) {
	switch {
	case s.opt.Engine == Auto:
		return s.searchAuto(ctx)
	case s.opt.Engine == CDCL:
		return s.searchLearning(ctx)
	case s.opt.Engine == Gophersat:
		r, err := gophersat.Solve(ctx, s.formula, s.lemmas())
		s.result.Result = dpll.Result{Verdict: r.Verdict, Model: r.Model, Stats: dpll.Stats{Decisions: r.Decisions}, Reason: r.Reason}
		return err
	case s.opt.Engine == Cube:
		return s.searchCubes(ctx)
	case s.opt.Procs == 1 && s.checkpoint == nil:
		return s.searchAlone(ctx)
	default:
		return s.searchTogether(ctx)
	}
}

// searchAlone searches the tree with a single processor, and needs nothing to do so.
func (s *session) searchAlone(ctx context.Context) (err error) {
	opt := dpll.Options{
		Rule: s.opt.Rule, MaxNodes: s.opt.MaxNodes, MaxMemory: s.memoryLeft(), Proof: s.lemmas(), Clock: s.opt.Clock,
	}
	if s.opt.Progress != nil {
		opt.Progress = func(p dpll.Progress) { s.opt.Progress(Progress{Nodes: p.Nodes, Closed: p.Closed}) }
	}
	s.result.Result, err = dpll.Solve(ctx, s.formula, opt)
	s.result.Procs, s.result.Now = 1, s.result.Stats.Nodes
	return err
}

// searchTogether searches the tree with several processors, or with checkpoints.
func (s *session) searchTogether(ctx context.Context) error {
	cfg := pool.Config{
		Formula: s.formula, Rule: s.opt.Rule, MaxNodes: s.opt.MaxNodes, MaxMemory: s.memoryLeft(), Clock: s.opt.Clock,
		Procs: s.opt.Procs, Threads: s.opt.Threads, Layout: s.opt.layout, Deterministic: s.opt.Deterministic,
		Warn: s.opt.Warn,
	}
	var lengths []int64
	if s.opt.Deterministic || s.proof != nil {
		cfg.Ledger = pieces.New()
	}
	if s.checkpoint != nil {
		note, err := s.checkpoint.begin(&cfg, s)
		if err != nil {
			return err
		}
		lengths = s.checkpoint.state.Books.Spools
		if note != "" {
			s.opt.Log(note)
		}
	}
	if err := s.proof.spool(cfg.Ledger, lengths); err != nil {
		return err
	}
	if s.checkpoint != nil && s.checkpoint.state.Decided {
		s.result.Result = dpll.Result{Verdict: cnf.Unsatisfiable, Stats: s.checkpoint.state.Stats}
		s.result.Procs = 1
		return nil
	}
	if s.verify != nil {
		cfg.Verifier = s.verify.verifier
	}
	if s.opt.Progress != nil {
		cfg.Progress = func(p pool.Progress) {
			s.opt.Progress(Progress{Nodes: p.Nodes, Before: cfg.Before.Nodes, Closed: p.Closed})
		}
	}
	found, err := pool.Search(ctx, cfg)
	s.result.Result, s.result.Procs, s.result.Visited = found.Result, found.Procs, found.Visited
	s.result.Now, s.result.Machine = found.Now, found.Machine
	if found.Cut {
		s.result.Cut = cmp.Or(context.Cause(ctx), found.Reason)
	}
	return err
}

// settle brings proof and checkpoint to their end, now that the verdict is known.
func (s *session) settle() error {
	if err := s.verified(); err != nil {
		return err
	}
	switch {
	case s.result.Verdict == cnf.Unknown:
		s.result.Saved = s.checkpoint.saved()
		return nil
	case s.result.Verdict == cnf.Unsatisfiable && s.proof != nil:
		if err := s.finishProof(); err != nil {
			if reason := s.proof.stopped(err); reason != nil {
				s.result.Result = dpll.Result{Stats: s.result.Stats, Reason: reason}
				s.result.Saved = s.checkpoint.saved()
				return nil
			}
			return err
		}
		return s.cleanUp()
	}
	return s.checkpoint.remove()
}

// memoryLeft is how much of the limit the engines may take, 0 if there is no limit.
func (s *session) memoryLeft() int64 {
	if s.opt.MaxMemory == 0 {
		return 0
	}
	return max(s.opt.MaxMemory-memory.Used(), 1)
}

// note adds a note to the result.
func (s *session) note(format string, args ...any) {
	s.result.Notes = append(s.result.Notes, fmt.Sprintf(format, args...))
}

// counted formats a number of things: 1 part, 2,000 parts.
func counted(n int64, thing string) string {
	return humanize.Comma(n) + " " + english.PluralWord(int(n), thing, "")
}
