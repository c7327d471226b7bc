package steps

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"transat/cmd/transat/internal/terminal"
)

// Write prints the whole story: every step with its time, in lines of at most that many columns, then the tree with its
// owners, and what each processor has done.
func (s *Story) Write(w io.Writer, columns int, paint terminal.Paint) error {
	out := bufio.NewWriter(w)
	for _, line := range terminal.Wrap(s.title(), columns) {
		fmt.Fprintln(out, line) // errors stay in out
	}
	fmt.Fprintln(out)
	indent := strings.Repeat(" ", 13)
	for _, step := range s.Steps {
		at := fmt.Sprintf("%10s   ", s.clock(step.Time))
		for i, line := range terminal.Wrap(step.Text, max(columns-len(indent), 20)) {
			if i > 0 {
				at = indent
			}
			fmt.Fprintln(out, at+line)
		}
	}
	fmt.Fprintln(out)
	if tree := s.draw(s.Result.Time, paint); tree.wide <= columns || columns == 0 {
		for _, line := range tree.lines(0, 0, tree.wide, tree.high) {
			fmt.Fprintln(out, line)
		}
		fmt.Fprintln(out)
	} else {
		fmt.Fprintf(out, "(The tree is %d columns wide: --out=FILE.svg or .html draws it.)\n\n", tree.wide)
	}
	for rank, p := range s.procs(s.Result.Time) {
		fmt.Fprintf(out, "%d expanded %s, %d of which came from elsewhere\n", rank, counted(p.expanded, "node"), p.received)
	}
	return out.Flush()
}
