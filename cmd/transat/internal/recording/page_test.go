package recording

import (
	"flag"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"transat/balance"
	"transat/balance/sim"
)

var update = flag.Bool("update", false, "write testdata anew")

// What the page shows of a run is what has happened in it: at chosen times, under all policies.
func TestPageShowsTheRun(t *testing.T) {
	if testing.Short() && os.Getenv("TRANSAT_TEST_NO_SKIP") == "" {
		t.Skip("takes a second")
	}
	var runs []recorded
	var questions []question
	for i, s := range scenes() {
		if testing.Short() && i%4 != 0 {
			continue
		}
		r := record(t, s)
		q := r.question(t)
		hasty := q
		var err error
		if hasty.data, err = r.run.EncodeInHaste(); err != nil {
			t.Fatal(err)
		}
		runs, questions = append(runs, r), append(questions, q, hasty)
	}
	all := ask(t, questions)
	for i, r := range runs {
		t.Run(fmt.Sprintf("%s %s", r.scene.policy, r.scene.kind), func(t *testing.T) {
			a, q := all[2*i], questions[2*i]
			if a.Error != "" {
				t.Fatal(a.Error)
			}
			hasty := all[2*i+1]
			hasty.Header.Sections, a.Header.Sections = nil, nil
			if diff := diffOf(a, hasty); diff != "" {
				t.Errorf("-packed +in haste:\n%.2000s", diff)
			}
			r.checkWhole(t, a)
			for k, m := range a.Moments {
				at, rank := q.Times[k], q.Ranks[k]
				r.checkState(t, at, m)
				r.checkParcels(t, at, m)
				r.checkSpan(t, at, rank, m.Span)
				r.checkOrigin(t, at, rank, m)
				r.checkPath(t, rank, q.Ranks[(k+1)%len(q.Ranks)], m.Path)
				if r.whole() {
					r.checkEvents(t, at, m)
					r.checkTalk(t, at, rank, m.Talk)
				}
			}
		})
	}
	short, far := 0, 0
	for i, r := range runs {
		if r.run.Traced <= r.run.End && r.run.Traced > 0 {
			short++
		}
		for _, m := range all[2*i].Moments {
			far = max(far, len(m.Origin))
		}
	}
	if short == 0 || far < 5 {
		t.Errorf("%d recordings do not know where all work came from; the farthest has come by %d moves", short, far)
	}
	if !testing.Short() {
		checkWords(t, runs, questions, all)
	}
}

// diffOf is cmp.Diff for what is large and equal as a rule, which package reflect finds several times as fast.
func diffOf(want, got any, options ...cmp.Option) string {
	if reflect.DeepEqual(want, got) {
		return ""
	}
	return cmp.Diff(want, got, options...)
}

// whole reports whether all single parcels of the run are known.
func (r recorded) whole() bool { return r.run.whole() }

// checkWhole checks what does not depend on a time.
func (r recorded) checkWhole(t *testing.T, a answers) {
	t.Helper()
	header := r.run.Header
	header.Sections = nil
	if diff := cmp.Diff(header, a.Header); diff != "" {
		t.Errorf("header (-recorded +page):\n%s", diff)
	}
	for rank, cell := range a.Place {
		if cell != r.run.cell(rank) {
			t.Errorf("%d lies on %d, want %d", rank, cell, r.run.cell(rank))
		}
	}
	last := len(a.Times) - 1
	if a.Efficiency[last] != r.result.Efficiency() || a.Times[last] != r.result.Time {
		t.Errorf(
			"the efficiency ends with %v at %d, that of the run is %v at %d", a.Efficiency[last], a.Times[last], r.result.Efficiency(),
			r.result.Time)
	}
	if !slices.IsSorted(a.Times) || len(slices.Compact(slices.Clone(a.Times))) != len(a.Times) {
		t.Error("the looks are not in order of time")
	}
	for i, e := range a.Efficiency {
		x := r.run.looks[i]
		if want := min(1, float64(x.done)/float64(len(x.cells))/float64(max(1, x.at))); i < last && math.Abs(e-want) > 1e-12 {
			t.Errorf("at %d, the efficiency is %v, want %v", x.at, e, want)
		}
		if e < 0 || e > 1 || math.Abs(a.Sigma[i]-r.run.looks[i].sigma) > 1e-6 {
			t.Errorf("at %d, the efficiency is %v, sigma %v", a.Times[i], e, a.Sigma[i])
		}
	}
	if r.run.Complete && a.Idle[last] != 1 {
		t.Errorf("at the end of the run, %v have no work", a.Idle[last])
	}
	most := r.scene.options.Looks
	if most == 0 {
		most = DefaultSamples
	}
	if len(a.Times) > most+1 || len(a.Times) > 5 && r.run.End > balance.Second && len(a.Times) < most/2 {
		t.Errorf("%d looks of at most %d", len(a.Times), most)
	}
	kinds := int64(0)
	for _, n := range a.Kinds {
		kinds += n
	}
	if kinds != r.result.Messages {
		t.Errorf("the looks have counted %d messages of %d", kinds, r.result.Messages)
	}
}

