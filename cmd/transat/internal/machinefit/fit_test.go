package machinefit

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/doc"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/treecache"
)

// workload is the tree of a small formula.
func workload(t *testing.T) experiment.Workload {
	t.Helper()
	found, err := input.Finder{}.Find("150-645-3/1")
	if err != nil {
		t.Fatal(err)
	}
	w, err := experiment.Load(t.Context(), found[0], &treecache.Store{Rule: "lex", Threads: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// known is a machine whose numbers a fit has to find again.
func known() compare.Preset {
	p := preset()
	p.Crowd, p.Periods, p.Pause = []float64{1, 1.1, 1.2, 1.3}, 1/cluster.DefaultTimeScale, balance.Ticks(cluster.DefaultPause)
	c := &p.Cost
	c.NodeTime, c.WorkTime, c.TakeTime = 430*balance.Microsecond, 2*balance.Microsecond, 0
	c.InstallTime, c.MessageCPU, c.ElementCPU = 600*balance.Microsecond, 50*balance.Microsecond, 200*balance.Microsecond
	c.Computer, c.Inside.Latency = 4, 5*balance.Millisecond
	return p
}

// simulated are the records that runs on a machine leave.
func simulated(t *testing.T, given Given, machine compare.Preset, seed uint64) []Measurement {
	t.Helper()
	var records []Measurement
	for procs, grid := range map[int]string{2: "1x2", 4: "2x2"} {
		for _, policy := range []string{"steal", "steal-half", "adaptive"} {
			records = append(records, Measurement{Policy: policy, Topology: "mesh", Load: "count", Grid: grid, Procs: procs, Seed: seed, Rounds: 1})
		}
	}
	s, err := newSearch(records, given)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range records {
		var times []float64
		var sum balance.Result
		for k := range uint64(leastSeeds) {
			result, err := s.simulate(t.Context(), i, seed+k, machine)
			if err != nil {
				t.Fatal(err)
			}
			times = append(times, result.Seconds())
			sum.Add(result)
		}
		slices.Sort(times)
		rounds := float64(leastSeeds)
		share := func(t balance.Ticks) float64 { return t.Seconds() / float64(r.Procs) / rounds }
		r.Threads, r.Nodes, r.Rounds = r.Procs, given.Work.Nodes, leastSeeds
		r.Time, r.Sequential = median(times), sum.Sequential.Seconds()/rounds
		r.Busy, r.Install, r.Balance = share(sum.Busy+sum.Take), share(sum.Install), share(sum.Message)
		r.Info, r.Send = float64(sum.Messages)/float64(r.Procs)/rounds, float64(sum.Sent)/float64(r.Procs)/rounds
		records[i] = r
	}
	return records
}

func TestAFitFindsTheMachineThatMadeTheRecords(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	given := Given{Work: workload(t), Policies: balance.Builtin(), Name: "again", Threads: 2}
	want := known()
	records := simulated(t, given, want, 1)
	fit, err := Of(t.Context(), records, given)
	if err != nil {
		t.Fatal(err)
	}
	got := fit.Machine
	for _, x := range []struct {
		name      string
		got, want balance.Ticks
		within    float64
	}{
		{"NodeTime", got.Cost.NodeTime, want.Cost.NodeTime, 0.02},
		{"WorkTime", got.Cost.WorkTime, want.Cost.WorkTime, 0.02},
		{"InstallTime", got.Cost.InstallTime, want.Cost.InstallTime, 0.05},
		{"MessageCPU", got.Cost.MessageCPU, want.Cost.MessageCPU, 0.05},
		{"ElementCPU", got.Cost.ElementCPU, want.Cost.ElementCPU, 0.05},
		{"Latency", got.Cost.Inside.Latency, want.Cost.Inside.Latency, 0.1},
	} {
		if off := float64(x.got)/float64(x.want) - 1; math.Abs(off) > x.within {
			t.Errorf("%s is %d ns, want %d: off by %.1f %%", x.name, x.got, x.want, 100*off)
		}
	}
	for k, longer := range want.Crowd {
		if math.Abs(got.Crowd[k]-longer) > 0.01 {
			t.Errorf("with %d processors at work a node takes %v times as long, want %v", k+1, got.Crowd[k], longer)
		}
	}
	if off := math.Abs(fit.Worst(Prediction.Off).Off()); off > 1 || len(fit.Rows) != len(records) {
		t.Errorf("off by %v points in %d rows", off, len(fit.Rows))
	}
	// Runs of another seed are foretold, too: by the machine that made them without any error, and by the fitted one with some points more
	// than those that it was fitted to.
	others := simulated(t, given, want, 2)
	for _, x := range []struct {
		machine compare.Preset
		within  float64
	}{{fit.Machine, 4}, {want, 1e-6}} {
		judged, err := Judge(t.Context(), x.machine, others, given)
		if err != nil || math.Abs(judged.Worst(Prediction.Off).Off()) > x.within {
			t.Errorf("with another seed it is off by %v points, error %v; want at most %v", judged.Worst(Prediction.Off).Off(), err, x.within)
		}
	}
}

// What a record does not tell is taken from all simulated rounds, not from one of them.
func TestRowsAreOfAllSeeds(t *testing.T) {
	given, machine := Given{Work: workload(t), Policies: balance.Builtin(), Threads: 1}, known()
	record := Measurement{
		Policy: "steal-half", Topology: "mesh", Load: "count",
		Grid: "2x2", Procs: 4, Seed: 1, Rounds: 3, Time: 1, Sequential: 1, Info: 1, Send: 1,
	}
	s, err := newSearch([]Measurement{record}, given)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := s.rows(t.Context(), machine, leastSeeds)
	if err != nil {
		t.Fatal(err)
	}
	var sum balance.Result
	var times []float64
	for seed := range uint64(leastSeeds) {
		one, err := s.simulate(t.Context(), 0, 1+seed, machine)
		if err != nil {
			t.Fatal(err)
		}
		sum.Add(one)
		times = append(times, one.Seconds())
		if rows[0].moved == movedAs(record, one, machine.Cost) {
			t.Errorf("the row is that of seed %d", 1+seed)
		}
	}
	slices.Sort(times)
	if want := movedAs(record, sum, machine.Cost); rows[0].moved != want || rows[0].ForetoldTime != median(times) {
		t.Errorf("moved %v in %v s, want %v in %v s", rows[0].moved, rows[0].ForetoldTime, want, median(times))
	}
}

func TestRowsThatTellNothing(t *testing.T) {
	given := Given{Work: workload(t), Policies: balance.Builtin(), Threads: 1}
	row := Measurement{Policy: "steal", Grid: "1x2", Load: "count", Procs: 2, Threads: 2, Rounds: 1, Time: 1, Sequential: 1, Send: 1}
	row.Nodes = given.Work.Nodes
	for name, change := range map[string]func(*Measurement){
		"alone":          func(r *Measurement) { r.Procs, r.Threads = 1, 1 },
		"taking turns":   func(r *Measurement) { r.Threads = 1 },
		"nothing sent":   func(r *Measurement) { r.Send = 0 },
		"another tree":   func(r *Measurement) { r.Nodes++ },
		"unknown policy": func(r *Measurement) { r.Policy = "stael" },
		"large grid":     func(r *Measurement) { r.Grid = "1024x1024" },
		"odd grid":       func(r *Measurement) { r.Grid = "1xtwo" },
	} {
		r := row
		change(&r)
		_, err := Of(t.Context(), []Measurement{r}, given)
		silent := name == "alone" || name == "taking turns" || name == "nothing sent"
		if err == nil || errors.Is(err, ErrNothing) != silent || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := Of(ended, []Measurement{row}, given); !errors.Is(err, context.Canceled) {
		t.Errorf("the error of a fit that was stopped is %v", err)
	}
}

// What other programs do to one row shows.
func TestDisturbed(t *testing.T) {
	row := func(policy string, procs int, busy float64) Prediction {
		return Prediction{Measurement: Measurement{Policy: policy, Procs: procs, Busy: busy / float64(procs), Sequential: 1}}
	}
	f := &Fit{Rows: []Prediction{row("a", 2, 1.05), row("b", 2, 1.12), row("c", 4, 1.4)}}
	if _, _, disturbed := f.Disturbed(); disturbed {
		t.Error("rows that are 7 % apart count as disturbed")
	}
	f.Rows = append(f.Rows, row("d", 4, 1.8), row("e", 2, 1.3))
	if least, most, disturbed := f.Disturbed(); !disturbed || least.Policy != "c" || most.Policy != "d" {
		t.Errorf("disturbed: %v, from %s to %s", disturbed, least.Policy, most.Policy)
	}
}

// The machine in the documentation can be read and simulated.
func TestDocumentedMachine(t *testing.T) {
	for _, topic := range doc.Topics() {
		if topic.Name != "machines" {
			continue
		}
		_, rest, _ := strings.Cut(topic.Text, "```json\n")
		text, _, found := strings.Cut(rest, "```")
		p, err := compare.ReadMachine("machines.md", strings.NewReader(text))
		if !found || err != nil || p.Longer(2) <= 1 || p.Periods == 0 {
			t.Errorf("%+v, error %v", p, err)
		}
		return
	}
	t.Error("no topic is called machines")
}

const head = "policy,topology,load,n,threads,time_s,info,send,nodes,found,sequential_s,busy_s,balance_s,install_s," +
	"grid,machine,seed,rounds\n"

func TestReadErrors(t *testing.T) {
	const good = "steal,mesh,count,2,2,1.5,3,1,100,false,2,1.2,0.1,0.1,1x2,workers,1,3\n"
	if records, err := Read("run.csv", strings.NewReader(head+good)); err != nil || len(records) != 1 || records[0].Efficiency() != 2/3.0 {
		t.Fatal(records, err)
	}
	for _, tc := range []struct{ name, text, want string }{
		{"empty", "", "run.csv:1: nothing there"},
		{"no rows", head, "run.csv:1: a heading and no rows"},
		{"another table", "a,b\n1,2\n", "run.csv:2: no column machine: want the rows of compare --machine=workers --format=csv"},
		{"simulated", head + good + strings.Replace(good, "workers", "gcel-1024", 1), `run.csv:3: machine: "gcel-1024"`},
		{"a model", head + strings.Replace(good, "false", "true", 1), "run.csv:2: found: a model ended the search"},
		{"no number", head + strings.Replace(good, "1.5", "fast", 1), `run.csv:2: time_s: "fast": want a number`},
		{"not finite", head + strings.Replace(good, "1.5", "NaN", 1), `run.csv:2: time_s: "NaN"`},
		{"no time", head + strings.Replace(good, "1.5", "0", 1), `run.csv:2: time_s: "0"`},
		{"negative", head + strings.Replace(good, "1.2", "-1", 1), `run.csv:2: busy_s: "-1"`},
		{"many processors", head + strings.Replace(good, "count,2", "count,1e9", 1), `run.csv:2: n: "1e9": want a whole number from 1 to 4096`},
		{"half a node", head + strings.Replace(good, "100", "0.5", 1), `run.csv:2: nodes: "0.5"`},
		{"short line", head + "steal,mesh\n", "run.csv:2: wrong number of fields"},
		{"a quote", head + "\"steal\n", "run.csv:2: "},
	} {
		_, err := Read("run.csv", strings.NewReader(tc.text))
		if err == nil || !strings.Contains(err.Error(), tc.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %v, want one line with %s", tc.name, err, tc.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(head + "steal,mesh,count,2,2,1.5,3,1,100,false,2,1.2,0.1,0.1,1x2,workers,1,3\n")
	f.Fuzz(func(t *testing.T, text string) {
		records, err := Read("run.csv", strings.NewReader(text))
		for _, r := range records {
			if e := r.Efficiency(); err == nil && !(e >= 0) {
				t.Errorf("an efficiency of %v", e)
			}
		}
	})
}

// The example has rows, and its formula is a sample. That it can be fitted is an example of the help.
func TestExample(t *testing.T) {
	rows := Example()
	if len(rows) < 3 || rows[0].Procs != 2 {
		t.Errorf("the example is %+v", rows)
	}
	if _, err := (input.Finder{}).Find(ExampleFormula); err != nil {
		t.Error(err)
	}
}
