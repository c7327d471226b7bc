package parts

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"transat/cmd/transat/internal/evidence"
	"transat/dimacs"
	"transat/instances/families"
	"transat/solver"
	"transat/solver/cnf"
)

func cubes() [][]cnf.Lit {
	return [][]cnf.Lit{{cnf.Pos(1)}, {cnf.Neg(1), cnf.Pos(2)}, {cnf.Neg(1), cnf.Neg(2)}}
}

// proved makes a proof by parts of five pigeons in four holes.
func proved(t *testing.T, format dimacs.ProofFormat) (folder string, f *cnf.Formula) {
	t.Helper()
	folder, f = filepath.Join(t.TempDir(), "parts"), families.Pigeons(5, 4, families.Pairwise)
	p, err := Open(folder, f, cubes(), true)
	if err != nil {
		t.Fatal(err)
	}
	result, err := solver.ProveParts(t.Context(), f, cubes(), nil, solver.Options{Threads: 2, Proof: solver.Proof{Format: format}}, p)
	if err != nil || result.Verdict != cnf.Unsatisfiable {
		t.Fatalf("%v, error %v", result.Verdict, err)
	}
	return folder, f
}

// wrong checks all parts, and returns which are wrong and why the first is.
func wrong(t *testing.T, folder string, f *cnf.Formula) (numbers []int, why string) {
	t.Helper()
	list, err := Cubes(folder, f.Vars())
	if err != nil {
		return nil, err.Error()
	}
	for number := range len(list) + 1 {
		_, err := Check(t.Context(), folder, f, list, number)
		if err == nil {
			continue
		}
		if !errors.As(err, new(*evidence.FaultError)) {
			t.Errorf("part %d: %v is no fault of the proof", number, err)
		}
		if len(numbers) == 0 {
			why = err.Error()
		}
		numbers = append(numbers, number)
	}
	return numbers, why
}

func TestPartsAreRight(t *testing.T) {
	for _, format := range []dimacs.ProofFormat{dimacs.ProofLRAT, dimacs.ProofLRATBinary} {
		folder, f := proved(t, format)
		costs, err := os.ReadFile(filepath.Join(folder, "costs"))
		if err != nil || strings.Count(string(costs), "\n") != 8 || !strings.Contains(string(costs), "c cube 3 seconds 0.") ||
			!strings.Contains(string(costs), "c rest conflicts ") {
			t.Errorf("costs %q, error %v", costs, err)
		}
		if numbers, why := wrong(t, folder, f); numbers != nil || why != "" {
			t.Errorf("%s: parts %v are wrong: %s", format, numbers, why)
		}
		for number := range 4 {
			g, err := dimacs.ReadFile(formulaName(folder, number), dimacs.Options{})
			if want := solver.Part(f, cubes(), number); err != nil || g.Hash() != want.Hash() {
				t.Errorf("the formula of part %d is another, error %v", number, err)
			}
		}
	}
}

