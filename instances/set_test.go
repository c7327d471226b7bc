package instances

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
)

func TestOpenSample(t *testing.T) {
	set, err := Open("350-1505-3")
	if err != nil {
		t.Fatal(err)
	}
	if set.Name != "350-1505-3" || len(set.Instances) != SampleSize {
		t.Errorf("got %s with %d instances", set.Name, len(set.Instances))
	}
	for i, instance := range set.Instances {
		if want := (Sample{350, 1505, 3}).Name(i + 1); instance.Name != want {
			t.Errorf("instance %d has the name %s, want %s", i+1, instance.Name, want)
		}
		if instance.Verdict == cnf.Unknown {
			t.Errorf("no verdict on %s", instance.Name)
		}
	}
	f, err := set.Instances[1].Formula()
	if err != nil {
		t.Fatal(err)
	}
	if f.Hash() != formula(t, Random{350, 1505, 3, 2}).Hash() {
		t.Error("the second instance is not the formula with seed 2")
	}
}

func TestOpenFormulaOfSample(t *testing.T) {
	set, err := Open("60-200-3/051")
	if err != nil {
		t.Fatal(err)
	}
	if set.Name != "60-200-3/51" || len(set.Instances) != 1 || set.Instances[0].Name != set.Name ||
		set.Instances[0].Verdict != cnf.Unknown || set.Unsatisfiable() != nil {
		t.Errorf("got %+v", set)
	}
}

func TestOpenEverySample(t *testing.T) {
	names := map[string]bool{}
	for _, info := range Samples() {
		set, err := Open(info.Name)
		if err != nil {
			t.Fatal(err)
		}
		formulas := 0
		for _, i := range set.Instances {
			if !i.hasTree() {
				formulas++
			}
		}
		if set.Name != info.Name || len(set.Instances) == 0 || formulas != info.Size || names[info.Name] {
			t.Errorf("%s: got %s with %d instances, %d formulas, want %d", info.Name, set.Name, len(set.Instances), formulas, info.Size)
		}
		if info.Title == "" || info.Source == "" {
			t.Errorf("%s has no title or no source", info.Name)
		}
		names[info.Name] = true
	}
}

func TestOpenErrors(t *testing.T) {
	_, err := Open("php-5-5")
	var unknown *UnknownError
	if !errors.As(err, &unknown) {
		t.Fatalf("got %v, want an *UnknownError", err)
	}
	want := `unknown sample "php-5-5": want VARIABLES-CLAUSES-K, VARIABLES-CLAUSES-K/INDEX or a built-in name`
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if len(unknown.Known) != len(Samples()) {
		t.Errorf("got %d known names, want %d", len(unknown.Known), len(Samples()))
	}
	if _, err = Open(""); !errors.As(err, &unknown) {
		t.Errorf("empty name: got %v, want an *UnknownError", err)
	}
	var name *NameError
	if _, err = Open("350-1505"); !errors.As(err, &name) {
		t.Errorf("350-1505: got %v, want a *NameError", err)
	}
}
