package command

import (
	"context"
	"fmt"
	"strings"

	"transat/balance/conformance"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/report"
)

// transat policy check FILE…: a lecturer has a folder of policies marked.

// mark is what became of a policy.
type mark struct {
	policy, verdict, why string
	runs                 int
}

// checkPolicies checks policies one after the other, and prints a table. The exit code is 1 if one of them has not
// passed. One that cannot even be read is no reason to leave out the others.
func checkPolicies(a *cli.App, ctx context.Context, names []string) error {
	var marks []mark
	failed := false
	bar := a.Line.Start("checking")
	for i, name := range names {
		bar.Set(float64(i)/float64(len(names)), "checking "+name)
		m, err := markPolicy(a, ctx, name)
		if ctx.Err() != nil {
			bar.Done()
			if len(marks) > 0 {
				if lost := printMarks(a, marks); lost != nil {
					return lost
				}
			}
			return cli.With(cli.Interrupted, fmt.Errorf("interrupted after %d of %d policies", i, len(names)))
		}
		if err != nil {
			m = mark{policy: name, verdict: "not read", why: firstLine(err.Error())}
		}
		failed = failed || m.verdict != passed
		marks = append(marks, m)
	}
	bar.Done()
	if err := printMarks(a, marks); err != nil {
		return err
	}
	if failed {
		return cli.Failure
	}
	return nil
}

const passed = "passed"

func markPolicy(a *cli.App, ctx context.Context, name string) (mark, error) {
	chosen, err := a.Policies.Choose(name)
	if err != nil {
		return mark{}, cli.UnknownName(err)
	}
	checked, err := conformance.Check(ctx, chosen)
	if err != nil {
		return mark{}, err
	}
	m := mark{policy: name, verdict: passed, runs: checked.Runs, why: strings.Join(checked.Notes, "; ")}
	if len(checked.Faults) > 0 {
		m.verdict = "failed"
		m.why = fmt.Sprintf("%s: %s", checked.Faults[0].Clause, firstLine(checked.Faults[0].What))
		if more := len(checked.Faults) - 1; more > 0 {
			m.why += fmt.Sprintf(" (and %s)", cli.Counted(more, "other fault"))
		}
	}
	return m, nil
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

func printMarks(a *cli.App, marks []mark) error {
	text := func(key, heading string, value func(mark) any) report.Column[mark] {
		return report.Column[mark]{Key: key, Heading: heading, Left: true, Value: value}
	}
	return report.Table[mark]{
		Columns: []report.Column[mark]{
			text("policy", "policy", func(m mark) any { return m.policy }),
			text("verdict", "verdict", func(m mark) any { return m.verdict }),
			{Key: "runs", Heading: "runs", Value: func(m mark) any { return m.runs }},
			text("why", "what there is to say", func(m mark) any { return m.why }),
		},
		Rows:  marks,
		Notes: []string{"transat policy check NAME tells the story of what went wrong with one of them"},
	}.Write(a.Out, report.Style{Format: report.Text, Screen: a.Screen})
}
