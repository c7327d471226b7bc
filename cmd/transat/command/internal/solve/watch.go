package solve

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/command/internal/estimate"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/terminal"
	"transat/solver"
	"transat/solver/cnf"
)

// How solve shows its progress: a bar on a terminal, a c line every half minute elsewhere, or JSON for programs.
const (
	progressAuto = "auto"
	progressJSON = "json"
	progressNone = "none"

	commentEvery = 30 * time.Second
	jsonEvery    = time.Second
)

func progressKinds() []string { return []string{progressAuto, progressJSON, progressNone} }

// watched is a search under way.
type watched struct {
	name  string
	began time.Time
	now   func() time.Time
	next  time.Time // time of the next line

	lag   time.Duration // on a cluster, how long after they are visited nodes may be reported at first
	told  time.Duration // after that the last report came
	share float64       // of the tree, in that
	cubes bool          // are solved: the share of the tree is a forecast
	cores int           // at work on them here; 0 on a cluster

	line     *terminal.Line     // for a bar, or nil
	bar      *terminal.Bar      // nil until there is something to show
	forecast *estimate.Forecast // nil if it is not shown, or there is no memory for it, or no tree

	comment func(line string) // or nil
	json    func(line string) // or nil
}

// newWatched shows the search for a formula.
func newWatched(a *cli.App, f *cnf.Formula, flags solveFlags, out *solveOutput) *watched {
	w := &watched{name: out.formula, now: time.Now, began: time.Now(), cubes: flags.engine == string(solver.Cube)}
	if flags.cluster.where != "" {
		w.lag = min(flags.checkpointEvery, cluster.FirstCut) // later it is a quarter of the time so far
	} else if w.cubes {
		w.cores = flags.threads
	}
	switch {
	case flags.progress == progressJSON:
		w.json = a.Line.Say
	case flags.progress == progressNone:
	case a.Line.Bars():
		w.line = a.Line
		if flags.maxMemory == 0 && (flags.engine == "dpll" || flags.engine == "auto" && solver.SeemsRandom(f)) {
			w.forecast = estimate.NewForecast(f, flags.rule)
		}
	case !flags.quiet && flags.format == cli.TextFormat:
		w.comment = out.comment
	}
	if w.comment != nil {
		w.next = w.began.Add(commentEvery)
	}
	return w
}

// set shows the progress of the search.
func (w *watched) set(p solver.Progress) {
	now := w.now()
	elapsed := now.Sub(w.began)
	switch {
	case w.line != nil:
		w.draw(p, elapsed)
	case now.Before(w.next):
	case w.json != nil:
		w.next = now.Add(jsonEvery)
		w.tell(progressLine{Time: elapsed.Seconds(), Progress: p})
	case w.comment != nil:
		w.next = now.Add(commentEvery)
		w.comment(fmt.Sprintf("after %s: %s", elapsed.Round(time.Second), strings.Join(w.words(p, elapsed), ", ")))
	}
}

// words describe the progress.
func (w *watched) words(p solver.Progress, elapsed time.Duration) []string {
	if p.Flips > 0 || p.Nodes == 0 && p.Least > 0 {
		return []string{"local search", cli.Grouped(p.Flips) + " flips", "at best " + cli.Counted(p.Least, "clause") + " false"}
	}
	if p.AllParts > 0 {
		words := []string{outOf(p.Parts, p.AllParts, "parts")}
		if p.Parts > 0 && p.Parts < p.AllParts {
			words = append(words, "about "+toGo(p, elapsed)+" to go")
		}
		return words
	}
	if p.Models > 0 {
		return []string{cli.Grouped(p.Models) + " models", cli.Grouped(p.Conflicts) + " conflicts"}
	}
	if p.Conflicts > 0 {
		return []string{
			cli.Grouped(p.Conflicts) + " conflicts",
			fmt.Sprintf("%.1fk conflicts/s", float64(p.Conflicts)/1e3/max(elapsed.Seconds(), 1e-9)),
		}
	}
	words := []string{cli.Grouped(p.Before+p.Nodes) + " nodes"}
	if p.AllCubes > 0 {
		words = []string{outOf(p.Cubes, p.AllCubes, "cubes")}
	} else if w.timed(elapsed) {
		words = append(words, cli.Rate(p.Nodes, w.at(p, elapsed)))
	}
	if p.Closed > 0 {
		words = append(words, fmt.Sprintf("%.1f %% of the tree closed", 100*p.Closed))
	}
	if cost := w.cost(p, elapsed); cost != "" {
		words = append(words, cost)
		if all := cli.TimeInAll(elapsed, p.Closed, p.Off, w.cores); all != "" && w.cores > 1 {
			words = append(words, all)
		}
	}
	return words
}

// outOf says how many of all there are.
func outOf(some, all int, things string) string {
	return fmt.Sprintf("%s of %s %s", cli.Grouped(int64(some)), cli.Grouped(int64(all)), things)
}

// cost says how much longer cubes take. It is "" as long as too little is known.
func (w *watched) cost(p solver.Progress, elapsed time.Duration) string {
	const soon = 2 * time.Second
	if elapsed < soon {
		return ""
	}
	at := w.at(p, elapsed)
	return cli.TimeLeft(at, elapsed-at, p.Closed, p.Closed-p.Began, p.Off)
}

