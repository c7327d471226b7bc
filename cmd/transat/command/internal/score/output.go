package score

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/arena"
	"transat/cmd/transat/internal/report"
)

// What score prints. Of a single policy, people see the number, the kinds of cases and the worst cases with their reasons; of several, a
// table. Programs get all of it, and every case.

// result is what came out.
type result struct {
	arena.Options
	cases  []arena.Played
	scores []arena.Score // in the order of the policies
	losses []arena.Loss
}

func (r *result) print(a *cli.App, style report.Style) error {
	switch {
	case style.ForPrograms():
		return report.WriteSheets(a.Out, nil, []report.Sheet{r.scoreSheet(), r.groupSheet(), r.lossSheet(), r.caseSheet()}, style)
	case len(r.Policies) > 1:
		sheets := []report.Sheet{r.scoreSheet()}
		if r.few() {
			sheets = append(sheets, r.besideSheet())
		}
		if err := report.WriteSheets(a.Out, r.caption(), sheets, style); err != nil {
			return err
		}
		return r.explain(a, style)
	}
	if err := a.TellAll(strings.Join(r.headline(), "\n")); err != nil {
		return err
	}
	if err := report.WriteSheets(a.Out, nil, []report.Sheet{r.groupSheet()}, style); err != nil {
		return err
	}
	return r.explain(a, style)
}

// drawn says where the cases come from.
func (r *result) drawn() string {
	scripts := slices.ContainsFunc(r.Policies, func(p balance.Chosen) bool { return p.Spec.Text != "" })
	switch {
	case r.Unsealed:
		return fmt.Sprintf("%s of seed %d, unsealed: a script may know them", cli.Counted(len(r.cases), "case"), r.Seed)
	case scripts:
		return fmt.Sprintf("%s of seed %d, sealed by the text of the script", cli.Counted(len(r.cases), "case"), r.Seed)
	}
	return fmt.Sprintf("%s of seed %d", cli.Counted(len(r.cases), "case"), r.Seed)
}

func (r *result) caption() []string {
	lines := []string{"Regret: points of efficiency behind the best known of each case", r.drawn()}
	for i := range r.scores {
		lines = append(lines, r.still(i)...)
	}
	return lines
}

// still says that a policy has moved nothing.
func (r *result) still(policy int) []string {
	s := r.scores[policy]
	if s.Moved > 0 || s.Refused+s.Late == len(r.cases) {
		return nil
	}
	if r.Policies[policy].Spec.Place != nil {
		return []string{fmt.Sprintf("%s places elements at the start, and moves none later", s.Policy)}
	}
	return []string{fmt.Sprintf("%s has moved no element in any case: it balances nothing", s.Policy)}
}

// yardstick is the policy to which others are compared.
const yardstick = "adaptive"

// headline is the score of the first policy.
func (r *result) headline() []string {
	s := r.scores[0]
	lines := []string{
		fmt.Sprintf("%s: %s ± %s points behind the best known, on average", s.Policy, points(s.Mean), points(s.Half)),
		fmt.Sprintf("(%s; ±: the true mean is inside in 95 of 100 draws)", r.drawn()),
		fmt.Sprintf("within 2 points of it in %d of %d cases, ahead of it in %d", s.Within, len(r.cases), s.Ahead),
	}
	lines = append(lines, r.still(0)...)
	if s.Refused+s.Late > 0 {
		lines = append(lines, fmt.Sprintf("not defined in %d cases, given up in %d: there it counts as one processor that does all",
			s.Refused, s.Late))
	}
	if s.Policy != yardstick {
		known, mean, half := r.beside()
		lines = append(lines, fmt.Sprintf("%s has %s in the same cases, so %s is %s ± %s points behind it", yardstick, points(known), s.Policy,
			points(mean), points(half)))
	}
	return lines
}

// beside is the mean regret of the yardstick, and how far the first policy is behind it.
func (r *result) beside() (known, mean, half float64) {
	known, _ = arena.Mean(r.cases, r.known)
	mean, half = arena.Mean(r.cases, func(c *arena.Played) float64 { return c.Regret(0) - r.known(c) })
	return known, mean, half
}

