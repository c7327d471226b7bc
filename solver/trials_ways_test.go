package solver

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"transat/balance"
	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat"
	"transat/solver/internal/rules"
)

// way is a way to decide a formula: it returns whether a proof was checked, and what is wrong.
type way struct {
	name  string
	share int // of all trials
	try   func(t *testing.T, tr *trial) (proved bool, err error)
}

// ways are all of them. Processes are slow to start, and gophersat keeps what it has taken: they are tried less often.
func ways() []way {
	return []way{
		{"dpll", 300, func(t *testing.T, tr *trial) (bool, error) { return tr.solve(t, tested{Options: tr.tree()}) }},
		{"cdcl", 150, func(t *testing.T, tr *trial) (bool, error) {
			return tr.solve(t, tested{Options{Engine: CDCL}, hooks{pace: tr.paced()}})
		}},
		{"auto", 150, func(t *testing.T, tr *trial) (bool, error) { return tr.solve(t, tr.auto()) }},
		{"gophersat", 10, func(t *testing.T, tr *trial) (bool, error) {
			return tr.solve(t, tested{Options: Options{Engine: Gophersat}})
		}},
		{"cube", 5, func(t *testing.T, tr *trial) (bool, error) { return tr.solve(t, tested{Options: tr.cubes()}) }},
		{"checkpoints", 40, tryCheckpoints},
		{"cancelled", 30, tryCancelled},
		{"models", 150, tryModels},
		{"incremental", 100, tryIncremental},
		{"split", 50, trySplit},
		{"learning alone", 150, tryLearning},
		{"cubes alone", 50, tryCubeSolver},
		{"simplifying alone", 150, trySimplify},
	}
}

// tree draws options of the engine DPLL.
func (tr *trial) tree() Options {
	rules := rules.All()
	opt := Options{
		Engine: DPLL, Rule: AutoRule, Threads: 1 + tr.rng.IntN(3), LocalSearch: []int64{NoFlips, NoFlips, AutoFlips, 50}[tr.rng.IntN(4)],
		Deterministic: tr.rng.IntN(4) == 0,
	}
	if tr.rng.IntN(5) > 0 {
		opt.Rule = rules[tr.rng.IntN(len(rules))].Name
	}
	if tr.rng.IntN(2) == 0 {
		opt.Procs = 1 + tr.rng.IntN(6)
	}
	if all := sharers(); tr.rng.IntN(2) == 0 {
		opt.Policy = all[tr.rng.IntN(len(all))].Name
		if _, err := opt.withDefaults().layout(cmp.Or(opt.Procs, opt.Threads)); err != nil {
			opt.Policy = "" // not for that many
		}
	}
	if tr.rng.IntN(8) == 0 {
		opt.MaxMemory = 1 << 32
	}
	return opt
}

// sharers are the policies that share out work while it is done.
func sharers() []balance.Spec {
	return slices.DeleteFunc(balance.Policies(), func(s balance.Spec) bool { return s.Bound || s.Place != nil })
}

// auto draws options of the engine Auto, with a pace at which small formulas come to all of its engines.
func (tr *trial) auto() tested {
	opt := tested{Options: tr.tree()}
	opt.Engine, opt.pace = Auto, tr.paced()
	if tr.rng.IntN(6) > 0 { // otherwise mostly a search of the tree
		opt.Procs, opt.Policy, opt.Deterministic, opt.LocalSearch = 0, "", false, NoFlips
	}
	return opt
}

// paced draws a pace at which small formulas are seldom simplified until nothing is left, and come to all engines; or none.
func (tr *trial) paced() *pace {
	if tr.rng.IntN(4) == 0 {
		return nil
	}
	p := &pace{unlucky: tr.rng.IntN(8) > 0, look: tr.rng.Int64N(4), patience: 1, background: 1, slice: 1 + tr.rng.Int64N(20), beside: 1e9}
	if tr.rng.IntN(4) == 0 {
		p.firstLook = time.Second
	}
	if tr.rng.IntN(4) == 0 {
		p.grace = time.Second
	}
	if tr.rng.IntN(2) == 0 {
		p.simplifying = 1 + tr.rng.Int64N(500)
	}
	if tr.rng.IntN(4) > 0 {
		p.everyRound, p.richRounds, p.longestSlice = 1, true, 1+tr.rng.Int64N(30)
	}
	return p
}

