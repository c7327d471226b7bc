package solver

import (
	"errors"
	"testing"
	"time"

	"transat/instances/families"
	"transat/solver/cnf"
)

// An estimate knows the splitter that a run takes, and ends by conflicts or by time.
func TestEstimateCubes(t *testing.T) {
	f := families.Distributive(4)
	for _, tc := range []struct {
		opt  Options
		want string
	}{
		{Options{}, "lookahead"},
		{Options{Rule: "lex"}, "rule"},
		{Options{Conquer: Conquer{Splitter: "learning"}}, "learning"},
		{Options{Cubes: [][]cnf.Lit{{cnf.Pos(1)}, {cnf.Neg(1)}}}, ""},
	} {
		now := time.Duration(0)
		clock := func() time.Duration { now += time.Millisecond; return now }
		c, err := EstimateCubes(t.Context(), f, tc.opt, CostOptions{Clock: clock})
		whole := c.Solved && 0 < c.Deviation && c.Deviation < 0.5 && c.Conflicts >= 500 && c.Time >= time.Millisecond && c.Spent >= 500
		if err != nil || c.Splitter != tc.want || !whole {
			t.Errorf("%+v: %+v, error %v", tc.opt, c, err)
		}
	}
	c, err := EstimateCubes(t.Context(), f, Options{}, CostOptions{Effort: 300})
	if err != nil || c.Solved || c.Spent > 600 || c.Samples == 0 || c.Deviation == 0 || c.Time != 0 {
		t.Errorf("%+v, error %v", c, err)
	}
	now := time.Duration(0)
	clock := func() time.Duration { now += 100 * time.Microsecond; return now }
	if c, err := EstimateCubes(t.Context(), f, Options{}, CostOptions{Time: 10 * time.Millisecond, Clock: clock}); err != nil || c.Solved {
		t.Errorf("%+v, error %v", c, err)
	}
	for _, opt := range []Options{{Conquer: Conquer{Splitter: "axe"}}, {Cubes: [][]cnf.Lit{{cnf.Pos(9999)}}}} {
		var option *OptionError
		if _, err := EstimateCubes(t.Context(), f, opt, CostOptions{}); !errors.As(err, &option) {
			t.Errorf("%+v: error %v", opt, err)
		}
	}
	if _, err := EstimateCubes(t.Context(), f, Options{Rule: "lux"}, CostOptions{}); err == nil {
		t.Error("a rule that does not exist is taken")
	}
	if _, err := EstimateCubes(t.Context(), f, Options{}, CostOptions{Effort: -1}); err == nil {
		t.Error("a negative bound is taken")
	}
}
