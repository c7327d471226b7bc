package conqueror

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"transat/dimacs"
	"transat/solver/cnf"
)

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
	group := newGroup(c)
	bound(c)
	c.Cancel = group.kill
	if err := c.Start(); err != nil {
		group.close()
		if inner.Err() != nil {
			err = stopped(inner)
		}
		return cnf.Unknown, nil, err
	}
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
	group.close() // what it has left behind
	closing := time.AfterFunc(s.late, func() {
		for _, p := range pipes {
			p.close()
		}
	})
	reading.Wait()
	if !closing.Stop() {
		s.left = true
	}
	if inner.Err() != nil {
		return cnf.Unknown, nil, stopped(inner)
	}
	code := c.ProcessState.ExitCode()
	if !speech.answers {
		return cnf.Unknown, nil, silent(code, err, &complaint)
	}
	return verdict(code, err, &complaint, model, unread)
}

// stopped returns why a run was stopped: nil, if its time is over.
func stopped(ctx context.Context) error {
	if cause := context.Cause(ctx); !errors.Is(cause, errTime) {
		return cause
	}
	return nil
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
