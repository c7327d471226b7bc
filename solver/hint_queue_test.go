package solver

import (
	"bytes"
	"errors"
	"testing"

	"transat/dimacs"

	"transat/solver/cnf"
	"transat/solver/internal/hintqueue"
)

// tell tells some steps, among them one that is longer than a batch.
func tell(w cnf.HintWriter) error {
	long := make([]int64, 3*hintqueue.BatchNumbers)
	for i := range long {
		long[i] = int64(i + 1)
	}
	for i := range int64(40_000) {
		hints := long[i%50 : i%50+i%7]
		if i == 20_000 {
			hints = long
		}
		n, err := w.Infer([]cnf.Lit{cnf.Pos(cnf.Var(1 + i%100)), cnf.Neg(7)}[:i%3], hints)
		if err != nil {
			return err
		}
		if n != 101+i {
			return errors.New("a wrong number")
		}
		if i%4 == 3 {
			if err := w.Forget(n, n-2); err != nil {
				return err
			}
		}
	}
	return nil
}

// What comes out of a queue is what the writer behind it writes by itself.
func TestHintQueue(t *testing.T) {
	for _, format := range []dimacs.ProofFormat{dimacs.ProofLRAT, dimacs.ProofLRATBinary} {
		var want, got bytes.Buffer
		direct := dimacs.NewLRATWriter(&want, format, 100)
		if err := errors.Join(tell(direct), direct.Flush()); err != nil {
			t.Fatal(err)
		}
		q := newHintQueue(dimacs.NewLRATWriter(&got, format, 100), 100)
		if err := errors.Join(tell(q), q.flush()); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(want.Bytes(), got.Bytes()) {
			t.Errorf("%s: %d bytes, want %d others", format, got.Len(), want.Len())
		}
	}
}

// fullDisk takes that many bytes.
type fullDisk int

var errFull = errors.New("full")

func (d *fullDisk) Write(b []byte) (int, error) {
	if *d -= fullDisk(len(b)); *d < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// An error of the writer is told sooner or later, and a queue that is given up ends.
func TestHintQueueFails(t *testing.T) {
	for _, room := range []fullDisk{0, 300_000} {
		q := newHintQueue(dimacs.NewLRATWriter(&room, dimacs.ProofLRAT, 100), 100)
		err := tell(q)
		if err == nil {
			err = q.flush()
		}
		q.end()
		if !errors.Is(err, errFull) {
			t.Errorf("%v", err)
		}
	}
	q := newHintQueue(dimacs.NewLRATWriter(new(fullDisk), dimacs.ProofLRAT, 100), 100)
	_, _ = q.Infer([]cnf.Lit{cnf.Pos(1)}, nil)
	q.end()
	q.end()
}

// The search, too, ends with the error of a disk that is full, and a proof that goes through the queue is complete when Solve returns.
func TestHintsOnAFullDisk(t *testing.T) {
	f := cnf.NewFormula(0)
	for i := range 16 {
		var clause []cnf.Lit
		for v := range 4 {
			clause = append(clause, cnf.Signed(cnf.Var(v+1), i>>v&1 == 1))
		}
		f.Add(clause...)
	}
	room := fullDisk(10)
	for _, c := range []struct {
		proof Proof
		want  error
	}{
		{Proof{W: &room, Format: dimacs.ProofLRAT}, errFull},
		{Proof{W: new(bytes.Buffer), Format: dimacs.ProofLRAT}, nil},
	} {
		result, err := Solve(t.Context(), f, Options{Engine: DPLL, Procs: 1, Proof: c.proof})
		if !errors.Is(err, c.want) || err == nil && (result.Verdict != cnf.Unsatisfiable || result.Lemmas < 8 || result.ProofBytes == 0) {
			t.Errorf("%v, %+v", err, result)
		}
	}
}
