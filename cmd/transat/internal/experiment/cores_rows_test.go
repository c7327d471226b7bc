package experiment

import (
	"context"
	"encoding/csv"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/topology"
	"transat/cmd/transat/internal/report"
)

// coresRun is a run of four processors on two threads that takes that many seconds; during half of them no processor waits.
func coresRun(seconds int64) balance.Result {
	t := balance.Ticks(seconds) * balance.Second
	return balance.Result{
		Procs: 4, Threads: 2, Time: t, Nodes: 2e6, Messages: 8, Sent: 4 * seconds, Phases: 2,
		Busy: 3 * t / 2, Install: t / 4, Balance: t / 8, Wait: t, Idle: 4*t - 3*t/2 - t/4 - t/8 - t,
	}
}

func coresSample(t *testing.T) (*CoresPlan, *CoresOutcome) {
	t.Helper()
	grid, err := topology.NewGrid("mesh", 2, 2)
	if err != nil {
		t.Fatal(err)
	}
	one := balance.Result{Procs: 1, Threads: 1, Nodes: 2e6, Busy: 6 * balance.Second}
	slow, fast := one, one
	slow.Time, fast.Time = 9*balance.Second, 8*balance.Second
	return &CoresPlan{Setups: []Setup{{Physical: grid, Topology: grid}}, Rounds: 3}, &CoresOutcome{
		Alone:   []balance.Result{slow, fast},
		Results: [][]balance.Result{{coresRun(5), coresRun(4), coresRun(9)}},
	}
}

func TestCoresRowNumbers(t *testing.T) {
	p, o := coresSample(t)
	row := o.Rows(p)[0]
	got := map[string]float64{
		"time": row.Time, "least": row.Least, "most": row.Most, "sequential": row.Sequential,
		"speedup": row.Speedup, "efficiency": row.Efficiency, "sent": row.Number("send"), "info": row.Number("info"), "bal": row.Number("bal"),
		"busy": row.Number("busy_s"), "wait": sum(row, coresParts(true)[1:]), "all": whole(row), "unused": unused(row), "node": o.NodeTime(),
	}
	want := map[string]float64{
		"time": 5, "least": 4, "most": 9, "sequential": 8,
		"speedup": 8. / 5, "efficiency": 8. / 10, "sent": 6, "info": 2, "bal": 0.5,
		"busy": 6 * 3. / 8, "wait": 6. / 4, "all": 6, "unused": 6 * (2./4 - 3./8 - 1./16 - 1./32), "node": 3e-6,
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestCoresTables(t *testing.T) {
	p, o := coresSample(t)
	rows := o.Rows(p)
	rows[0].Policy.Spec.Name = "steal"
	lost := CoresLostTable(rows, o.NodeTime())
	lost.Caption, lost.Notes = nil, nil
	for _, tc := range []struct {
		name  string
		write func(*strings.Builder) error
		want  [][]string
	}{
		{"threads", func(b *strings.Builder) error { return lost.Write(b, report.Plain(report.Markdown)) }, [][]string{
			{"policy", "searching", "balancing", "starting", "unused", "idle", "waiting", "µs/node"},
			{"steal", "75.0", "6.2", "12.5", "6.2", "28.1", "25.0", "4.50"},
		}},
		{"a processor", func(b *strings.Builder) error {
			parts := CoresTimeTable(rows[0])
			parts.Caption = nil
			return parts.Write(b, report.Plain(report.Markdown))
		}, [][]string{
			{"part", "time s", "share"},
			{"searching", "2.25", "37.5 %"},
			{"policy and mail", "0.19", "3.1 %"},
			{"making solvers, beginning and packing elements", "0.38", "6.2 %"},
			{"idle", "1.69", "28.1 %"},
			{"waiting for a thread", "1.50", "25.0 %"},
			{"all", "6.00", "100.0 %"},
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var b strings.Builder
			if err := tc.write(&b); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, markdownCells(b.String())); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// markdownCells are the cells of a Markdown table, without the line below its heading.
func markdownCells(table string) [][]string {
	var rows [][]string
	for i, line := range strings.Split(strings.TrimSpace(table), "\n") {
		if i == 1 {
			continue
		}
		var cells []string
		for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
			cells = append(cells, strings.TrimSpace(cell))
		}
		rows = append(rows, cells)
	}
	return rows
}

// Scripts that read simulated rows can read the rows of cores.
func TestCoresHaveTheKeysOfSimulations(t *testing.T) {
	keys := func(columns []report.Column[Row]) []string {
		var out strings.Builder
		if err := (report.Table[Row]{Columns: columns}).Write(&out, report.Plain(report.CSV)); err != nil {
			t.Fatal(err)
		}
		records, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return records[0]
	}
	known := map[string]bool{}
	for _, key := range append(keys(Columns(nil)), keys(Comparison(nil))...) {
		known[key] = true
	}
	var own []string
	seen := map[string]bool{}
	for _, key := range keys(CoresColumns()) {
		if seen[key] {
			t.Errorf("%s is there twice", key)
		}
		if seen[key] = true; !known[key] {
			own = append(own, key)
		}
	}
	if diff := cmp.Diff([]string{"threads", "balance_s", "wait_s", "rounds"}, own); diff != "" {
		t.Errorf("keys of cores alone (-want +got):\n%s", diff)
	}
}

func TestRunsThatMissNodesAreNoticed(t *testing.T) {
	alone := balance.Result{Nodes: 10}
	r := &coresRunner{out: &CoresOutcome{Alone: []balance.Result{alone}}}
	for _, tc := range []struct {
		name  string
		nodes int64
		found bool
		ok    bool
	}{
		{"all nodes", 10, false, true},
		{"a node too few", 9, false, false},
		{"a node twice", 11, false, false},
		{"a model", 10, true, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := r.compare(balance.Result{Found: tc.found, Nodes: tc.nodes})
			if (err == nil) != tc.ok {
				t.Errorf("the error is %v", err)
			}
		})
	}
	r.out.Alone[0].Found = true
	if err := r.compare(balance.Result{Found: true, Nodes: 3}); err != nil {
		t.Errorf("models may be found sooner or later: %v", err)
	}
}

// What threads could have used is what they were at work for, but no more than there are cores for.
func TestWantedCPUTime(t *testing.T) {
	const s = balance.Second
	have := runtime.GOMAXPROCS(0)
	for threads, want := range map[int]time.Duration{1: 8 * time.Second, have: 8 * time.Second, 4 * have: 2 * time.Second} {
		if got := wanted(balance.Result{Threads: threads, Busy: 6 * s, Install: s, Balance: s, Idle: 100 * s, Wait: 100 * s}); got != want {
			t.Errorf("%d threads on %d cores: %v, want %v", threads, have, got, want)
		}
	}
}

// Whether others were at work cannot be told when the CPU time is that of other processes.
func TestOthersAtWorkIsSaidOfThisProcess(t *testing.T) {
	p, _ := coresSample(t)
	search := func(context.Context, Setup, int, func(func() int64) func()) (balance.Result, error) {
		return coresRun(1000), nil // at once, so without any CPU time
	}
	for _, far := range []bool{false, true} {
		r := coresRunner{CoresPlan: p, out: &CoresOutcome{}}
		if _, err := r.run(t.Context(), search, p.Setups[0], 2, "nobody", far); err != nil {
			t.Fatal(err)
		}
		if runtime.GOOS == "linux" && (r.out.Others == "") != far {
			t.Errorf("far %v: %q", far, r.out.Others)
		}
	}
}