// cubes draws options of the engine Cube.
func (tr *trial) cubes() Options {
	return Options{Engine: Cube, Threads: 1 + tr.rng.IntN(2), CubeDepth: 1 + tr.rng.IntN(3)}
}

// solve calls Solve, mostly with a proof, which is that of the formula with the assumptions.
func (tr *trial) solve(t *testing.T, opt tested) (proved bool, err error) {
	opt.Assume = tr.assume
	var proof bytes.Buffer
	if tr.rng.IntN(4) > 0 {
		formats := dimacs.ProofFormats()
		opt.Proof = Proof{W: &proof, Folder: tr.folder, Format: formats[tr.rng.IntN(len(formats))]}
	}
	opt.Verify = tr.rng.IntN(3) == 0
	result, err := opt.solve(t.Context(), tr.f)
	if err == nil {
		err = tr.judgeResult(result)
	}
	if v := result.Verified; err == nil && (v != nil) != opt.Verify || v != nil && (v.Parts > 0) != (result.Verdict == cnf.Unsatisfiable) {
		err = fmt.Errorf("verified %+v", v)
	}
	proved = opt.Proof.W != nil && result.Verdict == cnf.Unsatisfiable
	if proved && err == nil {
		err = tr.judgeProof(t, result, opt.Options, proof.Bytes())
	}
	if err != nil {
		opt.Proof.W = nil
		return proved, fmt.Errorf("%w\noptions %+v, pace %+v", err, opt.Options, opt.pace)
	}
	return proved, nil
}

func (tr *trial) judgeResult(result Result) error {
	err := tr.judge(result.Verdict, result.Model)
	if err == nil && result.Verdict == cnf.Unsatisfiable {
		err = tr.fail(tr.assume, result.Failed, true)
	}
	if err == nil && result.Reason != nil {
		err = fmt.Errorf("a verdict with the reason %w", result.Reason)
	}
	return err
}

func (tr *trial) judgeProof(t *testing.T, result Result, opt Options, text []byte) error {
	f, format := assuming(tr.f, opt.Assume), cmp.Or(opt.Proof.Format, dimacs.ProofText)
	if result.ProofBytes != int64(len(text)) || result.Lemmas == 0 && !format.Hints() {
		return fmt.Errorf("a proof of %d lemmas, %d bytes of %d", result.Lemmas, result.ProofBytes, len(text))
	}
	if format.Hints() {
		return hinted(f, text, format)
	}
	proof, err := readProof(f, text, format)
	if err != nil {
		return err
	}
	return checked(t, f, proof)
}

// hinted checks a proof by its hints.
func hinted(f *cnf.Formula, text []byte, format dimacs.ProofFormat) error {
	r, err := dimacs.NewProofReader("proof", bytes.NewReader(text), dimacs.ProofOptions{Format: format, MaxVars: 2 * f.Vars()})
	if err != nil {
		return err
	}
	h, err := drat.NewHinted(f)
	for err == nil && !h.Refuted() {
		var step dimacs.ProofStep
		switch step, err = r.Next(); {
		case err != nil:
		case step.Deletion:
			h.Delete(step.Hints)
		default:
			err = h.Add(step.Number, step.Clause, step.Hints)
		}
	}
	if err == nil && h.Report().IgnoredMissing > 0 {
		err = fmt.Errorf("it deletes %d clauses that are not there", h.Report().IgnoredMissing)
	}
	if err != nil {
		return fmt.Errorf("the proof with hints: %w\n%q", err, text)
	}
	return nil
}

func readProof(f *cnf.Formula, text []byte, format dimacs.ProofFormat) (*drat.Proof, error) {
	r, err := dimacs.NewProofReader("proof", bytes.NewReader(text), dimacs.ProofOptions{Format: format, MaxVars: 2 * f.Vars()})
	if err != nil {
		return nil, err
	}
	proof := new(drat.Proof)
	for {
		step, err := r.Next()
		if err == io.EOF {
			return proof, nil
		}
		add := proof.Add
		if step.Deletion {
			add = proof.Delete
		}
		if err = errors.Join(err, add(step.Clause)); err != nil {
			return nil, err
		}
	}
}

