package partition

import (
	"testing"

	"pgregory.net/rapid"
)

func TestHamming(t *testing.T) {
	for _, c := range [][3]int{{0, 0, 0}, {0, 1, 1}, {1, 2, 2}, {0, 15, 4}, {5, 6, 2}} {
		if got := Hamming(c[0], c[1]); got != c[2] {
			t.Errorf("from %d to %d it is %d, want %d", c[0], c[1], got, c[2])
		}
	}
}

// Renaming keeps together what was together, and H does not rise.
func TestRenameKeepsParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomProblem(t)
		p.Home = nil
		parts := randomParts(t, p)
		named := p.Rename(parts)
		to := map[int]int{}
		taken := map[int]bool{}
		for v, q := range parts {
			name, known := to[q]
			switch {
			case known && name != named[v] || !known && taken[named[v]]:
				t.Fatalf("%v became %v", parts, named)
			case !known:
				to[q], taken[named[v]] = named[v], true
			}
		}
		if before, after := p.Quality(parts).Energy.H(), p.Quality(named).Energy.H(); after > before+1e-9 {
			t.Fatalf("H rises from %v to %v", before, after)
		}
	})
}

// A chain of four on a hypercube: the names 0, 3, 1, 2 are three links and two more; renaming saves the two.
func TestRenameOfAChain(t *testing.T) {
	g, err := NewGraph(Ones(4), nil, []Edge{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}})
	if err != nil {
		t.Fatal(err)
	}
	p := &Problem{Graph: g, Parts: 4, Mu: 1, Dimension: 1, Distance: Hamming}
	parts := []int{0, 3, 1, 2}
	if before, after := p.Quality(parts).CutWeight, p.Quality(p.Rename(parts)).CutWeight; before != 5 || after != 3 {
		t.Errorf("the ways are %d long, then %d; want 5 and 3", before, after)
	}
}
