package settings

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance/compare"
)

// other is a value that is not the default, for each setting.
var other = map[string]string{
	"grid": "2x8", "topology": "ring", "load": "nodes", "machine": "cluster", "start": "spread", "deal": "count",
	"element-bytes": "1000", "node-time": "5ms",
	"computer": "4", "speeds": "1,0.5", "stragglers": "0.1:for=1s", "late": "1:at=5s", "budget": "2", "grain": "0.25",
	"seed": "7",
	"rule": "boehm",
}

// set returns a run in which one setting has another value.
func set(t *testing.T, s Setting) Values {
	t.Helper()
	r := New()
	if err := s.In(&r).Set(other[s.Name]); err != nil {
		t.Fatalf("%s: %v", s.Name, err)
	}
	switch s.Name {
	case "deal":
		r.Start.Give("spread") // otherwise nothing is dealt out
	case "computer":
		r.Machine.Give("two-level") // the others have none
	}
	return r
}

// Every entry has all that flags and the page need, a field of Values of its own, and a field in JSON by its name.
func TestEveryEntryIsWhole(t *testing.T) {
	fields := map[any]string{}
	var r Values
	for _, s := range Table() {
		if s.Usage == "" {
			t.Errorf("%s has no help", s.Name)
		}
		if s.Several {
			continue
		}
		if s.Field.Label == "" || other[s.Name] == "" {
			t.Errorf("%s has no label on the page, or this test no value for it", s.Name)
		}
		if before, twice := fields[s.In(&r)]; twice {
			t.Errorf("%s and %s are the same field of Values", before, s.Name)
		}
		fields[s.In(&r)] = s.Name
		if s.Choices != "" && len(s.Names()) < 2 {
			t.Errorf("%s: %d choices", s.Name, len(s.Names()))
		}
		one := set(t, s)
		text, err := json.Marshal(one)
		if err != nil {
			t.Fatal(err)
		}
		var read Values
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatal(err)
		}
		if got := s.In(&read).String(); got != other[s.Name] || !strings.Contains(string(text), fmt.Sprintf("%q:", s.Name)) {
			t.Errorf("%s in JSON is %s, and read again %s", s.Name, text, got)
		}
	}
	if want := reflect.TypeFor[Values]().NumField(); len(fields) != want {
		t.Errorf("the table has %d of the %d fields of Values", len(fields), want)
	}
}

// Every setting reaches the library; but for the rule, which makes the tree. The defaults are those of compare.
func TestEveryEntryReachesTheLibrary(t *testing.T) {
	options := func(r Values) string {
		machine, err := compare.ChoosePreset(r.Machine.V)
		if err != nil {
			t.Fatal(err)
		}
		o, err := r.Options(machine, Front{})
		if err != nil {
			t.Fatal(err)
		}
		o.Seeds, o.Threads = 1, 1
		return fmt.Sprintf("%+v", o)
	}
	usual := options(New())
	if diff := cmp.Diff(fmt.Sprintf("%+v", compare.Defaults()), usual); diff != "" {
		t.Errorf("defaults (-compare +table):\n%s", diff)
	}
	for _, s := range Table() {
		if s.Several || s.Name == "rule" {
			continue
		}
		before := New()
		switch s.Name {
		case "deal":
			before.Start.Give("spread")
		case "computer":
			before.Machine.Give("two-level")
		}
		if options(set(t, s)) == options(before) {
			t.Errorf("%s changes nothing", s.Name)
		}
	}
}

func TestCheck(t *testing.T) {
	front := Front{Prefix: "--", Hint: func(kind string, _ []string) string { return "a hint at " + kind }}
	for _, tc := range []struct{ name, value, want string }{
		{"topology", "rign", `unknown topology "rign"; did you mean "ring"? (a hint at topology)`},
		{"start", "here", `unknown start "here" (a hint at start)`},
		{"grain", "-1", "--grain=-1: want a share that is not negative"},
		{"grain", "NaN", "--grain=NaN: want a share that is not negative"},
		{"deal", "count", "--deal=count: elements are dealt out only with --start=spread"},
		{"rule", "lexx", `unknown branching rule "lexx"; did you mean "lex"? (a hint at branching rule)`},
		{"seed", "0", "<nil>"},
	} {
		r := New()
		if err := Find(tc.name).In(&r).Set(tc.value); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(r.Check(front)); got != tc.want {
			t.Errorf("%s=%s: got %q, want %q", tc.name, tc.value, got, tc.want)
		}
	}
}

// On a machine in lockstep, what was not given has other defaults, and what was given must suit it.
func TestInStep(t *testing.T) {
	r := New()
	if err := r.InStep(Front{}); err != nil || r.Grid.V != "128x128" || r.Grain.V != 0 || r.Load.V != "count" {
		t.Errorf("%+v, %v", r, err)
	}
	for name, want := range map[string]string{
		"start": "--start=spread: a search on gcel-1024 starts at root",
		"load":  "--load=nodes: on gcel-1024, a load is a number of elements (--load=count)",
		"grain": "--grain=0.25: on gcel-1024, every element is split (--grain=0)",
	} {
		r := set(t, Find(name))
		if err := r.InStep(Front{Prefix: "--"}); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