// toGo is the time that the parts left should take, if they are like those before.
func toGo(p solver.Progress, elapsed time.Duration) string {
	left := elapsed.Seconds() / float64(p.Parts) * float64(p.AllParts-p.Parts)
	return time.Duration(left * float64(time.Second)).Round(time.Second).String()
}

// at returns when what is known of the search was so: on a cluster, that was when the last report came.
func (w *watched) at(p solver.Progress, elapsed time.Duration) time.Duration {
	if w.lag == 0 || p.Closed == 0 {
		return elapsed
	}
	if w.share != p.Closed {
		w.share, w.told = p.Closed, elapsed
	}
	return w.told
}

// timed reports whether the nodes that are reported tell how fast the search is: late reports make it slower by a quarter at most.
func (w *watched) timed(elapsed time.Duration) bool {
	const late = 4
	return elapsed >= late*w.lag
}

// draw draws the bar.
func (w *watched) draw(p solver.Progress, elapsed time.Duration) {
	what := "solving " + w.name
	if w.bar == nil {
		w.bar = w.line.Start(what)
	}
	if p.Flips > 0 || p.Least > 0 || p.Conflicts > 0 || p.Models > 0 || p.AllParts > 0 {
		w.bar.SetLeft(terminal.Unknown, what+", "+strings.Join(w.words(p, elapsed), ", "), "")
		return
	}
	if p.AllCubes > 0 {
		what += ", " + outOf(p.Cubes, p.AllCubes, "cubes")
	} else if w.timed(elapsed) {
		what += ", " + cli.Rate(p.Nodes, w.at(p, elapsed))
	}
	left := ""
	if cost := w.cost(p, elapsed); cost != "" {
		left = ", " + cost
	}
	if w.forecast != nil {
		w.forecast.Before = p.Before
		if left = w.forecast.Text(p.Nodes, elapsed); left != "" {
			left = ", " + left
		}
	}
	share := p.Closed
	if w.cubes && !cli.Tells(p.Off) {
		share = terminal.Unknown
	}
	w.bar.SetLeft(share, what, left)
}

// progressLine is a line of --progress=json.
type progressLine struct {
	Time     float64 // since the search began, in seconds
	Progress solver.Progress
	Verdict  string // at the end
}

// tell writes a line of JSON.
func (w *watched) tell(l progressLine) {
	type tree struct {
		Nodes  int64   `json:"nodes"`        // visited by this program
		Before int64   `json:"nodes_before"` // visited before, if the search goes on from a checkpoint
		Closed float64 `json:"closed"`       // share of the tree, 0 to 1
	}
	type given struct {
		Cubes    int `json:"cubes"`     // of those given, refuted
		AllCubes int `json:"all_cubes"` // given
	}
	type local struct {
		Flips int64 `json:"flips"`
		Least int   `json:"least_false_clauses"`
	}
	type learning struct {
		Conflicts int64 `json:"conflicts"`
		Models    int64 `json:"models,omitempty"` // found so far
	}
	type counted struct {
		Solved int `json:"parts"` // of a proof by parts
		All    int `json:"all_parts"`
	}
	line := struct {
		Time  float64 `json:"time_s"`
		Phase string  `json:"phase"`
		*tree
		*given
		*counted
		*local
		*learning
		Verdict string `json:"verdict,omitempty"`
	}{Time: l.Time, Phase: "search", Verdict: l.Verdict}
	switch p := l.Progress; {
	case l.Verdict != "":
		line.Phase = "end"
		line.tree = &tree{p.Nodes, p.Before, p.Closed}
	case p.AllParts > 0:
		line.Phase = "parts"
		line.counted = &counted{p.Parts, p.AllParts}
	case p.Flips > 0 || p.Least > 0:
		line.Phase = "local search"
		line.local = &local{p.Flips, p.Least}
	case p.Conflicts > 0 || p.Models > 0:
		line.Phase = "learning"
		line.learning = &learning{p.Conflicts, p.Models}
	default:
		line.tree = &tree{p.Nodes, p.Before, p.Closed}
		if p.AllCubes > 0 {
			line.given = &given{p.Cubes, p.AllCubes}
		}
	}
	if text, err := json.Marshal(line); err == nil { // all values can be encoded
		w.json(string(text))
	}
}

// done ends the bar, or writes the last line of JSON.
func (w *watched) done(end solver.Result) {
	if w.forecast != nil {
		w.forecast.End()
	}
	if w.bar != nil {
		w.bar.Done()
	}
	if w.json != nil {
		p := solver.Progress{Nodes: end.Now, Before: max(0, end.Stats.Nodes-end.Now)}
		switch {
		case end.Saved != nil:
			p.Closed = end.Saved.Closed
		case end.Verdict != cnf.Unknown:
			p.Closed = 1
		}
		w.tell(progressLine{Time: w.now().Sub(w.began).Seconds(), Progress: p, Verdict: end.Verdict.String()})
	}
}
