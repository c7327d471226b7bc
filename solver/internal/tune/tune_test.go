//go:build tune

package main

import (
	"encoding/json"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/internal/engine/general"
	"transat/solver/internal/engine/packed"
)

// heights are numbers whose best values are known.
type heights struct {
	X float64 `tune:"add 1 -Inf Inf"`
	Y float64 `tune:"factor 1 0 Inf"`
	Z float32 `tune:"add 1 0 0.25"`
	N int     `tune:"add 1 0 9"`
}

// The search finds the best numbers, as far as their bounds allow.
func TestSearch(t *testing.T) {
	begin := heights{1, 1, 0, 2}
	s := &search[heights]{seed: 1, generations: 60, population: 16, begin: begin, tunables: tunables(begin), out: io.Discard}
	s.worth = func(n heights) float64 {
		return math.Abs(n.X-2) + math.Abs(math.Log(n.Y/3)) + math.Abs(float64(n.Z)-0.5) + math.Abs(float64(n.N-4))
	}
	s.log = json.NewEncoder(io.Discard)
	if err := s.search(); err != nil {
		t.Fatal(err)
	}
	best, _ := s.numbers(s.better(1)[0].X)
	if math.Abs(best.X-2) > 0.1 || math.Abs(best.Y-3) > 0.3 || best.Z != 0.25 || best.N != 4 {
		t.Errorf("found %+v", best)
	}
}

// A search that was stopped goes on as if nothing had been, and finds the same again.
func TestTuningGoesOn(t *testing.T) {
	t.Run("3", func(t *testing.T) {
		goesOn(t, training[packed.Numbers]{3, []sample{{150, 700, 2}, {200, 860, 1}}, newPacked})
	})
	t.Run("4", func(t *testing.T) {
		goesOn(t, training[general.Numbers]{4, []sample{{30, 320, 2}, {84, 848, 1}}, newGeneral})
	})
}

func goesOn[N any](t *testing.T, training training[N]) {
	run := func(generations int, known string) string {
		var log strings.Builder
		log.WriteString(known)
		s, err := newSearch(training, &log)
		if err != nil {
			t.Fatal(err)
		}
		s.seed, s.generations, s.population = 3, generations, 4
		s.read(strings.NewReader(known))
		if err := s.search(); err != nil {
			t.Fatal(err)
		}
		return log.String()
	}
	whole := run(8, "")
	if lines := strings.Count(whole, "\n"); lines != 32 {
		t.Fatalf("%d vectors have been tried, want 32", lines)
	}
	if diff := cmp.Diff(whole, run(8, run(3, ""))); diff != "" {
		t.Error(diff)
	}
}

// What was not written to its end is tried again.
func TestReadEndsWithTheFirstBrokenLine(t *testing.T) {
	s := new(search[heights])
	s.read(strings.NewReader(`{"x":[1,2],"worth":0.5}` + "\n" + `{"x":[3,4],"worth":0.25}` + "\n" + `{"x":[5`))
	if len(s.known) != 2 || s.known[1].Worth != 0.25 {
		t.Errorf("read %+v", s.known)
	}
}

// About as many subtrees are frozen whatever γ is. If its effect on the estimate is not taken out, there are many times as many or as few.
func TestEven(t *testing.T) {
	for _, k := range []int{4, 5, 7} {
		train := training[general.Numbers]{k, trainingSamples(k), newGeneral}
		s, err := newSearch(train, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		train.samples = train.samples[:1]
		engines, err := train.engines(1)
		if err != nil {
			t.Fatal(err)
		}
		frozen := func(n general.Numbers) float64 { return effortOf(engines[0], n, math.Inf(1))[4] }
		before := frozen(s.begin)
		for _, gamma := range []float32{4, 8} {
			n := s.begin
			n.FalseWeight = gamma
			uneven := frozen(n)
			s.even.settle(&n, 0)
			after := frozen(n)
			if after < before/2 || after > 2*before || uneven > before/2 && uneven < 2*before {
				t.Errorf("k = %d, γ = %v: %v literals are frozen, and not %v; %v without making it even", k, gamma, after, before, uneven)
			}
		}
	}
}

func TestRegress(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var rows [][]float64
	var sizes []float64
	for range 50 {
		row := []float64{1, rng.Float64(), rng.Float64()}
		rows, sizes = append(rows, row), append(sizes, 3-2*row[1]+7*row[2])
	}
	c, r2, err := regress(rows, sizes)
	if err != nil || math.Abs(c[0]-3)+math.Abs(c[1]+2)+math.Abs(c[2]-7) > 1e-9 || math.Abs(r2-1) > 1e-9 {
		t.Errorf("%v, R² %v, %v", c, r2, err)
	}
}
