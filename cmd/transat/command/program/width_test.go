package program

import (
	"strings"
	"testing"

	"transat/balance/search"
)

// one is a problem of a node.
type one struct{}

func (one) Root() int { return 0 }

func (one) Children(_ int, dst []int) []int { return dst }

// Where the width is not known, the help fits in a terminal of 80 columns.
func TestHelpFitsTheTerminal(t *testing.T) {
	p := Program[int]{
		Name: "one", Short: "Count one node", Problem: func([]string) (search.Problem[int], error) { return one{}, nil },
	}
	var out, errs strings.Builder
	if code := Main(p, []string{"--help"}, &out, &errs); code != 0 || errs.Len() > 0 {
		t.Fatalf("code %d, %s", code, errs.String())
	}
	if !strings.HasPrefix(out.String(), "Count one node.\n") || !strings.Contains(out.String(), "\n      --policy NAME ") {
		t.Errorf("the help is\n%s", out.String())
	}
	for line := range strings.Lines(out.String()) {
		if len(line) > 81 {
			t.Errorf("a line of %d columns: %s", len(line)-1, line)
		}
	}
}
