package conqueror

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/drat"
)

// Options configure a Solver.
type Options struct {
	Folder string        // for temporary files; "" is that of the system
	Limit  time.Duration // for a cube; 0 is DefaultLimit
	Most   int64         // bytes of a proof, and of other output; 0 is DefaultMost
}

// Defaults of Options.
const (
	DefaultLimit = time.Hour
	DefaultMost  = 1 << 29
)

// Conquest is what the program has made of a cube.
type Conquest struct {
	Verdict cnf.Verdict // Unknown: the program gave up, or its time was over
	Model   cnf.Model   // checked, if Satisfiable
	// Lemmas follow by propagation from the formula and the ones before them, if Unsatisfiable. The last excludes the cube. Without a
	// proof there are none.
	Lemmas [][]cnf.Lit
}

// Solver runs a program for one cube at a time.
type Solver struct {
	formula *cnf.Formula
	command Command
	opt     Options
	folder  *Folder
	keeper  *keeper
	late    time.Duration // that output is waited for which something else holds open, when the program and all its group have ended
}

// New prepares to run a program. The error is that of a folder that cannot be made.
func New(f *cnf.Formula, c Command, opt Options) (*Solver, error) {
	if opt.Limit == 0 {
		opt.Limit = DefaultLimit
	}
	if opt.Most == 0 {
		opt.Most = DefaultMost
	}
	folder, err := NewFolder(opt.Folder, "transat-conqueror-")
	if err != nil {
		return nil, err
	}
	return &Solver{formula: f, command: c, opt: opt, folder: folder, keeper: keep(), late: time.Second}, nil
}

// Close removes the folder.
func (s *Solver) Close() error {
	s.keeper.close()
	return s.folder.Remove()
}

// Solve runs the program. The error is the context's, or says why the answer is no good.
func (s *Solver) Solve(ctx context.Context, cube []cnf.Lit) (Conquest, error) {
	under := s.under(cube)
	formula, proof := filepath.Join(s.folder.Name, "cube.cnf"), filepath.Join(s.folder.Name, "proof")
	defer os.Remove(formula)
	defer os.Remove(proof)
	if err := write(formula, under); err != nil {
		return Conquest{}, err
	}
	verdict, model, err := s.run(ctx, s.command.with(formula, proof), proof)
	switch {
	case ctx.Err() != nil:
		return Conquest{}, ctx.Err()
	case err != nil:
		return Conquest{}, err
	case verdict == cnf.Satisfiable:
		if err := under.Check(model); err != nil {
			return Conquest{}, fmt.Errorf("its model is wrong: %w", err)
		}
		return Conquest{Verdict: verdict, Model: model}, nil
	case verdict == cnf.Unsatisfiable && s.command.proof:
		lemmas, err := s.check(ctx, under, proof, cube)
		if err != nil {
			return Conquest{}, err
		}
		return Conquest{Verdict: verdict, Lemmas: lemmas}, nil
	}
	return Conquest{Verdict: verdict}, nil
}

// under returns the formula with the literals of a cube as unit clauses.
func (s *Solver) under(cube []cnf.Lit) *cnf.Formula {
	f := cnf.NewFormula(s.formula.Vars())
	f.Grow(s.formula.Len()+len(cube), s.formula.Literals()+len(cube))
	for i := range s.formula.Len() {
		f.Add(s.formula.Clause(i)...)
	}
	for _, l := range cube {
		f.Add(l)
	}
	return f
}

// write writes a formula.
func write(name string, f *cnf.Formula) error {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(dimacs.Write(file, f), file.Close())
}

var (
	errTime  = errors.New("its time is over")
	errWords = errors.New("it has written more than is allowed")
)

// lookEvery is the time between two looks at the size of a proof that is being written.
const lookEvery = 50 * time.Millisecond