// Whatever is done to a folder, what is not proved is not taken for proved.
func TestHostileFolders(t *testing.T) {
	write := func(folder, name, text string) error {
		return os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644)
	}
	remove := func(folder, name string) error { return os.RemoveAll(filepath.Join(folder, name)) }
	replaced := func(folder, name string) error {
		return errors.Join(remove(folder, name), os.Mkdir(filepath.Join(folder, name), 0o777))
	}
	rest := "it is to refute the formula outside of all cubes"
	for _, tc := range []struct {
		name   string
		damage func(folder string) error
		parts  int // at least so many are wrong
		want   string
	}{
		{
			"a part is missing", func(d string) error { return remove(d, "2.lrat") }, 1,
			"2.lrat is missing: it is to refute the formula under cube 2",
		},
		{"the rest is missing", func(d string) error { return remove(d, "0.lrat") }, 1, "0.lrat is missing: " + rest},
		{"two parts are swapped", func(d string) error {
			return errors.Join(os.Rename(Name(d, 1), Name(d, 9)), os.Rename(Name(d, 2), Name(d, 1)), os.Rename(Name(d, 9), Name(d, 2)))
		}, 1, "it is to refute the formula under cube"},
		{"the rest is a part of a cube", func(d string) error {
			return errors.Join(os.Remove(Name(d, 0)), os.Link(Name(d, 1), Name(d, 0)))
		}, 1, "0.lrat: "},
		{"a cube is removed from the list", func(d string) error { return write(d, "cubes", "a 1 0\na -1 2 0\n") }, 1, "0.lrat: "},
		{"the last cube is another", func(d string) error { return write(d, "cubes", "a 1 0\na -1 2 0\na -1 -3 0\n") }, 1, "0.lrat: "},
		{"no cubes", func(d string) error { return write(d, "cubes", "") }, 1, "0.lrat: "},
		{
			"no list", func(d string) error { return remove(d, "cubes") }, 0,
			`has no file "cubes": want the folder of transat solve --proof-parts`,
		},
		{
			"a list with other variables", func(d string) error { return write(d, "cubes", "a 21 0\n") }, 0,
			"cubes:1:3: literal 21 is out of range",
		},
		{
			"a list with clauses", func(d string) error { return write(d, "cubes", "1 0\na 1 0\n") }, 0,
			`want a line "a LITERALS 0" for every cube`,
		},
		{"an empty part", func(d string) error { return write(d, "1.lrat", "") }, 1, "1.lrat"},
		{"a part without hints", func(d string) error { return write(d, "1.lrat", "5 0\nd 5 0\n0\n") }, 1, "1.lrat is no proof with hints"},
		{"a part that is cut short", func(d string) error { return os.Truncate(Name(d, 1), 9) }, 1, "1.lrat"},
		{"a part that claims the empty clause", func(d string) error { return write(d, "1.lrat", "99 0 1 2 0\n") }, 1, "line 1: lemma 99"},
		{"a part that is a folder", func(d string) error { return replaced(d, "1.lrat") }, 1, "1.lrat"},
		{"a list that is a folder", func(d string) error { return replaced(d, "cubes") }, 0, "cubes"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			folder, f := proved(t, dimacs.ProofLRAT)
			if err := tc.damage(folder); err != nil {
				t.Fatal(err)
			}
			numbers, why := wrong(t, folder, f)
			if len(numbers) < tc.parts || !strings.Contains(why, tc.want) || strings.Contains(why, "\n") {
				t.Errorf("parts %v are wrong: %s; want %s", numbers, why, tc.want)
			}
		})
	}
	t.Run("another formula", func(t *testing.T) {
		folder, _ := proved(t, dimacs.ProofLRAT)
		if numbers, _ := wrong(t, folder, families.Pigeons(5, 5, families.Pairwise)); len(numbers) == 0 {
			t.Error("a formula with models is refuted")
		}
	})
}

// A folder goes on with the formula and the cubes that it was begun with.
func TestOpenAgain(t *testing.T) {
	folder, f := proved(t, dimacs.ProofLRAT)
	if _, err := Open(folder, families.Pigeons(5, 3, families.Pairwise), cubes(), false); err == nil ||
		!strings.Contains(err.Error(), "another formula") {
		t.Errorf("another formula: error %v", err)
	}
	if _, err := Open(folder, f, cubes()[:2], false); err == nil || !strings.Contains(err.Error(), "other cubes") {
		t.Errorf("other cubes: error %v", err)
	}
	p, err := Open(folder, f, cubes(), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(Name(folder, 1), 5); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		verified, there bool
		number          int
	}{{false, false, 1}, {true, false, 1}, {true, true, 2}, {false, true, 2}, {false, false, 7}} {
		p.Verified = tc.verified
		there, checked, err := p.Has(context.Background(), tc.number)
		if there != tc.there || err != nil || (checked > 0) != (tc.verified && tc.there) {
			t.Errorf("%+v: %v, %d lemmas, error %v", tc, there, checked, err)
		}
	}
	if trusted, again := p.Found(); trusted != 1 || again != 2 {
		t.Errorf("%d parts trusted, %d to be solved again", trusted, again)
	}
	if all, some := p.Complete(nil), p.Complete([]int{1, 2, 3}); all != 3 || some != 2 {
		t.Errorf("%d parts of all, %d of 3", all, some)
	}
}
