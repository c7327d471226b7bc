package solver

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"transat/dimacs"
	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// partsHeld keeps parts in memory.
type partsHeld struct {
	mu      sync.Mutex
	there   map[int][]byte
	open    int
	created int
	told    int
	checked int64
	full    error
}

type partHeld struct {
	bytes.Buffer
	parts  *partsHeld
	number int
	ended  bool
}

func (p *partsHeld) Has(_ context.Context, number int) (there bool, checked int64, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, there = p.there[number]
	return there, p.checked, nil
}

func (p *partsHeld) Create(number int) (PartFile, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.full != nil {
		return nil, p.full
	}
	p.open++
	p.created++
	return &partHeld{parts: p, number: number}, nil
}

func (p *partsHeld) Solved(int, int64, time.Duration) { p.told++ }

func (p *partHeld) Commit() error {
	p.parts.mu.Lock()
	defer p.parts.mu.Unlock()
	p.parts.there[p.number] = p.Bytes()
	return nil
}

func (p *partHeld) Discard() {
	p.parts.mu.Lock()
	defer p.parts.mu.Unlock()
	if !p.ended {
		p.ended = true
		p.parts.open--
	}
}

// A proof by parts is there only if the formula has no model, whatever the cubes leave out, and each part proves what it says.
func TestProveParts(t *testing.T) {
	runs := solvertest.Cases(t, 120)
	verdicts := map[cnf.Verdict]int{}
	for i := range runs {
		rng := rand.New(rand.NewPCG(42, uint64(i)))
		f, shape := solvertest.Small(rng)
		if f.Vars() == 0 {
			continue
		}
		cubes := splitOf(rng, f, 1+rng.IntN(3), nil)
		if removed := rng.IntN(len(cubes)); i%2 > 0 && len(cubes) > 1 {
			cubes = append(cubes[:removed:removed], cubes[removed+1:]...)
		}
		format := []dimacs.ProofFormat{dimacs.ProofLRAT, dimacs.ProofLRATBinary}[i%2]
		parts := &partsHeld{there: map[int][]byte{}}
		opt := Options{Threads: 1 + i%3, Proof: Proof{Format: format}, Verify: i%4 == 0}
		result, err := ProveParts(t.Context(), f, cubes, nil, opt, parts)
		want := solvertest.NewTruth(f, variables(concat(cubes))...).Verdict()
		if err != nil || result.Verdict != want || parts.open != 0 {
			t.Fatalf("formula %d (%s), cubes %v: %v, error %v, %d files open; want %v", i, shape, cubes, result.Verdict, err, parts.open, want)
		}
		verdicts[want]++
		if result.Parts != int64(len(parts.there)) {
			t.Fatalf("%d parts are said to be written, %d are there", result.Parts, len(parts.there))
		}
		if want == cnf.Satisfiable {
			if err := f.Check(result.Model); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if len(parts.there) != len(cubes)+1 || parts.told != len(cubes)+1 ||
			result.Parts != int64(len(cubes)+1) || result.Cubes.Cubes != int64(len(cubes)) {
			t.Fatalf("%d parts, %d told, %+v of %d cubes and the rest", len(parts.there), parts.told, result.Cubes, len(cubes))
		}
		if v := result.Verified; (v != nil) != opt.Verify || v != nil && v.Parts != int64(len(cubes)+1) {
			t.Fatalf("verified %+v", v)
		}
		for number, proof := range parts.there {
			if err := hinted(Part(f, cubes, number), proof, format); err != nil {
				t.Fatalf("formula %d (%s), part %d of cubes %v: %v", i, shape, number, cubes, err)
			}
		}
	}
	if len(verdicts) != 2 {
		t.Errorf("verdicts %v", verdicts)
	}
}

func concat(cubes [][]cnf.Lit) (all []cnf.Lit) {
	for _, c := range cubes {
		all = append(all, c...)
	}
	return all
}

// Parts that are there are not solved again, and only those are solved that are asked for.
func TestPartsThatAreThere(t *testing.T) {
	f, cubes := families.Pigeons(5, 4, families.Pairwise), [][]cnf.Lit{{cnf.Pos(1)}, {cnf.Neg(1), cnf.Pos(2)}, {cnf.Neg(1), cnf.Neg(2)}}
	parts, opt := &partsHeld{there: map[int][]byte{}}, Options{Threads: 2, Proof: Proof{Format: dimacs.ProofLRAT}}
	done := []Progress{}
	opt.Progress = func(p Progress) { done = append(done, p) }
	for i, numbers := range [][]int{{2}, {0, 2}, nil, nil} {
		result, err := ProveParts(t.Context(), f, cubes, numbers, opt, parts)
		if err != nil || result.Verdict != cnf.Unsatisfiable || parts.created != []int{1, 2, 4, 4}[i] {
			t.Errorf("call %d: %v, error %v, %d parts solved", i, result.Verdict, err, parts.created)
		}
	}
	opt.Verify = true // what is there is solved again, unless it is checked
	for i, checked := range []int64{7, 0} {
		parts.checked = checked
		result, err := ProveParts(t.Context(), f, cubes, nil, opt, parts)
		if err != nil || result.Verified.Parts != 4 || parts.created != []int{4, 8}[i] || i == 0 && result.Verified.Lemmas != 4*checked {
			t.Errorf("%d lemmas of each part checked: %+v, error %v, %d parts solved", checked, result.Verified, err, parts.created)
		}
	}
	opt.Verify = false
	if last := done[len(done)-1]; last.Parts != 4 || last.AllParts != 4 || len(done) != 1+2+4+4+4+4 {
		t.Errorf("progress %v", done)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	parts = &partsHeld{there: map[int][]byte{}}
	result, err := ProveParts(ctx, f, cubes, nil, opt, parts)
	if err != nil || result.Verdict != cnf.Unknown || !errors.Is(result.Reason, enough) {
		t.Errorf("%v, %v, %v", result.Verdict, result.Reason, err)
	}
	parts.full = errors.New("the disk is full")
	if _, err := ProveParts(t.Context(), f, cubes, nil, opt, parts); !errors.Is(err, parts.full) {
		t.Errorf("error %v", err)
	}
	opt.Proof.Format = dimacs.ProofText
	if _, err := ProveParts(t.Context(), f, cubes, nil, opt, parts); !errors.As(err, new(*OptionError)) {
		t.Errorf("a proof without hints: error %v", err)
	}
}