// run runs the program and reads its answer.
func (s *Solver) run(ctx context.Context, words []string, proof string) (cnf.Verdict, cnf.Model, error) {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	inner, stop := context.WithTimeoutCause(inner, s.opt.Limit, errTime)
	defer stop()
	c := exec.CommandContext(inner, words[0], words[1:]...)
	alone(c)
	bound(c)
	c.Cancel = func() error { return kill(c) }
	var pipes [2]pipe
	defer func() {
		for _, p := range pipes {
			p.close()
		}
	}()
	for i, to := range []*io.Writer{&c.Stdout, &c.Stderr} {
		if err := pipes[i].open(to); err != nil {
			return cnf.Unknown, nil, err
		}
	}
	if err := c.Start(); err != nil {
		return cnf.Unknown, nil, err
	}
	s.keeper.started(c)
	go watch(inner, proof, s.opt.Most, cancel)
	most := min(s.opt.Most, mostWords+perVariable*int64(s.formula.Vars()))
	speech := &speech{r: pipes[0].begun(), left: most, full: func() { cancel(errWords) }}
	var model dimacs.Assignment
	var unread error
	var complaint head
	var reading sync.WaitGroup
	reading.Go(func() {
		model, unread = dimacs.ReadModel("stdout", speech, s.formula.Vars())
		_, _ = io.Copy(io.Discard, speech)
	})
	complaints := pipes[1].begun()
	reading.Go(func() { _, _ = io.Copy(&complaint, complaints) })
	err := c.Wait()
	_ = kill(c) // what it has left behind
	s.keeper.ended()
	closing := time.AfterFunc(s.late, func() {
		for _, p := range pipes {
			p.close()
		}
	})
	reading.Wait()
	closing.Stop()
	if inner.Err() != nil {
		cause := context.Cause(inner)
		if errors.Is(cause, errTime) {
			cause = nil
		}
		return cnf.Unknown, nil, cause
	}
	code := c.ProcessState.ExitCode()
	if !speech.answers {
		return cnf.Unknown, nil, silent(code, err, &complaint)
	}
	return verdict(code, err, &complaint, model, unread)
}

// pipe is what a program writes to. It ends with the program, as far as the program's own writing goes: the package os/exec would wait for
// all that have it open.
type pipe struct{ r, w *os.File }

// open makes a pipe.
func (p *pipe) open(to *io.Writer) (err error) {
	if p.r, p.w, err = os.Pipe(); err == nil {
		*to = p.w
	}
	return err
}

// begun returns the end to be read, when the program has the other one.
func (p *pipe) begun() io.Reader {
	_ = p.w.Close()
	return p.r
}

func (p *pipe) close() {
	if p.r != nil {
		_ = p.r.Close()
		_ = p.w.Close()
	}
}

// codes are the exit codes of verdicts.
func codes() map[int]cnf.Verdict {
	return map[int]cnf.Verdict{10: cnf.Satisfiable, 20: cnf.Unsatisfiable}
}

// silent says what is wrong if there are comments at most: nothing, if the program has ended well. One that gives up by its own limit may
// say so in a comment.
func silent(code int, ended error, complaint *head) error {
	switch said, some := codes()[code]; {
	case some:
		return fmt.Errorf("its exit code is %d, but it has written no line \"s %v\"", code, said)
	case ended != nil:
		return failed(ended, complaint)
	}
	return nil
}

// failed is the error of a program that has ended badly.
func failed(ended error, complaint *head) error {
	why := ended.Error()
	if text := complaint.line(); text != "" {
		why += ": " + text
	}
	return fmt.Errorf("it has failed (%s)", why)
}

// verdict says what the exit code and the answer mean.
func verdict(code int, ended error, complaint *head, model dimacs.Assignment, read error) (cnf.Verdict, cnf.Model, error) {
	var other *dimacs.VerdictError
	said := cnf.Unknown
	switch {
	case read == nil:
		said = cnf.Satisfiable
	case errors.As(read, &other) && strings.HasPrefix(other.Verdict, "UNSAT"):
		said = cnf.Unsatisfiable
	case errors.As(read, &other):
	case code == 0 && ended == nil:
		return cnf.Unknown, nil, fmt.Errorf("its answer cannot be read: %w", read)
	case codes()[code] != cnf.Unknown:
		return cnf.Unknown, nil, fmt.Errorf("its exit code is %d, but its answer cannot be read: %w", code, read)
	}
	means, some := codes()[code]
	switch {
	case some && said == means:
	case said == cnf.Unknown && code == 0:
		return cnf.Unknown, nil, nil
	case code != 0 && !some:
		return cnf.Unknown, nil, failed(ended, complaint)
	default:
		return cnf.Unknown, nil, fmt.Errorf("it says %v, but its exit code is %d", said, code)
	}
	if said == cnf.Unsatisfiable {
		return said, nil, nil
	}
	m := make(cnf.Model, len(model))
	for v, l := range model {
		m[v] = !l.IsNone() && l == cnf.Pos(cnf.Var(v))
	}
	return said, m, nil
}