// known is the regret of the yardstick in a case.
func (r *result) known(c *arena.Played) float64 {
	at := slices.IndexFunc(r.References, func(p balance.Chosen) bool { return p.Spec.Name == yardstick })
	return 100 * (c.Known - c.References[at].Efficiency)
}

// points are points of efficiency: −0.0 is 0.
func points(x float64) string {
	text := fmt.Sprintf("%.1f", x)
	if strings.Trim(text, "-0.") == "" {
		return "0.0"
	}
	return strings.Replace(text, "-", "−", 1)
}

// scoreSheet has a row for each policy, the best first.
func (r *result) scoreSheet() report.Sheet {
	type row = arena.Score
	rows := slices.Clone(r.scores)
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.Mean, b.Mean) })
	return report.NewSheet("score", "", []report.Column[row]{
		{Key: "policy", Heading: "policy", Left: true, Value: func(s row) any { return s.Policy }},
		report.Formatted("mean_regret", "mean regret", points, func(s row) float64 { return s.Mean }),
		report.Formatted("half", "±", points, func(s row) float64 { return s.Half }),
		report.Formatted("most_regret", "most", points, func(s row) float64 { return s.Most }),
		{Key: "within_2", Heading: "≤ 2", Value: func(s row) any { return s.Within }},
		{Key: "ahead", Heading: "ahead", Value: func(s row) any { return s.Ahead }},
		{Key: "refused", Heading: "refused", Rank: 2, Value: func(s row) any { return s.Refused }},
		{Key: "given_up", Heading: "given up", Rank: 2, Value: func(s row) any { return s.Late }},
		{Key: "worst", Heading: "where it is most", Left: true, Rank: 1, Value: func(s row) any { return s.Worst.Short() }},
		{Key: "cases", Value: func(row) any { return len(r.cases) }},
		{Key: "seed", Value: func(row) any { return r.Seed }},
		{Key: "sealed", Value: func(row) any { return !r.Unsealed }},
	}, rows, "mean regret: with ±, the true mean is inside in 95 of 100 draws of the cases; most: in the worst case",
		"≤ 2, ahead: cases in which it is within 2 points of the best known, or better",
		"refused, given up: cases that count as one processor that does all")
}

// groupSheet has the mean regret of each policy by kinds of cases, and that of the yardstick.
func (r *result) groupSheet() report.Sheet {
	type row struct {
		arena.Group
		policy            string
		mean, half, known float64
		best              string
	}
	var rows []row
	for i, p := range r.Policies {
		for _, g := range arena.Groups(r.cases) {
			x := row{Group: g, policy: p.String(), best: mostOften(g.Cases)}
			x.mean, x.half = arena.Mean(g.Cases, func(c *arena.Played) float64 { return c.Regret(i) })
			x.known, _ = arena.Mean(g.Cases, r.known)
			rows = append(rows, x)
		}
	}
	return report.NewSheet("groups", "", []report.Column[row]{
		{Key: "policy", Value: func(g row) any { return g.policy }},
		{Key: "what", Value: func(g row) any { return g.What }},
		{Key: "value", Heading: "where", Left: true, Value: func(g row) any { return g.Value }},
		{Key: "cases", Heading: "cases", Value: func(g row) any { return len(g.Cases) }},
		report.Formatted("mean_regret", "mean regret", points, func(g row) float64 { return g.mean }),
		{Key: "half", Value: func(g row) any { return g.half }},
		report.Formatted("yardstick", yardstick, points, func(g row) float64 { return g.known }),
		{Key: "best", Heading: "most often best", Left: true, Value: func(g row) any { return g.best }},
	}, rows)
}

