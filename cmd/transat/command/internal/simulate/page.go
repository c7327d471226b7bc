package simulate

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/recording"
	"transat/cmd/transat/internal/web/replay"
)

// --page: the runs as a file that plays them.

const pageHelp = `--page=FILE.html writes a page that plays the runs of up to four policies side by side,
with their table: one file, for mail and for papers' supplements, which needs no network
and is at most 3 MB.`

func addPageFlag(cmd *cobra.Command, x *runFlags) {
	cmd.Flags().StringVar(&x.page, "page", "", "write a page that plays the runs, in one `FILE` (.html)")
}

// checkPage refuses runs that the page cannot play.
func (x *runFlags) checkPage() error {
	switch {
	case x.page == "":
		return nil
	case !strings.HasSuffix(strings.ToLower(x.page), ".html") && !strings.HasSuffix(strings.ToLower(x.page), ".htm"):
		return cli.Misuse(fmt.Errorf("--page=%s: want a name that ends in .html", x.page))
	case cli.Real(x.Machine.V):
		return cli.Misuse(fmt.Errorf("--page with --machine=%s: only simulations can be played", x.Machine.V))
	case x.timeline.file != "" || x.timeline.picture != "" || x.watch:
		return cli.Misuse(errors.New("--page with --timeline, --picture or --watch: want one of them"))
	}
	return nil
}

// cameras are recorders of the setups of a plan that the page will play: the first ones that have events.
type cameras struct {
	name  string // of the file
	runs  []*recording.Recorder
	setup []int // of each run, its setup
}

// cameras creates the page, if one is wanted: if its file cannot be written, the command fails before the runs.
func (x *runFlags) cameras(a *cli.App, input string, plan *experiment.Plan) (*cameras, error) {
	if x.page == "" {
		return nil, nil
	}
	if len(plan.Formulas) > 1 || x.seeds > 1 {
		return nil, cli.Misuse(fmt.Errorf("--page=%s: want one formula and one seed", x.page))
	}
	if err := output.Apart("--page", x.page, input); err != nil {
		return nil, cli.Misuse(err)
	}
	if err := output.Try(x.page); err != nil {
		return nil, fmt.Errorf("--page: %w", err)
	}
	c := &cameras{name: x.page}
	plan.Recorders = make([]experiment.Recorder, len(plan.Setups))
	all := 0
	for j, s := range plan.Setups {
		if !s.HasTimeline() {
			continue
		}
		if all++; all > replay.MostRuns {
			continue
		}
		camera := recording.New(recording.Options{})
		plan.Recorders[j] = camera
		c.runs, c.setup = append(c.runs, camera), append(c.setup, j)
	}
	switch {
	case all == 0:
		return nil, cli.Misuse(
			fmt.Errorf("--page=%s: there is nothing to play of %s on %s", x.page, plan.Setups[0].Policy, plan.Setups[0].Cost.Name))
	case all > replay.MostRuns:
		a.Line.Warn(fmt.Sprintf("--page=%s plays the first %d of %d policies; the others are in its table", x.page, replay.MostRuns, all))
	}
	return c, nil
}

// write writes the page, with the runs that have ended.
func (c *cameras) write(a *cli.App, name string, x *runFlags, plan *experiment.Plan, outcome *experiment.PlanResult) error {
	if c == nil {
		return nil
	}
	var policies []string
	played := map[int]bool{}
	page := replay.Page{Command: x.line, Version: replay.Version()}
	ordered, results := *plan, *outcome
	ordered.Setups, results.Results = nil, nil
	take := func(j int) {
		ordered.Setups, results.Results = append(ordered.Setups, plan.Setups[j]), append(results.Results, outcome.Results[j])
	}
	for i, camera := range c.runs {
		if j := c.setup[i]; camera.Run() != nil && outcome.Results[j][0] != nil {
			page.Recorded = append(page.Recorded, camera.Run())
			policies = append(policies, plan.Setups[j].Policy.String())
			played[j] = true
			take(j)
		}
	}
	if len(page.Recorded) == 0 {
		return nil // no run has ended
	}
	for j := range plan.Setups {
		if !played[j] && outcome.Results[j][0] != nil {
			take(j)
		}
	}
	rows := results.Rows(&ordered)
	table := experiment.ResultTable(name, &ordered, &results, rows)
	var err error
	if page.Rows, err = table.Objects(); err != nil {
		return err
	}
	page.Title = strings.Join(policies, ", ") + " on " + name
	page.Result, page.Lost = table.Cells(), experiment.LostTable(rows).Cells()
	var left []string
	err = output.WriteFile(c.name, func(w io.Writer) (err error) {
		left, err = page.Write(w)
		return err
	})
	if err != nil {
		return fmt.Errorf("--page=%s: %w", c.name, err)
	}
	for i, words := range left {
		if words != "" {
			a.Line.Hint(fmt.Sprintf("%s: %s: %s", c.name, policies[i], words))
		}
	}
	return nil
}