// checkState checks which processors have work.
func (r recorded) checkState(t *testing.T, at balance.Ticks, m moment) {
	t.Helper()
	want := make([]bool, r.run.Topology.Procs)
	for _, x := range r.events {
		if x.Time > at {
			break
		}
		switch x.Kind {
		case sim.WorkBegan:
			want[x.Rank] = true
		case sim.WorkRanOut:
			want[x.Rank] = false
		}
	}
	if at >= r.run.End && r.run.Complete {
		clear(want)
	}
	if diff := diffOf(want, m.Busy); diff != "" {
		t.Fatalf("at %d of %d (-moments +page):\n%s", at, r.run.End, diff)
	}
	idle := 0
	for rank, busy := range m.Busy {
		if busy {
			continue
		}
		idle++
		if m.Waiting[rank] != 0 || m.Load[rank] != 0 {
			t.Fatalf("at %d, %d has no work, and %d elements with load %v wait", at, rank, m.Waiting[rank], m.Load[rank])
		}
	}
	if idle != m.Idle {
		t.Fatalf("at %d, %d have no work, not %d", at, idle, m.Idle)
	}
	if at >= r.run.End && (m.Sent != r.result.Sent || m.Messages != r.result.Messages || m.Phases != r.result.Phases) {
		t.Errorf("at the end %d, %d, %d; the result is %+v", m.Sent, m.Messages, m.Phases, r.result)
	}
}

// checkParcels checks what is under way, with what it says; and what went over each link until then.
func (r recorded) checkParcels(t *testing.T, at balance.Ticks, m moment) {
	t.Helper()
	under := map[[2]int][]flying{}
	for _, x := range r.events {
		if x.Time > at {
			break
		}
		switch x.Kind {
		case sim.ElementsSent, sim.MessageSent:
			key := [2]int{x.Rank, x.Peer}
			under[key] = append(under[key], flying{
				From: x.Rank, To: x.Peer, Sent: x.Time, Elements: x.Elements,
				Kind: x.Message.Kind, Round: x.Message.Round, A: x.Message.A, B: x.Message.B,
			})
		case sim.ElementsArrived, sim.MessageReceived:
			key := [2]int{x.Peer, x.Rank}
			under[key] = under[key][1:]
		}
	}
	var want []flying
	for _, some := range under {
		for _, x := range some {
			if x.Sent >= r.run.From && x.Sent < r.run.To {
				want = append(want, x)
			}
		}
	}
	got := slices.Clone(m.Flying)
	for i := range got {
		if a := got[i].Arrived; a >= 0 && a <= at {
			t.Errorf("at %d, %+v is under way", at, got[i])
		}
		got[i].Arrived = 0
	}
	order := func(x, y flying) int {
		return slices.Compare(
			[]int{int(x.Sent), x.From, x.To, x.Elements, int(x.Kind)}, []int{int(y.Sent), y.From, y.To, y.Elements, int(y.Kind)})
	}
	slices.SortStableFunc(want, order)
	slices.SortStableFunc(got, order)
	threeDigits := cmp.Comparer(func(x, y float64) bool { return x == y || math.Abs(x-y) < 1e-3*math.Abs(x+y) })
	if diff := diffOf(want, got, threeDigits, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("under way at %d (-moments +page):\n%s", at, diff)
	}
	if m.Knows != (at >= r.run.From && at < r.run.To) {
		t.Errorf("at %d, single parcels are known: %v", at, m.Knows)
	}
	if !r.whole() {
		return
	}
	ports := 2 * len(r.run.grid.Sides())
	var flows [][4]float64
	sums := r.run.routed(0, at)
	for link := range r.run.grid.Procs() * ports {
		if sum, some := sums[link]; some {
			to, _ := r.run.grid.Step(link/ports, link%ports/2, 2*(link%2)-1)
			flows = append(flows, [4]float64{float64(link / ports), float64(to), float64(sum[0]), float64(sum[1])})
		}
	}
	if diff := diffOf(flows, m.Flows, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("sent until %d (-moments +page):\n%s", at, diff)
	}
}

// checkSpan checks since when, and until when, a processor has work or none.
func (r recorded) checkSpan(t *testing.T, at balance.Ticks, rank int, got span) {
	t.Helper()
	want := span{To: r.run.End}
	for _, x := range r.turns() {
		if x.Rank != rank {
			continue
		}
		if x.Time > at {
			want.To = x.Time
			break
		}
		want.Busy, want.From = x.Kind == sim.WorkBegan, x.Time
	}
	if want != got {
		t.Errorf("at %d, %d: got %+v, want %+v", at, rank, got, want)
	}
}