// besideSheet has the mean regret of several policies side by side, by kinds of cases.
func (r *result) besideSheet() report.Sheet {
	columns := []report.Column[arena.Group]{
		{Key: "value", Heading: "where", Left: true, Value: func(g arena.Group) any { return g.Value }},
		{Key: "cases", Heading: "cases", Value: func(g arena.Group) any { return len(g.Cases) }},
	}
	for i, p := range r.Policies {
		columns = append(columns, report.Formatted("policy_"+fmt.Sprint(i+1), p.String(), points, func(g arena.Group) float64 {
			mean, _ := arena.Mean(g.Cases, func(c *arena.Played) float64 { return c.Regret(i) })
			return mean
		}))
	}
	return report.NewSheet("beside", "Mean regret by kinds of cases", columns, arena.Groups(r.cases))
}

// mostOften is the reference that is best in most cases; of several, the first that comes.
func mostOften(cases []arena.Played) string {
	times, best := map[string]int{}, ""
	for _, c := range cases {
		if times[c.Best]++; times[c.Best] > times[best] {
			best = c.Best
		}
	}
	return best
}

// explain prints the worst cases with their reasons.
func (r *result) explain(a *cli.App, style report.Style) error {
	if len(r.losses) == 0 {
		return nil
	}
	heading := "\nWhere it loses most, and why:\n"
	if len(r.Policies) > 1 {
		heading = "\nWhere each loses most, and why:\n"
	}
	if _, err := io.WriteString(a.Out, heading); err != nil {
		return err
	}
	for i, x := range r.losses {
		if _, err := io.WriteString(a.Out, "\n"); err != nil {
			return err
		}
		who := "It"
		if len(r.Policies) > 1 {
			who = x.Policy
		}
		of := fmt.Sprintf("%d. %s points: %s. %s has %s, and %s %s.", i+1, points(x.Regret), x.Text(),
			who, compare.FormatPercent(x.Run.Efficiency), x.Best, compare.FormatPercent(x.Known))
		if err := errors.Join(a.Paragraph(style, of), a.Paragraph(style, strings.Join(x.Reasons, " "))); err != nil {
			return err
		}
	}
	return nil
}

// lossSheet has the worst cases with their reasons.
func (r *result) lossSheet() report.Sheet {
	type row = arena.Loss
	return report.NewSheet("losses", "", []report.Column[row]{
		{Key: "policy", Value: func(x row) any { return x.Policy }},
		{Key: "case", Value: func(x row) any { return x.Index }},
		{Key: "text", Value: func(x row) any { return x.Text() }},
		{Key: "regret", Value: func(x row) any { return x.Regret }},
		{Key: "reasons", Value: func(x row) any { return strings.Join(x.Reasons, " ") }},
	}, r.losses)
}

// caseSheet has every policy in every case.
func (r *result) caseSheet() report.Sheet {
	type row struct {
		*arena.Played
		policy string
		arena.Run
		regret float64
	}
	var rows []row
	for i := range r.cases {
		for j, p := range r.Policies {
			rows = append(rows, row{&r.cases[i], p.String(), r.cases[i].Runs[j], r.cases[i].Regret(j)})
		}
	}
	return report.NewSheet("cases", "", []report.Column[row]{
		{Key: "case", Value: func(c row) any { return c.Index }},
		{Key: "kind", Value: func(c row) any { return c.Kind }},
		{Key: "tree", Value: func(c row) any { return c.Tree }},
		{Key: "nodes", Value: func(c row) any { return c.Nodes }},
		{Key: "machine", Value: func(c row) any { return c.Machine }},
		{Key: "network", Value: func(c row) any { return c.Network + " " + c.Sides }},
		{Key: "n", Value: func(c row) any { return c.Procs }},
		{Key: "pieces", Value: func(c row) any { return c.Pieces }},
		{Key: "policy", Value: func(c row) any { return c.policy }},
		{Key: "efficiency", Value: func(c row) any { return c.Efficiency }},
		{Key: "fate", Value: func(c row) any { return string(c.Fate) }},
		{Key: "best", Value: func(c row) any { return c.Best }},
		{Key: "best_efficiency", Value: func(c row) any { return c.Known }},
		{Key: "regret", Value: func(c row) any { return c.regret }},
	}, rows)
}
