package plb

import (
	"math"
	"slices"
	"testing"

	"transat/balance"
	"transat/balance/sim"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
	"transat/instances"
	"transat/solver/tree"
)

// The claims of Böhm and Speckenmeyer at the quick size.

func TestPLBSection61Scalability(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	r := reproducetest.Found(t, table2Item())
	reproducetest.WantClaim(t, r, "§6.1", "the less efficiency", reproduce.Holds)
	reproducetest.WantClaim(t, r, "§1", "a few seconds only", reproduce.Holds)
}

func TestPLBSection62NetworksAndEstimates(t *testing.T) {
	reproducetest.Long(t)
	r := reproducetest.Found(t, table3Item())
	reproducetest.WantClaim(t, r, "§6.2", "estimate (a) is more efficient", reproduce.Holds)
	reproducetest.WantClaim(t, r, "§6.2", "processors are idle for longer with (b)", reproduce.Holds)
	reproducetest.WantClaim(t, r, "§6.2", "more subproblems are sent on the line", reproduce.Holds)
}

func TestPLBSection62LocalAveraging(t *testing.T) {
	reproducetest.Long(t)
	r := reproducetest.Found(t, table4Item())
	for _, words := range []string{"PLB is more efficient", "PLB on the mesh sends far fewer", "most messages"} {
		reproducetest.WantClaim(t, r, "§6.2", words, reproduce.Holds)
	}
}

func TestPLBSection61SuperlinearSpeedups(t *testing.T) {
	r := reproducetest.Found(t, speedupsItem())
	for _, c := range r.Claims {
		if c.Text == "superlinear speed-ups are possible" && c.Verdict == reproduce.DoesNotHold {
			t.Errorf("%v: %s", c, c.Note)
		}
	}
}

// run makes a simulation that took that many seconds on four processors.
func run(sequential, time, idle float64) gridRun {
	ticks := func(seconds float64) balance.Ticks { return balance.Ticks(seconds * float64(balance.Second)) }
	return gridRun{Result: balance.Result{
		Procs: 4, Time: ticks(time), Sequential: ticks(sequential), Idle: 4 * ticks(idle), Phases: 8,
		Messages: 12, Sent: 16,
	}}
}

func TestMeasuredRow(t *testing.T) {
	r := gridRow{
		gridCase: gridCase{row: reproduce.TableRow{Sides: []int{2, 2}}},
		// A formula with two seeds, and one with one.
		runs: [][]gridRun{{run(40, 11, 1), run(40, 13, 3)}, {run(400, 108, 4)}},
	}
	got := r.measured()
	want := reproduce.TableRow{
		Sides: got.Sides, Time: 60, TimeStd: 96 / math.Sqrt2, Idle: 3, Phases: 2, Info: 3, Send: 4,
		Efficiency: 100 * 220 / (4 * 60.),
	}
	for _, m := range []struct {
		name      string
		got, want float64
	}{
		{"time", got.Time, want.Time},
		{"standard deviation", got.TimeStd, want.TimeStd},
		{"idle", got.Idle, want.Idle},
		{"bal", got.Phases, want.Phases},
		{"info", got.Info, want.Info},
		{"send", got.Send, want.Send},
		{"efficiency", got.Efficiency, want.Efficiency},
	} {
		if math.Abs(m.got-m.want) > 1e-9 {
			t.Errorf("%s is %v, want %v", m.name, m.got, m.want)
		}
	}
}

