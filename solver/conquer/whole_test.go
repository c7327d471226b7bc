package conquer

import (
	"math/rand/v2"
	"testing"

	"transat/balance/cores"
	"transat/instances/families"
	"transat/solver/internal/cube"
)

func eagerTeam(t *testing.T, n int) *team {
	t.Helper()
	return teamOf(t, Tree{Formula: families.MultiplierMiter(5)}, n, Options{
		Splitting: Splitting{Splitter: cube.LookaheadSplitter}, eager: true,
	})
}

// A search that has refuted the formula as a whole closes at once what it has and what it gets, and all is shown and proved.
func TestTheWholeFormulaEndsASearch(t *testing.T) {
	m := eagerTeam(t, 1)
	s := m.searches[0]
	for range 2 {
		m.before[0] = []Node{m.tree.Root()}
		if err := s.Begin(m.before[0]); err != nil {
			t.Fatal(err)
		}
		before := s.Counts().Conflicts
		for outcome := cores.Running; outcome != cores.Closed; {
			var err error
			if outcome, err = s.Search(100); err != nil || outcome == cores.Found {
				t.Fatal(outcome, err)
			}
		}
		if known := before > 0; !s.course.Over() || known && s.Counts().Conflicts > before {
			t.Errorf("refuted as a whole: %v; %d conflicts and then %d", s.course.Over(), before, s.Counts().Conflicts)
		}
		m.cut(0)
	}
	m.check()
	if cubes := s.Counts().Cubes; cubes > 15 { // 51 without
		t.Errorf("%d cubes", cubes)
	}
}

// Whatever wanders while one of them tries the formula as a whole, or is interrupted there, every stretch and the proof are as they should
// be.
func TestPiecesWanderBesideTheWhole(t *testing.T) {
	for i, n := range []int{1, 2, 3} {
		m := eagerTeam(t, n)
		if model, err := m.run(rand.New(rand.NewPCG(3, uint64(i)))); model != nil || err != nil {
			t.Fatal(model, err)
		}
		m.check()
	}
}
