package engine_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/cmd/transat/internal/recording/recordingtest"
	"transat/cmd/transat/internal/web/engine"
	"transat/solver/tree"
)

// about is what tree and load reply.
type about struct {
	Key, Name, Rule, Verdict, Text string
	Vars, Clauses                  int
	Nodes, Elements, Models, Bytes int64
	Sequential                     float64 `json:"sequential_s"`
}

// done is what a run replies.
type done struct {
	Row      json.RawMessage
	Run      string
	Warnings []string
}

const tinyUnsatisfiable = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"

// A tree that one engine has recorded, another one takes: its runs are the same. It knows the tree from then on, though it
// has no formula.
func TestTreeTravels(t *testing.T) {
	for _, source := range []fields{
		{"tree": "150-645-3/1"},
		{"tree": "php-5-4", "rule": "weights"},
		{"tree": "mine.cnf", "cnf": tinyUnsatisfiable},
		{"cnf": tinyUnsatisfiable},
	} {
		with := func(more fields) fields {
			for key, value := range source {
				more[key] = value
			}
			return more
		}
		one, other := engine.New(balance.Builtin()), engine.New(balance.Builtin())
		recorded, blobs := answer[about](t, one, with(fields{"do": "tree"}))
		if len(blobs) != 1 || recorded.Nodes == 0 || recorded.Vars == 0 || recorded.Verdict != "unsatisfiable" {
			t.Fatalf("%v: %+v and %d blobs", source, recorded, len(blobs))
		}
		taken, _ := answer[about](t, other, with(fields{"do": "load"}), blobs[0])
		taken.Vars, taken.Clauses = recorded.Vars, recorded.Clauses // the bytes know nothing of the formula
		if diff := cmp.Diff(recorded, taken); diff != "" {
			t.Errorf("-recorded +taken:\n%s", diff)
		}
		run := with(fields{"do": "run", "grid": "4x4", "policy": "steal"})
		want, wantRun := answer[done](t, one, run)
		got, gotRun := answer[done](t, other, run)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v: -recorded +taken:\n%s", source, diff)
		}
		if !slices.Equal(wantRun[0], gotRun[0]) {
			t.Errorf("%v: the recordings are not the same", source)
		}
	}
}

func TestDamagedTreesAreRefused(t *testing.T) {
	e := engine.New(balance.Builtin())
	_, blobs := answer[about](t, e, fields{"do": "tree", "tree": "php-5-4"})
	flipped := slices.Clone(blobs[0])
	flipped[len(flipped)/2] ^= 1
	for _, tc := range []struct {
		name string
		blob []byte
		rule string
		want string
	}{
		{"a bit", flipped, "lex", "the checksum is wrong"},
		{"cut", blobs[0][:40], "lex", "cut short"},
		{"other", []byte(strings.Repeat("x", 100)), "lex", "not a tree file"},
		{"rule", blobs[0], "boehm", "another rule"},
	} {
		_, err := ask(t, engine.New(balance.Builtin()), fields{"do": "load", "tree": "php-5-4", "rule": tc.rule}, tc.blob)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error %v, want %q", tc.name, err, tc.want)
		}
		var damaged *tree.CacheError
		if tc.name == "a bit" && !errors.As(err, &damaged) {
			t.Errorf("the error is a %T", err)
		}
	}
}

// Each source has a tree of its own, whatever was asked for before.
func TestSourcesAreNotMixedUp(t *testing.T) {
	e := engine.New(balance.Builtin())
	nodes := map[string]int64{}
	for _, source := range []fields{
		{"tree": "php-5-4"},
		{"tree": "150-645-3/1"},
		{"tree": "150-645-3/1", "rule": "boehm"},
		{"tree": "f", "cnf": tinyUnsatisfiable},
		{"tree": "f", "cnf": "p cnf 1 2\n1 0\n-1 0\n"},
		{"tree": "php-5-4"},
	} {
		source["do"] = "tree"
		a, _ := answer[about](t, e, source)
		text, err := json.Marshal(source)
		if err != nil {
			t.Fatal(err)
		}
		if n, ok := nodes[string(text)]; ok && n != a.Nodes {
			t.Errorf("%s has %d nodes, and then %d", text, n, a.Nodes)
		}
		nodes[string(text)] = a.Nodes
	}
	seen := map[int64]bool{}
	for _, n := range nodes {
		seen[n] = true
	}
	if len(seen) != 5 {
		t.Errorf("numbers of nodes: %v, want five different ones", nodes)
	}
}

func TestSatisfiableAndOtherTrees(t *testing.T) {
	e := engine.New(balance.Builtin())
	a, blobs := answer[about](t, e, fields{"do": "tree", "tree": "example"})
	if a.Verdict != "satisfiable" || a.Models == 0 || len(blobs) != 1 {
		t.Errorf("%+v, %d blobs", a, len(blobs))
	}
	a, blobs = answer[about](t, e, fields{"do": "tree", "tree": "uts-default"})
	if a.Verdict != "" || a.Nodes != 1732 || len(blobs) != 0 {
		t.Errorf("%+v, %d blobs", a, len(blobs))
	}
	first, _ := answer[done](t, e, fields{"do": "run", "tree": "uts-default/4", "grid": "2x2", "policy": "steal"})
	again, _ := answer[done](t, e, fields{"do": "run", "tree": "uts-default/4", "grid": "2x2", "policy": "steal"})
	whole, _ := answer[done](t, e, fields{"do": "run", "tree": "uts-default", "grid": "2x2", "policy": "steal"})
	if string(first.Row) != string(again.Row) || string(first.Row) == string(whole.Row) {
		t.Errorf("runs of a tree, the same, and a larger one:\n%s\n%s\n%s", first.Row, again.Row, whole.Row)
	}
}

