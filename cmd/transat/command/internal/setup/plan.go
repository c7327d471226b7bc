package setup

import (
	"fmt"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/treecache"
)

// maxModelNodes is the size up to which the tree of a satisfiable formula is recorded. A larger one
// is searched anew in every simulation, up to the first model.
const maxModelNodes = 10_000_000

// Formulas returns the formulas of a name: one formula, a sample or a tree.
func (x *Flags) Formulas(a *cli.App, name string) ([]input.Formula, error) {
	formulas, err := a.Formulas(name, x.lenient)
	if err != nil {
		return nil, err
	}
	if (formulas[0].Tree != nil || formulas[0].HasTasks()) && x.Rule.V != cli.DefaultRule {
		return nil, cli.Misuse(fmt.Errorf("--rule=%s: %s has no formula to branch on", x.Rule.V, name))
	}
	return formulas, nil
}

// Plan makes the plan of running setups on the named formula, sample or tree. It warns, once, if that takes long.
func (x *Flags) Plan(a *cli.App, name string, setups []experiment.Setup) (*experiment.Plan, error) {
	formulas, err := x.Formulas(a, name)
	if err != nil {
		return nil, err
	}
	if large := experiment.LargestOf(setups); large != "" && !x.warned && !cli.Real(x.Machine.V) {
		x.warned = true
		a.Line.Warn(large)
	}
	store := &treecache.Store{Cache: a.Cache(x.cache), Rule: x.Rule.V, MaxNodes: x.maxNodes, Warn: a.Line.Warn}
	if formulas[0].Tree != nil && x.maxNodes == cli.DefaultMaxNodes {
		store.MaxNodes = 0 // its nodes are small, and the memory is the limit
	}
	skipModels := len(formulas) > 1
	if !skipModels {
		// With many formulas, it is they that share the cores.
		store.MaxModelNodes, store.Threads = maxModelNodes, x.Threads
	}
	return &experiment.Plan{Setups: setups, Formulas: formulas, Trees: store, SkipModels: skipModels, Threads: x.Threads}, nil
}
