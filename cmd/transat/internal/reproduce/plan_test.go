package reproduce

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
)

// sums is an item with jobs of all sizes, in two tables, with every verdict and a picture.
func sums(name string) Item {
	type sum struct {
		n    int
		mean float64
	}
	return Item{
		Name: name, Title: "means of random numbers", Source: "Nobody: On chance, §1",
		Run: func(ctx context.Context, s *Session) (*Result, error) {
			rows, err := Map(ctx, s, Size(s, []int{10, 100}, []int{10, 100, 1000, 10_000}),
				func(n int) Job { return Job{fmt.Sprint(n), float64(n)} },
				func(_ context.Context, n int) (sum, error) {
					random, all := s.Rand(uint64(n)), 0.0
					for range n {
						all += random.Float64()
					}
					return sum{n, all / float64(n)}, nil
				})
			if err != nil {
				return nil, err
			}
			columns := []report.Column[sum]{{Key: "n", Heading: "n", Value: func(r sum) any { return r.n }}}
			columns = append(columns, Beside("mean", "mean", 2, func(r sum) float64 { return r.mean }, func(r sum) float64 {
				if r.n < 100 {
					return math.NaN()
				}
				return 0.5
			})...)
			var points []figure.Point
			for _, r := range rows {
				points = append(points, figure.Point{X: float64(r.n), Y: r.mean})
			}
			return &Result{
				Setup: []string{"numbers from 0 to 1"},
				Tables: []report.Sheet{
					report.NewSheet("means", "Means", columns, rows, "a note"),
					report.NewSheet("counts", "Counts", columns[:1], rows),
				},
				Claims: []Claim{
					{Kind: Check, Section: "§1", Text: "means are numbers", Verdict: Holds},
					{
						Kind: Stated, Section: "§2", Text: "means are ½", Bound: Ours("within 0.05"), Verdict: HoldsPartly, Range: "n ≥ 100",
						Note: "small n stray",
					},
					{Kind: Stated, Section: "§3", Text: "means are 1", Bound: Theirs("1"), Note: "they are not"},
					{Kind: Reading, Section: "§4", Text: "10,000 numbers have a mean of ½", Bound: Ours("within 0.01"), Verdict: Holds, Note: "0.50"},
				},
				Figures: []Figure{{Picture: figure.Chart{Title: "Means", Series: []figure.Series{{Name: "mean", Points: points}}}}},
			}, nil
		},
	}
}

// results runs items and returns what is printed.
func results(t *testing.T, p *Plan) ItemResults {
	t.Helper()
	results, err := p.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var found ItemResults
	for i, r := range results {
		found = append(found, ItemResult{Item: p.Items[i], Result: r, Quick: p.Quick, Seed: p.Seed})
	}
	return found
}

