package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"transat/dimacs"
	"transat/instances/families"
	"transat/solver/cnf"
)

func TestListNamesAllOnce(t *testing.T) {
	listed(t, "", append(families.Tune(), families.Held()...))
	listed(t, "cubes", families.Cubes())
}

func listed(t *testing.T, set string, all []families.Maker) {
	t.Helper()
	var out bytes.Buffer
	if err := run(&out, set, 0, true, nil); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(out.String()) {
		seen[strings.Fields(line)[0]] = true
	}
	for _, m := range all {
		if !seen[m.Name] {
			t.Errorf("%s is not listed", m.Name)
		}
	}
	if len(seen) != len(all) {
		t.Errorf("%d names for %d formulas", len(seen), len(all))
	}
}

func TestWritesWhatIsMade(t *testing.T) {
	folder := t.TempDir()
	m := families.Maker{Name: "small", Verdict: cnf.Unsatisfiable, Make: func() *cnf.Formula { return families.SumMiter(4, 3) }}
	var out bytes.Buffer
	if err := write(&out, folder, m); err != nil {
		t.Fatal(err)
	}
	f, err := dimacs.ReadFile(filepath.Join(folder, "small.cnf"), dimacs.Options{})
	if err != nil || f.Hash() != m.Make().Hash() {
		t.Errorf("another formula was written, or none: %v", err)
	}
}

func TestErrorsSayWhatIsWanted(t *testing.T) {
	for _, test := range []struct {
		set  string
		seed uint64
		args []string
		want string
	}{
		{"tuned", 0, []string{"x"}, `-set is "tuned": want tune, held or cubes`},
		{"tune", 0, nil, "0 arguments: want one, the folder that the files go to"},
		{"tune", 0, []string{"a", "b"}, "2 arguments: want one, the folder that the files go to"},
		{"held", 7, []string{"x"}, `-set is "held" and -seed is 7: want one of them`},
	} {
		if err := run(&bytes.Buffer{}, test.set, test.seed, false, test.args); err == nil || err.Error() != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}
