package cluster

import (
	"context"
	"sync"
	"time"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/solver/cnf"
	"transat/solver/conquer"
)

// Cubes says how a formula is split into cubes, and who decides them.
type Cubes struct {
	Depth    int    `json:"depth,omitempty"`    // of the cubes; 0: as it suits
	Splitter string `json:"splitter,omitempty"` // "" is that by the branching rule

	Chunks []ledger.Hash `json:"chunks,omitempty"` // parts that make the cubes that are given, compressed; nil if none are
	Hash   ledger.Hash   `json:"hash,omitzero"`    // of them
	// Rest says that what the given cubes leave out is a piece. Else it was refuted before, or is not asked for.
	Rest bool `json:"rest,omitempty"`
	Only bool `json:"only,omitempty"` // it is not asked for: the answer holds under the given cubes

	// Conqueror is the command with which the first computer has another program decide its cubes, for people: no worker runs what the
	// network tells.
	Conqueror string `json:"conqueror,omitempty"`

	// Simple says that every computer simplifies the formula first: once for all cubes, and all get the same.
	Simple bool `json:"simple,omitempty"`

	// List are the given cubes, nil if none are.
	List [][]cnf.Lit `json:"-"`

	given *conquer.Given // after Simplify
}

// Simplify simplifies the formula, if the run does, and if it was not done before. With verify, all of its lemmas are checked. Only one
// goroutine may call it at a time.
func (c *Cubes) Simplify(ctx context.Context, f *cnf.Formula, verify bool) error {
	if !c.Simple || c.given != nil {
		return nil
	}
	var checked *cnf.Formula
	if verify {
		checked = f
	}
	g := &conquer.Given{Formula: f, List: c.List}
	err := g.Simplify(ctx, nil, checked)
	if err == nil {
		c.given = g
	}
	return err
}

// Given returns the formula with the cubes that are given, for one goroutine.
func (c *Cubes) Given(f *cnf.Formula) *conquer.Given {
	if c.given != nil {
		return c.given.Again()
	}
	return &conquer.Given{Formula: f, List: c.List}
}

// Splitting says how nodes are split, with a branching rule.
func (c *Cubes) Splitting(rule string) conquer.Splitting {
	return conquer.Splitting{Splitter: c.Splitter, Rule: rule}
}

// Conqueror is another program that decides cubes on this computer. Its owner has named it.
type Conqueror struct {
	Command string            // "" is none
	Time    time.Duration     // for a cube
	Warn    func(line string) // gets what is wrong with its answers
}

// Once returns a function that says each line once. It may be called from any goroutine.
func Once(say func(line string)) func(line string) {
	var mu sync.Mutex
	said := map[string]bool{}
	return func(line string) {
		mu.Lock()
		defer mu.Unlock()
		if !said[line] {
			said[line] = true
			say(line)
		}
	}
}