func TestIdleWatchTellsStartAndEnd(t *testing.T) {
	const s = balance.Second
	w := newIdleWatch(2)
	for _, e := range []sim.TimelineEvent{
		{Time: 0, Kind: sim.WorkBegan, Rank: 0},
		{Time: 0, Kind: sim.WorkRanOut, Rank: 1},
		{Time: 1 * s / 2, Kind: sim.WorkBegan, Rank: 1},
		{Time: 1 * s / 2, Kind: sim.ElementsArrived, Rank: 0}, // has work already
		{Time: 5 * s, Kind: sim.WorkRanOut, Rank: 0},
		{Time: 5*s + s/20, Kind: sim.MessageSent, Rank: 0},
		{Time: 6 * s, Kind: sim.WorkBegan, Rank: 0},
		{Time: 9*s + s/2, Kind: sim.WorkRanOut, Rank: 1},
	} {
		w.see(e)
	}
	got := w.phases(10 * s)
	for name, pair := range map[string][2]float64{"start": {got.start, 0.25}, "middle": {got.middle, 0.5}, "end": {got.end, 0.25}} {
		if math.Abs(pair[0]-pair[1]) > 1e-9 {
			t.Errorf("%s: idle for %v s, want %v", name, pair[0], pair[1])
		}
	}
}

