package simulate

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/timeline"
)

// timelineFlags are the flags for recordings of simulations.
type timelineFlags struct {
	file     string
	picture  string // of the grid, instead of a file for each policy
	from, to time.Duration
	procs    string
}

const timelineHelp = `--timeline=FILE records what every processor does when. The name of the file says how:
  .json, .json.gz    a trace for ui.perfetto.dev: a track a processor with its busy and
                     idle spans, balancing phases, messages, and arrows for subproblems
  .svg               a picture: who has how much work when
  .jsonl, .jsonl.gz  what waits on each processor at 500 to 1,000 times, a line each
  .csv               the same, summed up over the processors
Pictures of several policies have one time axis. --picture=FILE.svg draws all of them in
one: who has work at six moments, and how many have none over time.
After Ctrl-C the file holds what was simulated.`

func addTimelineFlags(cmd *cobra.Command, x *timelineFlags) {
	f := cmd.Flags()
	f.StringVar(&x.file, "timeline", "", "write what processors do when to a `FILE` ("+strings.Join(timeline.Extensions(), ", ")+")")
	f.StringVar(&x.picture, "picture", "", "draw the grid at work, under all policies, to a `FILE` (.svg)")
	f.DurationVar(&x.from, "timeline-from", 0, "simulated `TIME` at which a trace begins, such as 10s")
	f.DurationVar(&x.to, "timeline-to", 0, "simulated `TIME` at which a trace ends (0: with the run)")
	f.StringVar(&x.procs, "timeline-procs", "", "`RANKS` of the processors of a trace, such as 0-63 (default: all)")
}

// check checks the flags, as far as that needs no simulation.
func (x *timelineFlags) check() error {
	if x.picture != "" {
		if err := figure.CheckName(x.picture); err != nil {
			return cli.Misuse(fmt.Errorf("--picture=%s: %w", x.picture, err))
		}
		if x.file != "" {
			return cli.Misuse(fmt.Errorf("--picture=%s --timeline=%s: want one of the two", x.picture, x.file))
		}
	}
	part := x.from != 0 || x.to != 0 || x.procs != ""
	if x.file == "" && part {
		return cli.Misuse(errors.New("--timeline-from, --timeline-to and --timeline-procs choose a part of --timeline=FILE, which is missing"))
	}
	if x.file == "" {
		return nil
	}
	if _, err := timeline.Extension(x.file); err != nil {
		return cli.Misuse(fmt.Errorf("--timeline=%w", err))
	}
	switch {
	case part && !timeline.IsTrace(x.file):
		return cli.Misuse(fmt.Errorf(
			"--timeline=%s: only a part of a trace (.json, .json.gz) can be chosen with --timeline-from, --timeline-to and --timeline-procs",
			x.file))
	case x.from < 0 || x.to < 0:
		return cli.Misuse(fmt.Errorf("--timeline-from=%v --timeline-to=%v: want times that are not negative", x.from, x.to))
	case x.to != 0 && x.to <= x.from:
		return cli.Misuse(fmt.Errorf("--timeline-from=%v --timeline-to=%v: want an end after the beginning", x.from, x.to))
	}
	return nil
}

// window is the part of a trace to write, on procs processors.
func (x *timelineFlags) window(procs int) (timeline.Window, error) {
	w := timeline.Whole()
	w.From, w.To = balance.Ticks(x.from), balance.Ticks(x.to)
	if x.procs == "" && timeline.IsTrace(x.file) && procs > timeline.MaxTracks {
		return w, cli.Misuse(
			fmt.Errorf("--timeline=%s: a trace has up to %d tracks, and there are %d processors (--timeline-procs=0-63 chooses some)",
				x.file, timeline.MaxTracks, procs))
	}
	if x.procs == "" {
		return w, nil
	}
	first, last, several := strings.Cut(x.procs, "-")
	if !several {
		last = first
	}
	var err1, err2 error
	w.First, err1 = strconv.Atoi(first)
	w.Last, err2 = strconv.Atoi(last)
	if err1 != nil || err2 != nil || w.First < 0 || w.Last < w.First || w.Last >= procs || w.Last-w.First >= timeline.MaxTracks {
		return w, cli.Misuse(fmt.Errorf("--timeline-procs=%s: want up to %d ranks from 0 to %d, such as 0-%d",
			x.procs, min(procs, timeline.MaxTracks), procs-1, min(procs-1, 63)))
	}
	return w, nil
}