// watch ends the run when a file is larger than allowed.
func watch(ctx context.Context, name string, most int64, cancel context.CancelCauseFunc) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if info, err := os.Stat(name); err == nil && info.Size() > most {
				cancel(fmt.Errorf("its proof is larger than %d bytes", most))
				return
			}
		}
	}
}

// How many bytes a program may write on stdout: comments, and a model.
const (
	mostWords   = 1 << 26
	perVariable = 16
)

// speech is what a program says, up to a number of bytes. It notes whether there is more than comments.
type speech struct {
	r       io.Reader
	left    int64
	full    func()
	inside  bool // of a line
	answers bool
}

func (s *speech) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if s.left -= int64(n); s.left < 0 {
		s.full()
		return 0, io.EOF
	}
	for _, b := range p[:n] {
		switch {
		case b == '\n':
			s.inside = false
		case !s.inside && b != ' ' && b != '\t' && b != '\r':
			s.inside = true
			s.answers = s.answers || b != 'c'
		}
	}
	if errors.Is(err, os.ErrClosed) { // it was late
		err = io.EOF
	}
	return n, err
}

// head keeps the first bytes that are written to it.
type head struct{ bytes.Buffer }

const headBytes = 1 << 10

func (h *head) Write(p []byte) (int, error) {
	h.Buffer.Write(p[:min(len(p), headBytes-h.Len())])
	return len(p), nil
}

// line returns the first line.
func (h *head) line() string {
	line, _, _ := strings.Cut(strings.TrimSpace(h.String()), "\n")
	return line
}

// check checks a proof, and returns its core lemmas as lemmas of the formula without the cube.
func (s *Solver) check(ctx context.Context, under *cnf.Formula, name string, cube []cnf.Lit) ([][]cnf.Lit, error) {
	steps, err := readProof(name)
	if err != nil {
		return nil, err
	}
	core := &collector{number: int64(under.Len())}
	for _, l := range cube {
		core.excluding = append(core.excluding, l.Not())
	}
	report, err := drat.Check(ctx, under, steps, drat.Options{Hints: core})
	switch {
	case err != nil:
		return nil, fmt.Errorf("its proof is wrong: %w", err)
	case report.RATLemmas > 0:
		return nil, errNewVariables
	}
	return append(core.lemmas, core.excluding), nil
}

var errNewVariables = errors.New("its proof defines new variables, and cannot be joined with others " +
	"(kissat and cadical: --no-factor; transat solve: --no-new-variables)")

// readProof reads a proof of any format. Hints are not needed.
func readProof(name string) (*drat.Proof, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, errors.New("it has written no proof")
	}
	defer file.Close()
	r, err := dimacs.NewProofReader("its proof", file, dimacs.ProofOptions{})
	if err != nil {
		return nil, err
	}
	p := &drat.Proof{}
	for {
		step, err := r.Next()
		switch {
		case err == io.EOF:
			return p, nil
		case err != nil:
			return nil, err
		case !step.Deletion:
			err = p.Add(step.Clause)
		case !r.Format().Hints():
			err = p.Delete(step.Clause)
		}
		if err != nil {
			return nil, err
		}
	}
}

// collector keeps lemmas, each with the clause that excludes a cube.
type collector struct {
	excluding []cnf.Lit
	lemmas    [][]cnf.Lit
	number    int64
}

// Infer implements cnf.HintWriter.
func (c *collector) Infer(clause []cnf.Lit, _ []int64) (int64, error) {
	if len(clause) > 0 {
		lemma := make([]cnf.Lit, 0, len(clause)+len(c.excluding))
		c.lemmas = append(c.lemmas, append(append(lemma, clause...), c.excluding...))
	}
	c.number++
	return c.number, nil
}

// Forget implements cnf.HintWriter.
func (c *collector) Forget(...int64) error { return nil }
