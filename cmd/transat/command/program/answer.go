package program

import (
	"fmt"
	"strings"

	"transat/balance/search"
	"transat/cmd/transat/command/internal/cli"
)

// text returns a solution as text.
func (j *job[E]) text(e E) string {
	if j.Print != nil {
		return j.Print(e)
	}
	return fmt.Sprintf("%v", e)
}

// answer is what a search has come to.
type answer[E any] struct {
	found            bool
	node             E
	value, solutions int64
	sum              any // of ModeFold
	nodes, pruned    int64
	whole            bool // nothing is left
}

// print prints an answer, and says why the search has ended.
func (j *job[E]) print(a answer[E]) error {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	switch {
	case j.Mode == search.ModeCount:
		add("solutions %d", a.solutions)
	case j.Mode == search.ModeFold:
		add("sum %v", a.sum)
	case j.Mode == search.ModeMaximise && a.found:
		add("value %d", a.value)
		fallthrough
	case a.found:
		add("solution %s", j.text(a.node))
	case a.whole:
		add("no solution")
	}
	add("nodes %d", a.nodes)
	if a.pruned > 0 {
		add("pruned %d", a.pruned)
	}
	if !a.whole {
		add("not the whole tree")
	}
	if _, err := fmt.Fprintln(j.out, strings.Join(lines, "\n")); err != nil {
		return err
	}
	if !a.whole {
		return cli.Interrupted
	}
	return nil
}
