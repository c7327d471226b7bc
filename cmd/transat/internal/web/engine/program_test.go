package engine_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/compare"
	"transat/balance/tasktree"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/web/engine"
)

// A tree that a program brings itself travels in the packed form, under a name alone. Its runs take as long as those of the tree itself.
func TestTreeOfTheProgram(t *testing.T) {
	tree := &balancetest.Tree{Nodes: 500, Seed: 1}
	recorded, err := tasktree.Record(tree, 0)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	if _, err := recorded.WriteTo(&packed); err != nil {
		t.Fatal(err)
	}
	e := engine.New(balance.Builtin())
	if a, _ := answer[about](t, e, fields{"do": "load", "tree": "mine"}, packed.Bytes()); a.Nodes != 500 {
		t.Errorf("%+v", a)
	}
	run, _ := answer[done](t, e, fields{"do": "run", "tree": "mine", "grid": "2x2", "policy": "steal"})
	var row struct {
		Time float64 `json:"time_s"`
	}
	if err := json.Unmarshal(run.Row, &row); err != nil {
		t.Fatal(err)
	}
	steal, err := balance.Choose("steal")
	if err != nil {
		t.Fatal(err)
	}
	o := compare.Defaults(steal)
	o.Sides = []int{2, 2}
	setups, err := o.Setups()
	if err != nil {
		t.Fatal(err)
	}
	w := experiment.Of("mine", balance.Tree[balancetest.Element](tree), nil)
	want, err := w.Run(t.Context(), w.Adapt(setups[0]), compare.Watch{})
	if err != nil {
		t.Fatal(err)
	}
	if row.Time != want.Seconds() {
		t.Errorf("%v s in the engine, and %v s of the tree itself: %s", row.Time, want.Seconds(), run.Row)
	}
}
