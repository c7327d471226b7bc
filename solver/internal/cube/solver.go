package cube

import (
	"context"
	"errors"
	"time"

	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
)

// solver solves cubes, one after the other, each on a goroutine of its own, and keeps what it has learned.
type solver struct {
	run     *run
	answers chan answer        // one for every cube that was asked
	cancel  context.CancelFunc // of the cube that was asked last
	solved  bool               // a cube has been

	// The rest belongs to the goroutine under way.
	leaf   Leaf     // nil before the first cube
	lemmas []uint32 // that are not in the proof yet
	err    error    // of the proof
	share  Exchange // with other solvers
	check  *checks  // nil if lemmas are not checked
	shared time.Time
}

// answer is the result of a cube.
type answer struct {
	result  cdcl.CubeResult
	checked int64 // lemmas
	err     error
}

// newSolver returns a solver for a run. Call close when the run's context has ended.
func newSolver(r *run) *solver {
	s := &solver{run: r, answers: make(chan answer, 1), cancel: func() {}}
	s.share.Open()
	return s
}

// ask begins with a cube. When that has had budget conflicts, the verdict is Unknown; 0 is no limit. The answer comes through answers.
func (s *solver) ask(cube []cnf.Lit, budget int64) {
	ctx, cancel := context.WithCancel(s.run.ctx)
	s.cancel = cancel
	s.run.solving.Go(func() {
		var a answer
		a.result, a.checked, a.err = s.solve(ctx, cube, budget)
		cancel()
		s.answers <- a
	})
}

// stop interrupts the cube that was asked last. Its answer is Unknown, unless it was on its way.
func (s *solver) stop() { s.cancel() }

// close frees what it holds. No cube may be under way.
func (s *solver) close() {
	s.check.close()
	if s.leaf != nil {
		_ = s.leaf.Close()
	}
}

// solve decides a cube, and writes what was learned to the proof.
func (s *solver) solve(ctx context.Context, cube []cnf.Lit, budget int64) (result cdcl.CubeResult, checked int64, err error) {
	if err := s.load(); err != nil {
		return result, 0, err
	}
	result, err = s.leaf.Solve(ctx, cube, budget)
	if err != nil && s.run.ctx.Err() == nil && errors.Is(err, ctx.Err()) {
		err = nil // interrupted: Unknown
	}
	given := s.share.Given()
	if err == nil && result.Verdict == cnf.Unsatisfiable {
		checked, err = s.check.refuted(cube)
	} else if err == nil && len(given) > 0 {
		err = s.check.settle()
	}
	if err == nil {
		err = s.pass(given)
	}
	return result, checked, err
}

// load makes the leaf, unless it is there.
func (s *solver) load() (err error) {
	if s.leaf != nil {
		return nil
	}
	cfg := &s.run.cfg
	opt := LeafOptions{
		Memory: cfg.MaxMemory / int64(cfg.Threads), Conqueror: cfg.Conqueror, Limit: cfg.ConquerorTime, Warn: s.run.warn,
	}
	if s.run.folder != nil {
		opt.Folder = s.run.folder.Name
	}
	if cfg.Proof != nil {
		opt.Proof = s
	}
	if cfg.Verify {
		s.check = newChecks(cfg.Formula)
		opt.Proof = cnf.Both(opt.Proof, s.check.log)
	}
	if cfg.Threads > 1 && cfg.Conqueror == "" {
		opt.Share = s
	}
	s.leaf, err = NewLeaf(s.run.ctx, cfg.Formula, opt)
	return err
}

// pass writes the lemmas so far to the proof, and hands on those that are for other solvers.
func (s *solver) pass(given []uint32) error {
	if s.err == nil {
		s.err = s.run.proof.add(s.lemmas)
	}
	s.lemmas = s.lemmas[:0]
	if s.err == nil && len(given) > 0 {
		s.run.share(s, given)
	}
	return s.err
}

// Give implements cdcl.LemmaExchange.
func (s *solver) Give(lemma []cnf.Lit) bool { return s.share.Give(lemma) }

// shareEvery is the time between two times that lemmas are handed on in the middle of a cube.
const shareEvery = 5 * time.Millisecond

// Take implements cdcl.LemmaExchange. What this solver has given is handed on, behind its lemmas; but if they are checked, then only when
// the cube has its answer.
func (s *solver) Take() [][]cnf.Lit {
	if now := time.Now(); s.check == nil && now.Sub(s.shared) >= shareEvery {
		s.shared = now
		if given := s.share.Given(); len(given) > 0 {
			_ = s.pass(given) // an error comes again
		}
	}
	taken := s.share.Take()
	if s.check != nil && len(taken) > 0 {
		_ = s.check.log.Shown(taken) // the solver that gave them has checked them
	}
	return taken
}

// lemmasAhead is how many literals of lemmas are written at a time.
const lemmasAhead = 1 << 12

// deletion stands before the literals of a lemma that is deleted. It is the code of no literal.
const deletion = 1

// Add implements cnf.ProofWriter.
func (s *solver) Add(clause []cnf.Lit) error {
	s.lemmas = append(cnf.AppendCodes(s.lemmas, clause), 0)
	return s.ahead()
}

// Delete implements cnf.ProofWriter.
func (s *solver) Delete(clause []cnf.Lit) error {
	s.lemmas = append(cnf.AppendCodes(append(s.lemmas, deletion), clause), 0)
	return s.ahead()
}

// ahead writes the lemmas so far, if they are many.
func (s *solver) ahead() error {
	if len(s.lemmas) < lemmasAhead {
		return nil
	}
	return s.pass(nil)
}