// recorders creates the files of the timelines, one for each setup with events of a plan on the named input; nil if none are
// wanted.
func recorders(a *cli.App, name string, x *runFlags, plan *experiment.Plan) ([]*timeline.Recorder, error) {
	if x.watch {
		return watchers(name, x, plan)
	}
	file, flag := x.timeline.file, "timeline"
	if x.timeline.picture != "" {
		file, flag = x.timeline.picture, "picture"
	}
	if file == "" {
		return nil, nil
	}
	if len(plan.Formulas) > 1 || x.seeds > 1 {
		return nil, cli.Misuse(fmt.Errorf("--%s=%s: want one formula and one seed", flag, file))
	}
	files := []string{file}
	if flag == "timeline" {
		files = timelineNames(file, plan.Setups)
	}
	for _, f := range files {
		if err := output.Apart("--"+flag, f, name); err != nil {
			return nil, cli.Misuse(err)
		}
	}
	if flag == "picture" { // better now than at the end
		if err := output.Try(file); err != nil {
			return nil, fmt.Errorf("--picture: %w", err)
		}
	}
	window, err := x.timeline.window(plan.Setups[0].Physical.Procs())
	if err != nil {
		return nil, err
	}
	all := make([]*timeline.Recorder, len(plan.Setups))
	some := false
	for j, file := range timelineNames(file, plan.Setups) {
		if !plan.Setups[j].HasTimeline() {
			continue
		}
		some = true
		if flag == "picture" {
			all[j] = timeline.Watch()
			continue
		}
		if all[j], err = timeline.Create(file, window); err != nil {
			discard(all)
			return nil, err
		}
	}
	if !some {
		return nil, cli.Misuse(fmt.Errorf("--%s=%s: there is none of %s on %s", flag, file, plan.Setups[0].Policy, plan.Setups[0].Cost.Name))
	}
	if len(all) > 1 {
		timeline.Together(all)
	}
	return all, nil
}

// finish writes the pictures of several runs, which wait until all have ended.
func finish(a *cli.App, x *timelineFlags, recorders []*timeline.Recorder) error {
	if recorders == nil {
		return nil
	}
	if x.picture == "" {
		return timeline.Finish(recorders)
	}
	picture, err := timeline.SnapshotPicture(recorders)
	if err != nil {
		return fmt.Errorf("--picture=%s: %w", x.picture, err)
	}
	return output.WriteFile(x.picture, func(w io.Writer) error { return figure.Write(w, picture) })
}

// timelineNames are the names of the files: the one of the flag, or with several setups one for each policy, run-plb.json and
// run-steal.json.
func timelineNames(file string, setups []experiment.Setup) []string {
	if len(setups) == 1 {
		return []string{file}
	}
	extension, _ := timeline.Extension(file)
	stem := file[:len(file)-len(extension)]
	plain := strings.NewReplacer("/", "-", `\`, "-", ":", "-", "=", "-")
	var names []string
	taken := map[string]int{}
	for _, s := range setups {
		name := stem + "-" + plain.Replace(s.Policy.String())
		taken[name]++
		if n := taken[name]; n > 1 {
			name += "-" + strconv.Itoa(n)
		}
		names = append(names, name+file[len(stem):])
	}
	return names
}

// tell prints the summaries of the recordings.
func tell(a *cli.App, recorders []*timeline.Recorder) {
	for _, r := range recorders {
		switch {
		case r == nil || r.Summary() == "":
		case r.Full():
			a.Line.Warn(r.Summary() + "; --timeline-from, --timeline-to and --timeline-procs choose another part")
		default:
			a.Line.Hint(r.Summary())
		}
	}
}

func discard(recorders []*timeline.Recorder) {
	for _, r := range recorders {
		if r != nil {
			r.Discard()
		}
	}
}
