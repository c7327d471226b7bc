package cores

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"transat/balance"
	"transat/balance/balancetest"
)

// Whatever a tree does wrong, a run on cores ends, with all its goroutines, and the process goes on. A panic of a method is an
// error. The bubble sees to it that no goroutine is left.
func TestBrokenTreesEndTheRun(t *testing.T) {
	for _, c := range balancetest.BrokenTrees() {
		if c.Name == "root panics" {
			continue // that is called by who makes the configuration, and not by the machine
		}
		for _, policy := range []string{"steal", "plb", "adaptive"} {
			t.Run(c.Name+"/"+policy, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					cfg, _ := walking(c.Tree())
					under(t, &cfg, policy, 4)
					asleep(&cfg, time.Microsecond)
					cfg.Threads, cfg.Grain = 2, 0.05
					m, err := New(cfg)
					if err != nil {
						t.Fatal(err)
					}
					_, err = m.Run(t.Context())
					var broken *balance.TreeError
					must := c.Panics && (c.Method == "Expand" || c.Method == "Level")
					switch {
					case !errors.As(err, &broken) && (err != nil || must):
						t.Errorf("error %v, want a TreeError: %t", err, must)
					case must && (broken.Method != c.Method || broken.Panic != "oops" || !strings.Contains(err.Error(), "broken_trees.go:")):
						t.Errorf("%+v", broken)
					}
				})
			})
		}
	}
}

// exploding is a search with a fault.
type exploding struct{ *Walk[balancetest.Element] }

func (exploding) Search(int64) (Outcome, error) { panic("the fuse was lit") }

// Any other panic ends the run as well, and comes out of Run when all goroutines have ended: it can be recovered from.
func TestOtherPanicsComeOutOfRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg, _ := walking(&balancetest.Tree{Nodes: 1000, Blind: true})
		under(t, &cfg, "steal", 4)
		walk := cfg.Search
		cfg.Search = func(rank int) (Search[Part[balancetest.Element]], error) {
			s, err := walk(rank)
			return exploding{s.(*Walk[balancetest.Element])}, err
		}
		m, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if r := recover(); r != "the fuse was lit" {
				t.Errorf("panic %v", r)
			}
		}()
		_, err = m.Run(t.Context())
		t.Errorf("error %v, want a panic", err)
	})
}
