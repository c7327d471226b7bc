package atlas

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"transat/balance"
	"transat/balance/sim"
	"transat/cmd/transat/internal/treecache"
)

// A machine of one's own is simulated in place of the listed ones, with its own periods, and its cells can be written, read and judged.
func TestMapOfOnesOwnMachine(t *testing.T) {
	own := presetOf(t, "cluster")
	own.Cost.Name, own.Periods = "mine", 0.5
	plan := Plan{
		Size: Quick, Store: &treecache.Store{Rule: "lex", Threads: 1}, Threads: 1, Machine: &own,
		only: []scope{
			{
				trees: []string{"uts-t1/5"}, machines: []string{"gcel-1024", TwoLevel}, procs: []int{4}, policies: []string{"lade", "steal"},
				starts: Starts()[:1], seeds: 1,
			},
			{trees: []string{"load-300/30"}, machines: []string{"meiko-cs1"}, procs: []int{16}, policies: []string{"an"}, seeds: 1},
		},
	}
	cells, err := Run(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range cells {
		if names = append(names, c.Machine+" "+c.Policy); c.Own != &own || c.Efficiency == 0 {
			t.Errorf("%+v", c)
		}
	}
	lade, err := balance.Choose("lade")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"mine " + own.Scaled(lade).String(), "mine steal", "mine an"}; !slices.Equal(names, want) || want[0] == "mine lade" {
		t.Errorf("cells of %v, want %v", names, want)
	}
	var file bytes.Buffer
	if err := Write(&file, cells); err != nil {
		t.Fatal(err)
	}
	read, err := Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Fit(Judge(slices.Repeat(read, 12))); err == nil {
		t.Error("features of a machine that nobody knows")
	}
	OnOwn(read, &own)
	if _, err := Fit(Judge(slices.Repeat(read, 12))); err != nil {
		t.Error(err)
	}
	again := plan
	again.Known, again.Made = cells, func(c Cell) error {
		t.Errorf("%s is made again", c.Name())
		return nil
	}
	if kept, err := Run(t.Context(), again); err != nil || len(kept) != len(cells) || kept[0].Own != &own {
		t.Errorf("%d cells, error %v", len(kept), err)
	}
}

// A copy of a machine of the map gets its advice, with a doubt that says from where; its name must be its own.
func TestAdviceOnOnesOwnMachine(t *testing.T) {
	cells := Map()
	cases := Judge(cells)
	for _, name := range []string{"gcel-1024", TwoLevel, "cluster"} {
		c := Case{Tree: "x", Machine: name, Network: Mesh, N: 64, Start: sim.StartMiddle, Nodes: 100_000}
		own := presetOf(t, name)
		if err := CheckOwn(own); err == nil || !strings.Contains(err.Error(), "want another name") {
			t.Errorf("%s as a name of one's own: %v", name, err)
		}
		own.Cost.Name = "mine"
		mine := c
		mine.Machine, mine.Own = "mine", &own
		near, doubt, tooFar, err := inTheMap(cases, mine)
		if err != nil || tooFar || near != c || len(doubt) != 1 ||
			!strings.HasPrefix(doubt[0], "the map does not have mine: the efficiency is that of "+name+", where") {
			t.Errorf("a copy of %s is near %+v, %q (%v)", name, near, doubt, err)
		}
		if name != "cluster" { // an advice takes a second
			continue
		}
		got, err := Advise(cells, mine)
		if err != nil || got.Efficiency == 0 || got.TooFar || got.Case != mine || !slices.Equal(got.Doubts, doubt) {
			t.Errorf("a copy of %s: %+v (%v)", name, got, err)
		}
		own.Cost.LinkTime *= 1000
		far, err := Advise(cells, mine)
		if err != nil || !far.TooFar || far.Forecast != (Forecast{}) || !slices.Equal(far.Check, []string{"all"}) || len(far.Doubts) != 1 ||
			!strings.HasPrefix(far.Doubts[0], "no efficiency is foretold: the machine of the map that is nearest to mine is ") ||
			!strings.HasSuffix(far.Doubts[0], "too far off: run the command") {
			t.Errorf("a machine with slow links: %+v (%v)", far, err)
		}
	}
}