// What is seen from outside is what the simulation counts, but for the CPU time of messages.
func TestIdleWatchAgreesWithTheSimulation(t *testing.T) {
	formula, err := instances.Sample{Vars: 50, Clauses: 250, K: 3}.Formula(1)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := tree.Record(t.Context(), formula, tree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	row := reproduce.Table2()[0]
	lent := reproduce.Lent{Name: "formula", Formula: formula, Tree: tree}
	result, err := gridRunOn(t.Context(), lent, simulated{row: row, machine: machine, seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	seen, counted := result.idle.all(), result.MeanSeconds(result.Idle)
	if seen < counted || seen > counted+result.MeanSeconds(result.Message+result.Install+result.Route) {
		t.Errorf("idle for %v s, by the events between processors %v s", counted, seen)
	}
}

// gridded makes a row: the paper's numbers, and ours as a multiple of them; efficiency is a number of points off.
func gridded(row reproduce.TableRow, points, idle, phases, send float64) gridRow {
	r := gridRow{gridCase: gridCase{row: row}, ours: row}
	r.ours.Efficiency += points
	r.ours.Idle *= idle
	r.ours.Phases *= phases
	r.ours.Send *= send
	return r
}

// stretched is a row with another standard deviation of the time.
func stretched(row reproduce.TableRow, factor float64) gridRow {
	r := gridded(row, 0, 1, 1, 1)
	r.ours.TimeStd *= factor
	return r
}

// idled is a row of one run, with idle seconds at the start, in between and at the end.
func idled(row reproduce.TableRow, start, middle, end float64) gridRow {
	r := gridded(row, 0, 1, 1, 1)
	r.runs = [][]gridRun{{{idle: idlePhases{start, middle, end}}}}
	return r
}

func TestTableVerdictsDependOnTheRows(t *testing.T) {
	row32, row64 := reproduce.Table2()[0], reproduce.Table2()[1]
	rows := func(a, b gridRow) []gridRow { return []gridRow{a, b} }
	good := rows(gridded(row32, 0, 1.4, 0.7, 1.4), gridded(row64, 0, 0.7, 1.4, 0.7))
	half := rows(good[0], gridded(row64, -1.1, 0.6, 1.6, 0.4))
	bad := rows(gridded(row32, 1.1, 1.6, 0.4, 2.1), half[1])
	none := rows(gridded(unmeasured(row32), 0, 1, 1, 1), good[1])
	used := rows(good[0], good[1])
	used[0].fitted = true
	rising := rows(gridded(row32, -5, 1, 1, 1), gridded(row64, 0, 1, 1, 1))
	table := func(rows []gridRow, claim int) reproduce.Claim {
		return numberClaims("", []gridMeasure{idleMeasure(), phaseMeasure(), sendMeasure()}, rows, procsName)[claim]
	}
	for _, tc := range []struct {
		name  string
		claim reproduce.Claim
		want  string
	}{
		{"loss", table(rows(gridded(row32, 0, 1, 1, 1), gridded(row64, 0.1, 1, 1, 1)), 0), "holds"},
		{"loss of one", table(half, 0), "holds for 32"},
		{"loss of none", table(bad, 0), "does not hold"},
		{"loss where the paper has none", table(none, 0), "holds"},
		{"a row that was used, and one held out", table(used, 1), "holds for 64"},
		{
			"the course of bal", courseClaim("", phaseMeasure(), rows(gridded(row32, 0, 1, 1, 1), gridded(row64, 0, 1, 0.8, 1)), procsName),
			"holds",
		},
		{
			"the other course of bal", courseClaim("", phaseMeasure(), rows(gridded(row32, 0, 1, 1, 1), gridded(row64, 0, 1, 0.7, 1)), procsName),
			"does not hold",
		},
		{
			"the order by send", rowOrderClaim("", sendMeasure(), rows(gridded(row32, 0, 1, 1, 1), gridded(row64, 0, 1, 1, 0.8)), procsName),
			"holds",
		},
		{
			"another order by send", rowOrderClaim("", sendMeasure(), rows(gridded(row32, 0, 1, 1, 1.4), gridded(row64, 0, 1, 1, 1)), procsName),
			"does not hold",
		},
		{"idle", table(good, 1), "holds"},
		{"idle of one", table(half, 1), "holds for 32"},
		{"idle of none", table(bad, 1), "does not hold"},
		{"bal", table(good, 2), "holds"},
		{"bal of one", table(half, 2), "holds for 32"},
		{"send", table(good, 3), "holds"},
		{"send of none", table(bad, 3), "does not hold"},
		{"efficiency falls", fallingClaim(good), "holds"},
		{"efficiency rises", fallingClaim(rising), "does not hold"},
		{"few seconds", fewSecondsClaim(rows(gridded(row32, 0, 1, 1, 1), gridded(row64, 0, 2, 1, 1))), "holds for 32"},
		{"31 of 50", sampleClaim(36), "holds"},
		{"31 of 50, not", sampleClaim(45), "does not hold"},
		{"a good choice", goodChoice("", "", 1, rows(good[0], gridded(row64, -2.5, 1, 1, 1)), []float64{1, 2}), "does not hold"},
		{"the best choice", goodChoice("", "", 0, good, []float64{1, 2}), "holds"},
		{"loses 1.28 times as much", goodChoice("", "", 0, rows(gridded(row32, -0.2, 1, 1, 1), good[0]), []float64{1, 2}), "holds"},
		{"loses 1.43 times as much", goodChoice("", "", 0, rows(gridded(row32, -0.3, 1, 1, 1), good[0]), []float64{1, 2}), "does not hold"},
		{"a grain helps", moreEfficient("", 32, 1, rows(gridded(row32, -0.1, 1, 1, 1), good[0]), []float64{0, 2}), "holds"},
		{"a grain does not help", moreEfficient("", 32, 1, rows(good[0], gridded(row32, -0.1, 1, 1, 1)), []float64{0, 2}), "does not hold"},
		{"no need to be exact", notNecessary("", 1, rows(good[0], gridded(row32, -0.06, 1, 1, 1)), []float64{1, 2}), "holds"},
		{"a need to be exact", notNecessary("", 1, rows(good[0], gridded(row32, -0.08, 1, 1, 1)), []float64{1, 2}), "does not hold"},
		{"all 50", unsatisfiableClaim(50), "holds"},
		{"49 of 50", unsatisfiableClaim(49), "does not hold"},
		{"the deviation", spreadClaim(rows(stretched(row32, 1.4), stretched(row64, 1.4))), "holds"},
		{"the deviation of one", spreadClaim(rows(stretched(row32, 1.6), stretched(row64, 0.7))), "holds for 64"},
		{"two or three seconds", startAndEndClaim(rows(idled(row32, 1.7, 0.2, 1.8), idled(row64, 1, 0.3, 2))), "holds"},
		{"four, and in between", startAndEndClaim(rows(idled(row32, 1.7, 0.2, 1.9), idled(row64, 1, 0.4, 2))), "does not hold"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tc.claim.String(); got != tc.want {
				t.Errorf("%s, want %s (%s)", got, tc.want, tc.claim.Note)
			}
		})
	}
}

// With the paper's own numbers, what the paper says of Tables 3 and 4 comes out.
func TestPLBSection62HoldsForThePapersNumbers(t *testing.T) {
	same := func(rows ...reproduce.TableRow) (all []gridRow) {
		for _, row := range rows {
			r := gridded(row, 0, 1, 1, 1)
			result := balance.Result{Procs: row.Procs(), Sent: int64(row.Send) * 256, Nodes: 20_000 * 256}
			r.runs = [][]gridRun{{{Result: result}}}
			all = append(all, r)
		}
		return all
	}
	claims := slices.Concat(table3Claims(same(reproduce.Table3()...)),
		table4Claims(same(append(reproduce.Table4(), reproduce.Table3()[0])...)))
	for _, c := range claims {
		if c.Verdict != reproduce.Holds {
			t.Errorf("%s: %v: %s", c.Text, c, c.Note)
		}
	}
}

// Were all networks alike, little of it would.
func TestPLBSection62DoesNotHoldForEqualNumbers(t *testing.T) {
	alike := func(rows ...reproduce.TableRow) (all []gridRow) {
		for _, row := range rows {
			r := gridded(row, 0, 1, 1, 1)
			r.ours = unmeasured(row)
			r.ours.Time, r.ours.Idle, r.ours.Info, r.ours.Send, r.ours.Efficiency = 100, 10, 50, 50, 50
			r.runs = [][]gridRun{{{Result: balance.Result{Procs: 256, Sent: 100, Nodes: 100}}}}
			all = append(all, r)
		}
		return all
	}
	claims := slices.Concat(table3Claims(alike(reproduce.Table3()...)),
		table4Claims(alike(append(reproduce.Table4(), reproduce.Table3()[0])...)))
	hold := 0
	for _, c := range claims {
		if c.Verdict == reproduce.Holds {
			hold++
		}
	}
	if hold != 3 { // line as mesh, three networks as each other, most and fewest messages
		t.Errorf("%d claims hold", hold)
	}
}

func TestSpeedupRow(t *testing.T) {
	r := speedupRow{policy: "plb", procs: 4, runs: []speedupRun{
		{sequential: 100, time: 5, nodes: 100, visited: 20},   // five times what four processors explain
		{sequential: 100, time: 50, nodes: 100, visited: 200}, // half
		{sequential: 40, time: 10, nodes: 100, visited: 100},  // linear
	}}
	for name, pair := range map[string][2]float64{
		"superlinear": {r.superlinear(), 1. / 3},
		"mean":        {r.meanGain(), 6.5 / 3},
		"mean times":  {r.timeGain(), 240. / (4 * 65)},
		"visited":     {r.visitedShare(0.5), 1},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-9 {
			t.Errorf("%s is %v, want %v", name, pair[0], pair[1])
		}
	}
	slow := speedupRow{policy: "plb", procs: 8, runs: []speedupRun{{sequential: 8, time: 2, nodes: 1, visited: 1}}}
	for _, tc := range []struct {
		name  string
		claim func([]speedupRow) reproduce.Claim
		want  string
	}{
		{"superlinear", func(rows []speedupRow) reproduce.Claim { return speedupClaims(rows)[0] }, "holds for n = 4"},
		{"mean", func(rows []speedupRow) reproduce.Claim { return speedupClaims(rows)[1] }, "holds for n = 4"},
		{"mean times", func(rows []speedupRow) reproduce.Claim { return speedupClaims(rows)[2] }, "does not hold"},
	} {
		if got := tc.claim([]speedupRow{r, slow}).String(); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}
