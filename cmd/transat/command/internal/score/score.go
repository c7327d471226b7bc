// Package score is the subcommand score: how good a policy is, in one number. The cases are those of cmd/transat/internal/arena; here are
// the flags (this file), and the pages that people and programs read (output.go).
package score

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/arena"
	"transat/cmd/transat/internal/report"
)

// flags are the flags of score.
type flags struct {
	ladder, quick, unsealed bool
	cases, threads          int
	seed                    uint64
	style                   report.Style

	given func(flag string) bool
}

const (
	maxCases = 10_000
	// losses is how many of the worst cases are explained, if the regret there is at least leastLoss points.
	// Of several policies, up to explained, it is the worst case of each.
	losses    = 3
	leastLoss = 1
	explained = 4
)

// Command returns the subcommand.
func Command(a *cli.App) *cobra.Command {
	var x flags
	cmd := &cobra.Command{
		Use:   "score POLICY... [flags]",
		Short: "Score a policy: one number, and where it loses",
		Long: `Score a policy, such as a script of your own, on sealed cases. The score is the mean
regret: how many points of efficiency it is behind the best known of each case, with the
interval that holds the mean in 95 of 100 draws. Below are the kinds of cases in which it
loses, and the reasons in the worst of them.

A case is a tree (random 3-SAT and k-SAT, structured formulas, UTS, branch and bound), a
simulated machine and a start. All are drawn when the command runs, from --seed and the
text of the script, so a script cannot know them; another text gets other cases. The score
of a text is the same on every computer. With --unsealed the cases depend on --seed alone,
to search for better scripts on equal terms.

Several policies share the cases, and so do all policies that are built in (--ladder).`,
		Example: `  transat score lifeline --cases=3
  transat score steal lifeline:tries=4 --cases=2 --format=csv
  transat score diffusion --cases=2 --unsealed --seed=2`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			plan, err := x.plan(a, args)
			if err != nil {
				return err
			}
			return run(a, cmd.Context(), plan, &x)
		},
	}
	a.CompletePolicyArgs(cmd)
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&x.ladder, "ladder", false, "all policies that are built in, beside those that are named: some minutes")
	f.Uint64Var(&x.seed, "seed", 1, "seed of the cases")
	f.IntVar(&x.cases, "cases", arena.Cases, "`MANY` cases; more of them tell more")
	f.BoolVar(&x.quick, "quick", false, fmt.Sprintf("only %d cases", arena.QuickCases))
	f.BoolVar(&x.unsealed, "unsealed", false, "the cases depend on --seed alone, the same for all scripts")
	f.IntVarP(&x.threads, "threads", "j", runtime.GOMAXPROCS(0), "cases at the same time; the results do not depend on it")
	a.AddStyleFlags(cmd, &x.style)
	x.given = f.Changed
	return cmd
}

// plan checks the flags, and finds the policies.
func (x *flags) plan(a *cli.App, names []string) (arena.Options, error) {
	if x.quick && !x.given("cases") {
		x.cases = arena.QuickCases
	}
	p := arena.Options{Seed: x.seed, Unsealed: x.unsealed, Cases: x.cases, Threads: x.threads}
	switch {
	case len(names) == 0 && !x.ladder:
		return p, cli.Misuse(errors.New("want a policy, such as ./mine.star, or --ladder (transat list policies shows all)"))
	case x.quick && x.given("cases"):
		return p, cli.Misuse(fmt.Errorf("--quick --cases=%d: want one of the two", x.cases))
	case x.cases < 1 || x.cases > maxCases:
		return p, cli.Misuse(fmt.Errorf("--cases=%d: want 1 to %d", x.cases, maxCases))
	case x.threads < 1:
		return p, cli.Misuse(fmt.Errorf("--threads=%d: want at least 1", x.threads))
	}
	for _, name := range names {
		chosen, err := a.Policies.Choose(name)
		switch {
		case err != nil:
			return p, cli.UnknownName(err)
		case chosen.Spec.Bound:
			return p, cli.Misuse(fmt.Errorf("%s is a bound for all policies, and none that could be scored", chosen))
		case strings.HasSuffix(chosen.Spec.Name, cli.PolicySuffix) && chosen.Spec.Text == "":
			return p, fmt.Errorf("%s is empty: there is no text to seal the cases with (transat policy new %s writes a script to begin with)",
				chosen, strings.TrimSuffix(filepath.Base(chosen.Spec.Name), cli.PolicySuffix))
		case has(p.Policies, chosen):
			return p, cli.Misuse(fmt.Errorf("%s is given twice", chosen))
		}
		p.Policies = append(p.Policies, chosen)
	}
	if x.ladder {
		for _, spec := range a.Policies.Specs() {
			chosen, err := spec.Choose("")
			if err != nil {
				return p, err
			}
			if !spec.Bound && !has(p.Policies, chosen) {
				p.Policies = append(p.Policies, chosen)
			}
		}
	}
	var err error
	p.References, err = arena.References()
	return p, err
}

func has(policies []balance.Chosen, one balance.Chosen) bool {
	return slices.ContainsFunc(policies, func(p balance.Chosen) bool { return p.String() == one.String() })
}

// run plays all cases, and prints what came out; after an interruption, what the finished cases say.
func run(a *cli.App, ctx context.Context, plan arena.Options, x *flags) error {
	bar := a.Line.Start("playing")
	defer bar.Done()
	plan.Progress = func(share float64) { bar.Set(share, "playing") }
	cases, stopped := arena.Play(ctx, plan)
	if stopped != nil && !errors.Is(stopped, context.Canceled) {
		return stopped
	}
	r := &result{Options: plan, cases: cases, scores: arena.Scores(cases, plan.Policies)}
	if stopped == nil {
		bar.Set(1, "explaining")
		if stopped = r.findLosses(ctx); stopped != nil && !errors.Is(stopped, context.Canceled) {
			return stopped
		}
	}
	bar.Done()
	if len(cases) > 0 {
		if err := r.print(a, x.style); err != nil {
			return err
		}
	}
	if stopped != nil {
		return cli.With(cli.Interrupted, fmt.Errorf("interrupted after %d of %d cases", len(cases), plan.Cases))
	}
	return nil
}

// findLosses explains where the policies lose, unless there are too many; with an error, as far as it has come.
func (r *result) findLosses(ctx context.Context) error {
	if !r.few() {
		return nil
	}
	most := losses
	if len(r.Policies) > 1 {
		most = 1
	}
	for i := range r.Policies {
		found, err := r.Losses(ctx, r.cases, i, most, leastLoss)
		r.losses = append(r.losses, found...)
		if err != nil {
			return err
		}
	}
	return nil
}

// few reports whether the policies are so few that they are explained, and shown side by side by kinds of cases.
func (r *result) few() bool { return len(r.Policies) <= explained }
