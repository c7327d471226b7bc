// Package timeline records the work of the processors of a simulated machine over time, and writes it to a file.
//
// The extension of the file's name says what is recorded:
//
//	run.json, run.json.gz     a trace in Chrome's trace-event format, for ui.perfetto.dev (trace.go)
//	run.jsonl, run.jsonl.gz   samples: what waits on each processor, some hundred times (lines.go)
//	run.csv                   the same, summed up over all processors: a line a sample
//	run.svg                   a picture of the samples (picture.go)
//
// A Recorder is made before the simulation, so that a file that cannot be written is no surprise at its end;
// it lends a sim.Timeline to the simulation of a plan, and completes the file afterwards:
//
//	r, err := timeline.Create("run.json", timeline.Window{})
//	…
//	defer r.Discard()
//	plan.Recorders = timeline.ForPlan([]*timeline.Recorder{r})
//	outcome, err := plan.Run(ctx)
//
// Of a run that ends early, the file holds what was simulated, and is as complete as any other. The file gets
// its name only in End; until then, and if anything goes wrong, there is none.
//
// A trace is written while the simulation runs, and takes no memory. Samples are kept until the end, and
// their number does not depend on the length of the run: it is between half of maxSamples and maxSamples,
// because whenever there are too many, every other one is dropped and the time between them doubled. On
// machines with more than maxRows processors, neighbours by rank share a row.
//
// race.go shows several runs side by side in a terminal.
package timeline

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/output"
)

// ForPlan returns recorders for a plan of runs: one for each setup, or nil.
func ForPlan(all []*Recorder) []experiment.Recorder {
	if all == nil {
		return nil
	}
	lent := make([]experiment.Recorder, len(all))
	for j, r := range all {
		if r != nil {
			lent[j] = r
		}
	}
	return lent
}

// Run describes the simulation.
type Run struct {
	Tree     string // the formula's name, say
	Policy   string
	Load     string // load estimate
	Machine  string
	Seed     uint64
	Network  topology.Network // that the policy sees
	Sides    []int            // of the machine's grid
	Expected balance.Ticks    // about how long the run takes at least; 0 if that is not known
}

func (r Run) title() string { return fmt.Sprintf("%s on %v, %s", r.Policy, r.Network, r.Tree) }

// Window is the part of a run that a trace shows.
type Window struct {
	From, To    balance.Ticks // To is 0 for the end of the run
	First, Last int           // ranks; Last is -1 for the last one
}

// Whole is the window that shows everything.
func Whole() Window { return Window{Last: -1} }

// Recorder writes a file.
type Recorder struct {
	name   string
	file   *output.File
	out    *bufio.Writer // to the file, or to packed
	packed *gzip.Writer  // nil if the file is not compressed
	form   form          // nil before Begin

	waits bool            // End leaves it to Finish to write
	ended []balance.Ticks // when the run did, if it waits

	summary string // of what has been written
	full    bool
	begin   func(Run, io.Writer) form
}

// form records in one format.
type form interface {
	watch() *sim.Timeline
	// end writes what is not yet written, and says what there is, and whether there was no room for the
	// rest.
	end(at balance.Ticks) (summary string, full bool, err error)
}

// Extensions returns the extensions of names that Create understands.
func Extensions() []string {
	return []string{".json", ".json.gz", ".jsonl", ".jsonl.gz", ".csv", figure.Extension}
}

// Extension returns the extension of a name, or an error that lists all extensions.
func Extension(name string) (string, error) {
	for _, e := range Extensions() {
		if strings.HasSuffix(strings.ToLower(name), e) {
			return e, nil
		}
	}
	if strings.EqualFold(filepath.Ext(name), ".png") {
		return "", fmt.Errorf("%s: %w", name, figure.CheckName(name))
	}
	return "", fmt.Errorf("%s: want a name that ends in %s", name, strings.Join(Extensions(), ", "))
}

// IsTrace reports whether a file of that name is a trace, to which a Window applies.
func IsTrace(name string) bool {
	extension, _ := Extension(name)
	return strings.HasPrefix(extension, ".json") && !strings.HasPrefix(extension, ".jsonl")
}

// Create begins a file. The window is for traces.
func Create(name string, window Window) (*Recorder, error) {
	extension, err := Extension(name)
	if err != nil {
		return nil, err
	}
	r := &Recorder{name: name}
	switch extension {
	case ".json", ".json.gz":
		r.begin = func(run Run, w io.Writer) form { return newTrace(run, window, w) }
	default:
		r.begin = func(run Run, w io.Writer) form { return newSamples(run, extension, w) }
	}
	if r.file, err = output.Create(name); err != nil {
		return nil, err
	}
	if strings.HasSuffix(extension, ".gz") {
		r.packed = gzip.NewWriter(r.file)
		r.out = bufio.NewWriterSize(r.packed, bufferSize)
	} else {
		r.out = bufio.NewWriterSize(r.file, bufferSize)
	}
	return r, nil
}

const bufferSize = 1 << 16

// Begin implements [experiment.Recorder]. If the file cannot be written, it calls fail once, with the reason.
func (r *Recorder) Begin(about experiment.Recording, watch *compare.Watch, fail func(error)) {
	watch.Timeline = r.start(Run{
		Tree: about.Tree, Policy: about.Policy.String(), Load: about.Estimate.String(), Machine: about.Cost.Name,
		Seed: about.Seed, Network: about.Topology, Sides: about.Physical.Sides(), Expected: about.Expected,
	}, fail)
}

func (r *Recorder) start(run Run, fail func(error)) *sim.Timeline {
	r.form = r.begin(run, &failing{w: r.out, fail: fail})
	return r.form.watch()
}

// End implements [experiment.Recorder]: it completes the file.
func (r *Recorder) End(result balance.Result) error { return r.end(result.Time) }

// end completes the file of a run that has come so far in simulated time.
func (r *Recorder) end(at balance.Ticks) error {
	if r.waits {
		r.ended = append(r.ended, at)
		return nil
	}
	return r.finish(at)
}

func (r *Recorder) finish(at balance.Ticks) error {
	defer r.Discard()
	summary, full, err := r.form.end(at)
	if err != nil {
		return err
	}
	if err := r.out.Flush(); err != nil {
		return err
	}
	if r.packed != nil {
		if err := r.packed.Close(); err != nil {
			return err
		}
	}
	if err := r.file.Commit(); err != nil {
		return err
	}
	r.summary, r.full = fmt.Sprintf("%s: %s", r.name, summary), full
	return nil
}

// Summary describes the contents of the file, or is "" if there is none.
func (r *Recorder) Summary() string { return r.summary }

// Full reports whether the file ends earlier than the run, because it would have become too large.
func (r *Recorder) Full() bool { return r.full }

// Discard removes the file, unless End has completed it.
func (r *Recorder) Discard() {
	if r.file != nil {
		r.file.Discard()
	}
}

// failing tells of the first error of a writer, and writes nothing more.
type failing struct {
	w    io.Writer
	fail func(error)
	err  error
}

// Write implements io.Writer.
func (f *failing) Write(p []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	n, err := f.w.Write(p)
	if err != nil {
		f.err = err
		f.fail(err)
	}
	return n, err
}