// The trees that the catalogue suggests are as large as it says.
func TestSuggestionsAreThere(t *testing.T) {
	e := engine.New(balance.Builtin())
	c, _ := answer[struct {
		Suggested []struct {
			Name  string
			Nodes int64
		}
		Policies []struct {
			Name, Essay, Script string
			Bound               bool
		}
		Machines, Topologies, Estimates, Starts, Rules, Samples []struct{ Name, Title string }
		Defaults                                                map[string]string
	}](t, e, fields{"do": "catalogue"})
	for _, s := range c.Suggested {
		if s.Nodes > 100_000 && testing.Short() || s.Nodes > 1_000_000 {
			continue
		}
		if a, _ := answer[about](t, e, fields{"do": "tree", "tree": s.Name}); a.Nodes != s.Nodes {
			t.Errorf("%s has %d nodes, the catalogue says %d", s.Name, a.Nodes, s.Nodes)
		}
	}
	scripts := 0
	for _, p := range c.Policies {
		if p.Essay == "" {
			t.Errorf("%s has no essay", p.Name)
		}
		if p.Script != "" {
			scripts++
		}
	}
	if len(c.Policies) != len(balance.Policies()) || scripts != 30 {
		t.Errorf("%d policies, %d of them with scripts", len(c.Policies), scripts)
	}
	for i, list := range [][]struct{ Name, Title string }{c.Machines, c.Topologies, c.Estimates, c.Starts, c.Rules, c.Samples} {
		for _, entry := range list {
			if entry.Name == "" || entry.Title == "" {
				t.Errorf("list %d: an entry without a name or title: %+v", i, entry)
			}
		}
		if len(list) < 2 {
			t.Errorf("list %d has %d entries", i, len(list))
		}
	}
	if c.Defaults["grid"] != "32x32" || c.Defaults["seed"] != "1" || c.Defaults["grain"] != "0.05" {
		t.Errorf("defaults: %+v", c.Defaults)
	}
}

// A recording of a part of a run has the same end as the whole, and its own window.
func TestDetailIsAPartOfTheSameRun(t *testing.T) {
	e := engine.New(balance.Builtin())
	setting := fields{"do": "run", "tree": "150-645-3/1", "grid": "4x4", "policy": "steal"}
	_, whole := answer[done](t, e, setting)
	setting["do"], setting["from"], setting["to"] = "detail", 1_000_000_000, 2_000_000_000
	_, part := answer[struct{}](t, e, setting)
	a, b := recordingtest.Header(t, whole[0]), recordingtest.Header(t, part[0])
	if a.End != b.End || a.Efficiency != b.Efficiency || b.From != 1_000_000_000 || b.To > 2_000_000_000 || a.From != 0 {
		t.Errorf("the whole is %d to %d of %d, the part %d to %d of %d", a.From, a.To, a.End, b.From, b.To, b.End)
	}
	setting["to"] = 1
	if _, err := ask(t, e, setting); err == nil {
		t.Error("an end before the beginning is no error")
	}
	setting["to"], setting["policy"] = int64(3_000_000_000), "ideal"
	if _, err := ask(t, e, setting); err == nil || !strings.Contains(err.Error(), "no recording") {
		t.Errorf("the error of a bound is %v", err)
	}
}

// Progress begins with the recording and grows; that of a run whose tree is there is all its own.
func TestProgressGrows(t *testing.T) {
	e := engine.New(balance.Builtin())
	for i, wantFirst := range []string{"200-860-3/01 is recorded", "simulating"} {
		var shares []float64
		var words []string
		_, err := e.Do(
			t.Context(), []byte(`{"do": "run", "tree": "200-860-3/1", "grid": "8x8", "policy": "lade"}`), nil,
			func(share float64, what string) {
				if share > 0 || len(shares) > 0 {
					shares, words = append(shares, share), append(words, what)
				}
			})
		if err != nil {
			t.Fatal(err)
		}
		last := shares[len(shares)-1]
		if !slices.IsSorted(shares) || last < 0.99 || last > 1.01 || len(shares) < 3 {
			t.Errorf("run %d: shares %v", i, shares)
		}
		if !strings.HasPrefix(words[0], wantFirst) {
			t.Errorf("run %d begins with %q", i, words[0])
		}
		if !slices.ContainsFunc(words, func(w string) bool { return strings.HasSuffix(w, " s on its clock") }) {
			t.Errorf("run %d does not tell the simulated time: %q", i, words)
		}
	}
}

// What goes wrong inside is told as an error, and the engine goes on.
func TestFaultsInsideAreErrors(t *testing.T) {
	broken := balance.Builtin().With(balance.Spec{
		Name: "broken", Title: "t", Source: "s", Uses: "u", Kinds: []string{"mesh"}, Estimate: "count",
		New: func(balance.Topology, balance.Values) balance.Maker { panic("oops") },
	})
	e := engine.New(broken)
	if _, err := ask(t, e, fields{"do": "run", "tree": "php-5-4", "grid": "2x2", "policy": "broken"}); err == nil ||
		!strings.Contains(err.Error(), "internal error: oops") {
		t.Errorf("the error is %v", err)
	}
	answer[done](t, e, fields{"do": "run", "tree": "php-5-4", "grid": "2x2", "policy": "steal"})
}