// tryCheckpoints lets a search come to its limit again and again, and go on.
func tryCheckpoints(t *testing.T, tr *trial) (bool, error) {
	opt := tr.tree()
	opt.Assume, opt.LocalSearch, opt.Verify = tr.assume, NoFlips, tr.rng.IntN(2) == 0
	opt.Checkpoint = Checkpoint{File: filepath.Join(tr.folder, "checkpoint"), Resume: true}
	name := filepath.Join(tr.folder, "proof")
	var proof bytes.Buffer
	proves := tr.rng.IntN(2) == 0
	for calls := int64(1); ; calls++ {
		opt.MaxNodes = calls * int64(1+tr.rng.IntN(4))
		if calls > 40 {
			opt.MaxNodes = 0
		}
		if proves {
			proof.Reset()
			opt.Proof = Proof{W: &proof, Name: name}
		}
		result, err := Solve(t.Context(), tr.f, opt)
		if err != nil || result.Verdict == cnf.Unknown && !errors.Is(result.Reason, dpll.ErrNodeLimit) {
			return false, fmt.Errorf("call %d: %w, reason %w", calls, err, result.Reason)
		}
		if result.Verdict == cnf.Unknown {
			continue
		}
		err = tr.judgeResult(result)
		if proves = proves && result.Verdict == cnf.Unsatisfiable; proves && err == nil {
			err = tr.judgeProof(t, result, opt, proof.Bytes())
		}
		if _, gone := os.Stat(opt.Checkpoint.File); err == nil && gone == nil {
			err = errors.New("the checkpoint is still there")
		}
		if err != nil {
			opt.Proof.W = nil
			return proves, fmt.Errorf("call %d: %w\noptions %+v", calls, err, opt)
		}
		return proves, nil
	}
}

// tryCancelled ends a search at a moment that it does not know: there is no answer then, or the right one.
func tryCancelled(t *testing.T, tr *trial) (bool, error) {
	why := errors.New("that is enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	opt := tr.auto()
	if tr.rng.IntN(2) == 0 {
		opt = tested{Options: tr.tree()}
	}
	opt.Assume = tr.assume
	after := time.Duration(tr.rng.IntN(200)) * time.Microsecond
	if after > 0 {
		time.AfterFunc(after, func() { cancel(why) })
	} else {
		cancel(why)
	}
	result, err := opt.solve(ctx, tr.f)
	switch {
	case err != nil:
		return false, err
	case result.Verdict != cnf.Unknown:
		err = tr.judge(result.Verdict, result.Model)
		if err == nil && result.Verdict == cnf.Unsatisfiable {
			err = tr.fail(tr.assume, result.Failed, false)
		}
		return false, err
	case !errors.Is(result.Reason, why):
		return false, fmt.Errorf("reason %w, want %w", result.Reason, why)
	}
	return false, nil
}

// trySplit looks at the cubes of a formula: it has a model if and only if it has one under some cube.
func trySplit(t *testing.T, tr *trial) (bool, error) {
	rules := rules.All()
	opt := Options{Engine: Cube, Rule: rules[tr.rng.IntN(len(rules))].Name, CubeDepth: 1 + tr.rng.IntN(4)}
	under, cubes := false, 0
	result, err := SplitCubes(t.Context(), tr.f, opt, func(cube []cnf.Lit) error {
		cubes++
		under = under || tr.truth.Satisfiable(cube...)
		return nil
	})
	want := tr.truth.Satisfiable()
	switch {
	case err != nil:
		return false, err
	case result.Verdict == cnf.Unknown && under != want:
		return false, fmt.Errorf("%d cubes, with a model %v, want %v", cubes, under, want)
	case result.Verdict != cnf.Unknown && result.Verdict != tr.truth.Verdict():
		return false, fmt.Errorf("%v", result.Verdict)
	case result.Verdict == cnf.Satisfiable:
		return false, tr.holds(result.Model, nil)
	}
	return false, nil
}

// draw is some of the numbers 0 to n-1, in any order.
func draw(rng *rand.Rand, n int) []int { return rng.Perm(n)[:rng.IntN(n+1)] }
