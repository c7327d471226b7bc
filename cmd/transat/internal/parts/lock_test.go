//go:build linux || darwin

package parts

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"transat/instances/families"
)

// Two runs at a time would solve the same cubes: the second is told.
func TestCostsOfTwoRuns(t *testing.T) {
	name, f := filepath.Join(t.TempDir(), "costs"), families.Pigeons(5, 4, families.Pairwise)
	first, err := OpenCosts(name, f, cubes())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenCosts(name, f, cubes()); err == nil || !strings.Contains(err.Error(), "costs belongs to another run") {
		t.Errorf("the error is %v", err)
	}
	if err := first.Add(1, 7, 0); err != nil || first.Done() != 1 {
		t.Errorf("%d cubes, %v", first.Done(), err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second, err := OpenCosts(name, f, cubes())
	if err != nil || second.Done() != 1 {
		t.Fatalf("%v, %v", second, err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
}

// Of runs that begin the same file at once, one has it.
func TestCostsOfRunsAtOnce(t *testing.T) {
	f := families.Pigeons(5, 4, families.Pairwise)
	for round := range 20 {
		name := filepath.Join(t.TempDir(), fmt.Sprint(round))
		var all sync.WaitGroup
		var had atomic.Int64
		var held [8]*Costs
		for i := range held {
			all.Go(func() {
				c, err := OpenCosts(name, f, cubes())
				if err == nil {
					had.Add(1)
				} else if !strings.Contains(err.Error(), "belongs to another run") {
					t.Error(err)
				}
				held[i] = c
			})
		}
		all.Wait()
		if had.Load() != 1 {
			t.Fatalf("%d runs have the file", had.Load())
		}
		for _, c := range held {
			if c != nil {
				_ = c.Close()
			}
		}
	}
}