func printed(t *testing.T, f ItemResults, format report.Format) string {
	t.Helper()
	var out strings.Builder
	if err := f.Write(&out, report.Plain(format)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestSameBytesOnAnyNumberOfThreads(t *testing.T) {
	want := ""
	for _, threads := range []int{1, 2, 7} {
		plan := &Plan{Items: []Item{sums("a/b"), sums("a/c"), sums("d/e")}, Seed: 3, Threads: threads}
		got := printed(t, results(t, plan), report.JSON)
		if want == "" {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d threads: -want +got:\n%s", threads, diff)
		}
	}
}

func TestRandomStreamsDifferByItemStreamAndSeed(t *testing.T) {
	seen := map[uint64]string{}
	for _, s := range []Session{{Item: "a", Seed: 1}, {Item: "b", Seed: 1}, {Item: "a", Seed: 2}} {
		for _, stream := range [][]uint64{{}, {1}, {2}, {1, 2}, {12}} {
			name := fmt.Sprint(s.Item, s.Seed, stream)
			x := s.Rand(stream...).Uint64()
			if other, ok := seen[x]; ok {
				t.Errorf("%s and %s draw the same", name, other)
			}
			seen[x] = name
			if again := s.Rand(stream...).Uint64(); again != x {
				t.Errorf("%s draws %d, then %d", name, x, again)
			}
		}
	}
}

func TestRunKeepsWhatWasFinishedWhenOneItemFails(t *testing.T) {
	broken := errors.New("no luck")
	done := make(chan struct{})
	fails := Item{Name: "x/fails", Run: func(ctx context.Context, s *Session) (*Result, error) {
		<-done
		_, err := Map(ctx, s, []int{1, 2}, func(int) Job { return Job{} }, func(context.Context, int) (int, error) { return 0, broken })
		return &Result{}, err
	}}
	quick := Item{Name: "x/quick", Run: func(context.Context, *Session) (*Result, error) {
		defer close(done)
		return &Result{}, nil
	}}
	waits := Item{Name: "x/waits", Run: func(ctx context.Context, _ *Session) (*Result, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	results, err := (&Plan{Items: []Item{waits, fails, quick}, Threads: 1}).Run(t.Context())
	if err != broken {
		t.Errorf("the error is %v, want %v", err, broken)
	}
	if results[0] != nil || results[1] != nil || results[2] == nil {
		t.Errorf("got results %v, want the last alone", results)
	}
}

func TestRunStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	item := Item{Name: "x/long", Run: func(ctx context.Context, s *Session) (*Result, error) {
		_, err := Map(ctx, s, make([]int, 100), func(int) Job { return Job{"step", 1} }, func(ctx context.Context, _ int) (int, error) {
			cancel()
			return 0, ctx.Err()
		})
		return nil, err
	}}
	results, err := (&Plan{Items: []Item{item}, Threads: 3}).Run(ctx)
	if err != context.Canceled || results[0] != nil {
		t.Errorf("got %v, %v; want no result, %v", results, err, context.Canceled)
	}
}

func TestPanicInAJobBecomesAnError(t *testing.T) {
	item := Item{Name: "x/bad", Run: func(ctx context.Context, s *Session) (*Result, error) {
		_, err := Map(ctx, s, []int{1}, func(int) Job { return Job{} }, func(context.Context, int) (int, error) { panic("the fuse was lit") })
		return nil, err
	}}
	_, err := (&Plan{Items: []Item{item}, Threads: 1}).Run(t.Context())
	want := "internal error: the fuse was lit; please report it with the command line"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestNoMoreJobsThanThreads(t *testing.T) {
	const threads = 3
	var running, most atomic.Int64
	item := Item{Name: "x/many", Run: func(ctx context.Context, s *Session) (*Result, error) {
		_, err := Map(ctx, s, make([]int, 200), func(int) Job { return Job{} }, func(context.Context, int) (int, error) {
			now := running.Add(1)
			defer running.Add(-1)
			for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
			}
			return 0, nil
		})
		return &Result{}, err
	}}
	if _, err := (&Plan{Items: []Item{item, item}, Threads: threads}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if most.Load() > threads {
		t.Errorf("%d jobs ran at the same time, want at most %d", most.Load(), threads)
	}
}

func TestProgressNeverFalls(t *testing.T) {
	last, calls := 0.0, 0
	plan := &Plan{Items: []Item{sums("a/b"), sums("c/d")}, Threads: 2, Progress: func(share float64, what string) {
		calls++
		if share < last || share > 1 || !strings.Contains(what, ": ") {
			t.Errorf("progress %v %q after %v", share, what, last)
		}
		last = share
	}}
	results(t, plan)
	if calls != 8 || last != 1 {
		t.Errorf("%d calls, the last with %v; want 8, 1", calls, last)
	}
}

func TestChoose(t *testing.T) {
	all := []Item{
		{Name: "liquid/fig5"},
		{Name: "liquid/fig7"},
		{Name: "liquid/large", ByName: true},
		{Name: "plb/table1"},
		{Name: "plb/table10"},
	}
	for _, tc := range []struct {
		name, args, want, err string
	}{
		{"all", "", "liquid/fig5 liquid/fig7 plb/table1 plb/table10", ""},
		{"one", "plb/table1", "plb/table1", ""},
		{"a prefix", "liquid", "liquid/fig5 liquid/fig7", ""},
		{"a prefix with a slash", "liquid/", "liquid/fig5 liquid/fig7", ""},
		{"one that takes long", "liquid/fig7 liquid/large", "liquid/fig7 liquid/large", ""},
		{"in the order of all, once", "plb/table1 liquid plb/table1", "liquid/fig5 liquid/fig7 plb/table1", ""},
		{"half a word is no prefix", "liqui", "", `unknown experiment "liqui"; did you mean "liquid"? (transat list experiments shows all)`},
		{"near", "liquid/fgi7", "", `unknown experiment "liquid/fgi7"; did you mean "liquid/fig7"? (transat list experiments shows all)`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			items, err := Choose(all, strings.Fields(tc.args))
			var names []string
			for _, i := range items {
				names = append(names, i.Name)
			}
			text := ""
			if err != nil {
				text = err.Error()
			}
			if got := strings.Join(names, " "); got != tc.want || text != tc.err {
				t.Errorf("got %q, error %q; want %q, %q", got, text, tc.want, tc.err)
			}
		})
	}
}