// turns are the moments in which a processor begins to have work, or runs out of it.
func (r recorded) turns() []sim.TimelineEvent {
	open := make([]bool, r.run.Topology.Procs)
	var all []sim.TimelineEvent
	for _, x := range r.events {
		if (x.Kind == sim.WorkBegan || x.Kind == sim.WorkRanOut) && open[x.Rank] != (x.Kind == sim.WorkBegan) {
			open[x.Rank] = !open[x.Rank]
			all = append(all, x)
		}
	}
	for rank, busy := range open {
		if busy && r.run.Complete && !r.run.Found {
			all = append(all, sim.TimelineEvent{Kind: sim.WorkRanOut, Rank: rank, Time: r.run.End})
		}
	}
	return all
}

// checkPath checks the way from one processor to another.
func (r recorded) checkPath(t *testing.T, from, to int, got []int) {
	t.Helper()
	at, goal := r.run.cell(from), r.run.cell(to)
	want := []int{at}
	for at != goal {
		at, _ = r.run.grid.Route(at, goal)
		want = append(want, at)
	}
	if !slices.Equal(want, got) {
		t.Errorf("from %d to %d: got %v, want %v", from, to, got, want)
	}
}

// checkEvents checks the times of the next event and of the last one.
func (r recorded) checkEvents(t *testing.T, at balance.Ticks, m moment) {
	t.Helper()
	next, previous := r.run.End, balance.Ticks(0)
	if at >= r.run.End {
		next = at
	}
	consider := func(event balance.Ticks) {
		if event > at && event <= r.run.End {
			next = min(next, event)
		} else if event < at {
			previous = max(previous, event)
		}
	}
	for _, x := range r.turns() {
		consider(x.Time)
	}
	for _, x := range r.events {
		switch x.Kind {
		case sim.ElementsSent, sim.MessageSent, sim.ElementsArrived, sim.MessageReceived:
			consider(x.Time)
		}
	}
	if m.Next != next || m.Previous != previous {
		t.Errorf("at %d of %d: the events beside it are at %d and %d, want %d and %d", at, r.run.End, m.Previous, m.Next, previous, next)
	}
}

// checkTalk checks the last things that a processor has sent or got.
func (r recorded) checkTalk(t *testing.T, at balance.Ticks, rank int, got []remark) {
	t.Helper()
	var want []string
	for _, x := range r.events {
		if x.Time > at || x.Rank != rank {
			continue
		}
		switch x.Kind {
		case sim.ElementsSent, sim.MessageSent:
			want = append(want, fmt.Sprint(x.Time, " to ", x.Peer))
		case sim.ElementsArrived, sim.MessageReceived:
			want = append(want, fmt.Sprint(x.Time, " from ", x.Peer))
		}
	}
	slices.Sort(want)
	var texts []string
	for _, x := range got {
		word := " from "
		if x.Sent {
			word = " to "
		}
		text := fmt.Sprint(x.T, word, x.With)
		if x.Text == "" || !slices.Contains(want, text) {
			t.Errorf("at %d, %d: %q %+v has not happened", at, rank, text, x)
		}
		texts = append(texts, text)
	}
	if len(texts) != min(5, len(want)) || !slices.IsSortedFunc(got, func(x, y remark) int { return int(y.T - x.T) }) {
		t.Errorf("at %d, %d: %v of %d remarks", at, rank, texts, len(want))
	}
}

// checkWords compares what the page says of each run, at a few times, with a file.
func checkWords(t *testing.T, runs []recorded, questions []question, all []answers) {
	t.Helper()
	const name = "testdata/words.txt"
	var b strings.Builder
	for i, r := range runs {
		fmt.Fprintf(&b, "%s %s\n", r.scene.policy, r.scene.kind)
		for k := 4; k < len(questions[2*i].Times); k += 6 {
			m := all[2*i].Moments[k]
			fmt.Fprintf(&b, "  %d: %s\n    %d %s\n", questions[2*i].Times[k], m.Now, questions[2*i].Ranks[k], m.WaitsFor)
			for _, x := range m.Talk {
				fmt.Fprintf(&b, "      %d %s\n", x.T, x.Text)
			}
			if m.Traced && m.Busy[questions[2*i].Ranks[k]] {
				fmt.Fprintf(&b, "    works on %s. %s.\n", m.CameFrom, m.GaveWords)
			}
		}
	}
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("%s (-want +page); -update writes it anew:\n%.3000s", name, diff)
	}
}
