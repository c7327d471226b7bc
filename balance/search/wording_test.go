package search_test

import (
	"regexp"
	"testing"

	"transat/balance"
	"transat/balance/search"
)

// shared is a problem whose nodes share memory that is written to.
type shared struct{}

func (shared) Root() *int { return new(int) }

func (shared) Children(e *int, dst []*int) []*int {
	if *e++; *e < 3 {
		child := *e
		dst = append(dst, &child)
	}
	return dst
}

// beyond is a problem with an index that is out of range, below the root or at it.
type beyond struct{ at int }

func (beyond) Root() int { return 0 }

func (b beyond) Children(e int, dst []int) []int {
	if e == b.at {
		return append(dst, dst[:0:0][e])
	}
	return append(dst, e+1)
}

// Errors name the user's problem and methods, and the line of a panic.
func TestErrorsNameWhatTheUserWrote(t *testing.T) {
	count := func(p search.Problem[int], o search.Options) error {
		_, err := search.Count(t.Context(), p, o)
		return err
	}
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"a promise":      {search.Check(t.Context(), shared{}, balance.TreeSample{}), `^tree search_test\.shared: (Root|Children): .*`},
		"a panic":        {count(beyond{3}, search.Options{}), `Children of search_test\.beyond, .* node 3, .*\(wording_test\.go:\d+\)$`},
		"at the root":    {count(beyond{0}, search.Options{}), `node 0, has panicked: .* \(wording_test\.go:\d+\)$`},
		"many cores":     {count(broad{}, search.Options{Procs: 100_000}), `^search: 100000 processors: want at most 4096, or 0 for`},
		"loads of nodes": {count(broad{}, search.Options{Load: "measured"}), `^search: load estimate measured: want a problem with`},
	} {
		if c.err == nil || !regexp.MustCompile(c.want).MatchString(c.err.Error()) {
			t.Errorf("%s: %v, want %s", name, c.err, c.want)
		}
	}
}
