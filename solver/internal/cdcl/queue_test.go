package cdcl

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/instances/families"
	"transat/solver/cnf"
)

// Variables that were added come before the others in the queue, which decides them last.
func TestAddedVariablesComeLast(t *testing.T) {
	for own, want := range map[cnf.Var][]cnf.Var{0: {5, 4, 3, 2, 1}, 3: {3, 2, 1, 5, 4}} {
		f := cnf.NewFormula(5)
		for v := cnf.Var(1); v < 5; v++ {
			f.Add(cnf.Pos(v), cnf.Pos(v+1))
		}
		s, err := Load(t.Context(), f, Options{Own: own})
		if err != nil {
			t.Fatal(err)
		}
		s.enroll()
		var got []cnf.Var
		for v := s.queue.last; v != 0; v = s.queue.links[v].before {
			got = append(got, v)
		}
		if d := cmp.Diff(want, got); d != "" || s.queue.search != want[0] {
			t.Errorf("own %d: search %d\n%s", own, s.queue.search, d)
		}
	}
}

// Times that have become large are renumbered in the same order, and the search goes on as before.
func TestQueueRenumbers(t *testing.T) {
	order := func(q *queue) (all []cnf.Var) {
		for v := q.first; v != 0; v = q.links[v].after {
			all = append(all, v)
		}
		return all
	}
	solve := func(late bool) Stats {
		s, err := Load(t.Context(), families.Multipliers(3), Options{})
		if err != nil {
			t.Fatal(err)
		}
		s.enroll()
		if late { // all times so far keep their distances
			for v := range s.queue.bumped {
				if s.queue.bumped[v] != 0 {
					s.queue.bumped[v] += mostTime - s.queue.time
				}
			}
			s.queue.time = mostTime
			before := order(&s.queue)
			s.queue.renumber()
			if d := cmp.Diff(before, order(&s.queue)); d != "" || s.queue.time != int64(len(before)) {
				t.Errorf("time %d\n%s", s.queue.time, d)
			}
			for i, v := range before {
				if s.queue.bumped[v] != int64(i+1) {
					t.Errorf("variable %d: time %d", v, s.queue.bumped[v])
				}
			}
		}
		if _, err := s.Solve(t.Context(), Limits{}); err != nil {
			t.Fatal(err)
		}
		return s.stats
	}
	if d := cmp.Diff(solve(false), solve(true)); d != "" {
		t.Error(d)
	}
}
