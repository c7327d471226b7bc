package plb

import (
	"testing"

	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
	"transat/solver/tree"
)

func TestPLBSection6SizesOfSubtrees(t *testing.T) {
	lent := recorded(t)
	all, err := sizesOn(t.Context(), lent, 0)
	if err != nil {
		t.Fatal(err)
	}
	inner := 0
	var below func(n tree.Node) // counts inner nodes
	below = func(n tree.Node) {
		children, _, _, _ := lent.Tree.Expand(n, nil)
		if len(children) > 0 {
			inner++
		}
		for _, c := range children {
			below(c)
		}
	}
	below(lent.Tree.Root())
	large, err := sizesOn(t.Context(), lent, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	if all.subtrees != inner || large.subtrees >= inner/2 || large.subtrees < 3 {
		t.Errorf("%d subtrees, %d large ones; the tree has %d inner nodes", all.subtrees, large.subtrees, inner)
	}
	if all.alpha < 1.01 || all.alpha > 1.3 || all.spread < 1 {
		t.Errorf("%+v", all)
	}
}

func TestSizesVerdictsDependOnTheRows(t *testing.T) {
	rows := func(all, large float64) []sizesRow {
		return []sizesRow{{0, []sizesFit{{9, all, 2}, {9, all + 0.01, 2}}}, {0.1, []sizesFit{{3, large, 2}}}}
	}
	reproducetest.WantVerdict(t, "near", sizesClaims(rows(1.04, 1.04))[0], "holds")
	reproducetest.WantVerdict(t, "far", sizesClaims(rows(1.05, 1.04))[0], "does not hold")
	reproducetest.WantVerdict(t, "large ones", sizesClaims(rows(1.04, 1.1))[1], "does not hold")
	if got := sizesClaims(rows(1.04, 1.1))[0].Kind; got != reproduce.Reading {
		t.Errorf("the first is %v", got)
	}
}
