package simulate

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/command/internal/setup"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/suggest"
)

// runFlags are the flags that simulate and compare share.
type runFlags struct {
	setup.Flags
	seeds    int
	sort     string // "" for the usual order
	timeline timelineFlags
	watch    bool
	page     string
	line     string // the command line, for the page
	cores    coresFlags
	workers  workersFlags

	tune     bool // show each policy at its best, too
	together bool // one table of lost time for all policies, not one for each
}

const maxSeeds = 10_000

func addRunFlags(a *cli.App, cmd *cobra.Command, x *runFlags, policies []string) {
	setup.AddAll(a, cmd, &x.Flags, policies)
	f := cmd.Flags()
	f.IntVar(&x.seeds, "seeds", 1, "simulate with so `MANY` seeds, from --seed on; rows are means")
	f.StringVar(&x.sort, "sort", "",
		"`ORDER` of the rows: "+strings.Join(orderNames(), ", ")+" (default: time; where --policy names them, given)")
	cli.CompleteWith(cmd, "sort", orderNames)
	addTimelineFlags(cmd, &x.timeline)
	addPageFlag(cmd, x)
	addCoresFlags(cmd, &x.cores)
	addWorkersFlags(cmd, &x.workers)
}

func orderNames() []string {
	var names []string
	for _, o := range experiment.Orders() {
		names = append(names, o.Name)
	}
	return names
}

// order is the order of the rows.
func (x *runFlags) order() string {
	switch {
	case x.sort != "":
		return x.sort
	case x.EveryPolicy() || !x.NamesPolicies():
		return "time"
	}
	return "given"
}

// check checks the flags that only simulate and compare have.
func (x *runFlags) check() error {
	if err := x.CheckSize(); err != nil {
		return err
	}
	switch {
	case x.seeds < 1 || x.seeds > maxSeeds:
		return cli.Misuse(fmt.Errorf("--seeds=%d: want 1 to %d", x.seeds, maxSeeds))
	case x.sort != "" && !cli.Known(x.sort, orderNames()):
		return cli.Misuse(suggest.Unknown("order", x.sort, orderNames(), strings.Join(orderNames(), ", ")))
	}
	if err := x.checkCores(); err != nil {
		return err
	}
	if err := x.checkWatch(); err != nil {
		return err
	}
	if err := x.checkPage(); err != nil {
		return err
	}
	return x.timeline.check()
}

// seeded returns the setups, each once for every seed.
func (x *runFlags) seeded(setups []experiment.Setup) []experiment.Setup {
	var all []experiment.Setup
	for _, s := range setups {
		for range x.seeds {
			all = append(all, s)
			s.Seed++
		}
	}
	return all
}
