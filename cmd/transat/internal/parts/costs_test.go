package parts

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"transat/instances/families"
)

// Costs that a run has noted are there for the next, as far as they are whole, and for this formula and these cubes alone.
func TestCosts(t *testing.T) {
	name, f := filepath.Join(t.TempDir(), "costs"), families.Pigeons(5, 4, families.Pairwise)
	open := func(want ...bool) *Costs {
		t.Helper()
		c, err := OpenCosts(name, f, cubes())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, c.Refuted); diff != "" {
			t.Error(diff)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		return c
	}
	if err := open(false, false, false).Add(1, 812, 250*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil || !strings.HasSuffix(string(text), "\nc cube 2 conflicts 812\nc cube 2 seconds 0.25\n") {
		t.Errorf("%q, error %v", text, err)
	}
	const next = "c cube 3 conflicts 9\nc cube 3 seconds 0.1\n"
	for cut := range len(next) { // a run is killed while it writes
		if err := os.WriteFile(name, append(text, next[:cut]...), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := open(false, true, false).Add(0, 1, 0); err != nil {
			t.Fatal(err)
		}
		open(true, true, strings.HasPrefix(next[:cut], next[:len(next)-len("0.1\n")+1]))
	}
	for _, tc := range []struct{ text, want string }{
		{strings.Replace(string(text), "formula", "formulo", 1), "no costs of this formula"},
		{"c cube 1 conflicts 1\nc cube 1 seconds 1\n", "no costs of this formula"},
		{string(text)[:20], "no costs of this formula"},
		{heading(f) + "\n", "no costs of this formula"},
		{strings.Replace(string(text), "c cubes ", "c cubes 0", 1), "costs of other cubes"},
		{string(text) + "c cube 4 conflicts 1\n", "costs:5: cube 4: want a number from 1 to 3"},
		{string(text) + "c cube 0 conflicts 1\n", "costs:5: cube 0: want a number from 1 to 3"},
		{string(text) + "c cube x seconds 1\n", "costs:5: cube x: want a number"},
	} {
		if err := os.WriteFile(name, []byte(tc.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenCosts(name, f, cubes()); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: error %v, want %s", tc.text, err, tc.want)
		}
	}
	if err := os.WriteFile(name, append(text, "c cube 1 seconds 1\nc rest conflicts 7\nc someone was here\n"...), 0o666); err != nil {
		t.Fatal(err)
	}
	open(false, true, false)
	if _, err := OpenCosts(name, families.Pigeons(5, 5, families.Pairwise), cubes()); err == nil {
		t.Error("the costs of another formula are taken")
	}
	if _, err := OpenCosts(name, f, cubes()[:2]); err == nil {
		t.Error("the costs of other cubes are taken")
	}
}

// An empty file is begun, as a run leaves it that is killed at once, and what is no file is refused.
func TestCostsOfAnEmptyFile(t *testing.T) {
	name, f := filepath.Join(t.TempDir(), "costs"), families.Pigeons(5, 4, families.Pairwise)
	if err := os.WriteFile(name, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, known := range []int{0, 1} {
		c, err := OpenCosts(name, f, cubes())
		if err != nil || c.Done() != known {
			t.Fatalf("%v, error %v; want %d cubes", c, err, known)
		}
		if err := errors.Join(c.Add(known, 7, 0), c.Close()); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(name); err != nil || !strings.HasPrefix(string(text), heading(f)+"\n"+listed) {
		t.Errorf("%q, error %v", text, err)
	}
	if _, err := OpenCosts(os.DevNull, f, cubes()); err == nil || !strings.Contains(err.Error(), "want an ordinary file") {
		t.Errorf("%s: error %v", os.DevNull, err)
	}
}
