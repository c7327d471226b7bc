package families

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"transat/solver/cnf"
)

// The same seed gives the same formula for ever: a change here changes the files of the comparison with other solvers.
func TestSameSeedGivesTheSameFormula(t *testing.T) {
	m := SequentialCircuit{1, 6, 3, 40}
	for _, test := range []struct {
		name, want string // the hash begins like this
		f          *cnf.Formula
	}{
		{"agents", "8f78e818", Agents(1, 5, 4, 4, 6)},
		{"arbiters", "12156237", Arbiters(4, 3, false)},
		{"caches", "8578a0ff", Caches(3, 2, 3, false)},
		{"circuit miter", "702787b6", CircuitMiter(1, 6, 60, 5, true)},
		{"data path", "c4014b2e", DataPath(1, 8, 3, true)},
		{"implications", "68dde099", Implications(1, 50, 60, true)},
		{"job shop", "0c1eee10", JobShop(1, 4, 3, 9, 30)},
		{"keystream", "725d6c95", Keystream(1, 50, 100)},
		{"knapsacks", "466f2dce", Knapsacks(1, 20, 2, 30, 2)},
		{"life", "8fa7cf13", Life(1, 6, 1)},
		{"machine", "e762f0be", reached(m, 4, 5)},
		{"machine miter", "0b11e0ff", m.Equivalence(3, 2, true)},
		{"MD5", "18588eea", MD5(1, 20, 400)},
		{"packages", "4f87fea5", Packages(1, 40, 4, 4, 4, 30, true)},
		{"product", "00100c79", Product(1, 60, 200, 20, 1)},
		{"de Grey", "fc786e00", DeGrey(1, 1, 50)},
		{"polygons", "1230ea58", Polygons(8, 6, 5)},
		{"Pythagorean", "783002e1", Pythagorean(1, 100, 5)},
		{"quasigroup", "e645163a", Quasigroup(1, 8, 4)},
		{"registers", "41fbaa90", Registers(1, 40, 5, 0, true)},
		{"roster", "86dd7269", Roster(1, 9, 14, 1, 4, 2)},
		{"SHA-1", "863c2102", SHA1(1, 20, 400)},
		{"SHA-256", "a97fe0d5", SHA256(1, 20, 400)},
		{"tiles", "f126c57f", Tiles(1, 3, 3, 4)},
		{"tour", "f23a002f", Tour(1, 12, 2, true)},
	} {
		hash := test.f.Hash()
		if got := hex.EncodeToString(hash[:4]); got != test.want {
			t.Errorf("%s has the hash %s, want %s", test.name, got, test.want)
		}
	}
}

// The sets have different formulas, and Held has at least six families that Tune does not have.
func TestHeldIsNotTune(t *testing.T) {
	family := func(m Maker) string { return strings.TrimRight(m.Name, "-0123456789") }
	names, tuned, held := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, m := range Tune() {
		names[m.Name] = true
		tuned[family(m)] = true
	}
	for _, m := range Held() {
		if names[m.Name] {
			t.Errorf("%s is there twice", m.Name)
		}
		names[m.Name] = true
		held[family(m)] = true
	}
	others := 0
	for f := range held {
		if !tuned[f] {
			others++
		}
	}
	if len(tuned) < 10 || others < 6 {
		t.Errorf("Tune has %d families, and Held %d others", len(tuned), others)
	}
}

// A seed draws the same set every time, another one another set, and each set has at least 40 formulas, of 20 families, that are not
// in Tune or Held.
func TestFreshSets(t *testing.T) {
	names := func(seed uint64) (all []string) {
		for _, m := range Fresh(seed) {
			all = append(all, m.Name)
		}
		return all
	}
	one, other := names(1), names(2)
	if !slices.Equal(one, names(1)) || slices.Equal(one, other) {
		t.Errorf("seed 1 draws %v, then %v; seed 2 %v", one, names(1), other)
	}
	for seed := range uint64(50) {
		all, different := map[string]bool{}, map[string]bool{}
		for _, m := range append(Tune(), Held()...) {
			all[m.Name] = true
		}
		known := len(all)
		for _, name := range names(seed) {
			if all[name] {
				t.Errorf("seed %d draws %s twice, or it is in another set", seed, name)
			}
			all[name] = true
			family, _, _ := strings.Cut(name, "-")
			different[family] = true
		}
		if len(all)-known < 40 || len(different) < 20 {
			t.Errorf("seed %d draws %d formulas of %d families", seed, len(all)-known, len(different))
		}
	}
	hash := Fresh(1)[2].Make().Hash()
	if got := hex.EncodeToString(hash[:4]); got != "a8b7b86b" {
		t.Errorf("%s has the hash %s, want a8b7b86b", one[2], got)
	}
}
