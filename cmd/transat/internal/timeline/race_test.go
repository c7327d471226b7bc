package timeline

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/topology"
	"transat/cmd/transat/internal/terminal"
)

// raced is a run on a grid that ends after some seconds, in which the first k processors have work after k seconds,
// and 2^k-1 elements wait on each of them.
func raced(t *testing.T, policy string, end int, sides ...int) SampleSeries {
	t.Helper()
	mesh, err := topology.NewGrid("mesh", sides...)
	if err != nil {
		t.Fatal(err)
	}
	n := mesh.Procs()
	r := SampleSeries{
		Run:   Run{Tree: "tree", Policy: policy, Load: "count", Machine: "gcel-1024", Seed: 1, Network: mesh, Sides: sides},
		Group: 1, End: balance.Ticks(end) * balance.Second,
	}
	for k := range end {
		sample := GridSample{
			Time: balance.Ticks(k) * balance.Second, Busy: make([]int32, n), Elements: make([]int32, n), Idle: n - min(k, n),
			Sent: int64(k), Messages: int64(10 * k), Done: balance.Ticks(k*k) * balance.Second / 2,
		}
		for i := range min(k, n) {
			sample.Busy[i], sample.Elements[i] = 1, 1<<k-1
		}
		r.All = append(r.All, sample)
	}
	return r
}

func race(t *testing.T, paint terminal.Paint) *Race {
	t.Helper()
	return New([]SampleSeries{raced(t, "plb", 5, 2, 3), raced(t, "steal", 4, 2, 3)}, paint)
}

func TestFrameWithoutColours(t *testing.T) {
	r := race(t, terminal.NoPaint)
	r.now = 4.5e9
	want := `    4.5000 s   playing, 476 ms a second (auto)
tree, machine gcel-1024, seed 1

plb  mesh · count                    steal  mesh · count
███████████████                      ---------------
███████████████                      ---------------
█████▓▓▓▓▓▓▓▓▓▓                      ---------------
█████··········                      ---------------
█████··········                      ---------------
no work 33.3 %, eff 33.3 %           ended after 4.00 s
sent 4, messages 40                  sent 3, messages 30

·· no work   ░░ 0   ▒▒ 1   ██ 10   elements wait
space pause · ←→ step · +- speed · r again · ? keys · q the table`
	if diff := cmp.Diff(want, strings.Join(r.Frame(72, 14), "\n")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Without colours a letter stands for two processors, one below the other, or for the last one alone.
func TestALetterIsTheMeanOfTwoProcessors(t *testing.T) {
	idle, full, over := cell{there: true}, cell{there: true, busy: 1, much: 1}, cell{there: true, over: true}
	work := cell{there: true, busy: 1}
	upper, lower := []cell{idle, full, full, work, idle, over, full}, []cell{idle, full, work, idle, full, over}
	if got, want := line(terminal.NoPaint, upper, lower), "·█▓░▓-█"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// With colours, what has no work is vermilion, and nothing else is.
func TestColours(t *testing.T) {
	r := race(t, terminal.TruePaint)
	r.now = 2e9
	idle := terminal.TruePaint.Fore(noWork())
	frame := r.Frame(80, 24)
	if got := strings.Join(frame[4:12], ""); !strings.Contains(got, idle) {
		t.Errorf("no processor is out of work in %q", got)
	}
	r.now = 1e10 // all is over
	for _, line := range r.Frame(80, 24)[3:8] {
		if strings.Contains(line, idle) {
			t.Errorf("a processor is out of work after the end: %q", line)
		}
	}
	few := race(t, terminal.FewPaints)
	if got := strings.Join(few.Frame(80, 24), "\n"); !strings.Contains(got, terminal.Yellow+string(nothingLetter)) ||
		strings.Contains(got, "38;") {
		t.Errorf("with eight colours: %q", got)
	}
}

// Whatever the terminal's size, a frame fits, and shows each policy on some page.
func TestFramesFit(t *testing.T) {
	var runs []SampleSeries
	for _, policy := range []string{"plb", "lade", "steal", "dn", "an"} {
		runs = append(runs, raced(t, policy, 5, 32, 32))
	}
	for _, size := range [][2]int{{100, 30}, {80, 24}, {200, 60}, {40, 20}, {30, 16}} {
		r := New(runs, terminal.NoPaint)
		seen := ""
		for range runs {
			frame := r.Frame(size[0], size[1])
			if len(frame) > size[1] {
				t.Errorf("%v: %d lines", size, len(frame))
			}
			for _, line := range frame {
				if terminal.Width(line) > size[0] {
					t.Errorf("%v: %d columns: %q", size, terminal.Width(line), line)
				}
			}
			seen += strings.Join(frame, "\n")
			r.Press(terminal.KeyTab)
		}
		for _, run := range runs {
			if !strings.Contains(seen, run.Policy+"  mesh") {
				t.Errorf("%v: %s is on no page", size, run.Policy)
			}
		}
	}
}

func TestTimePasses(t *testing.T) {
	r := race(t, terminal.NoPaint)
	real := time.Duration(0)
	for ; !r.Over() && real < time.Minute; real += time.Second / 30 {
		r.Pass(time.Second / 30)
	}
	if real < 8*time.Second || real > 20*time.Second {
		t.Errorf("the race takes %v", real)
	}
	r.Press(" ") // once more
	if r.now != 0 || r.paused {
		t.Errorf("after the end it goes on at %v", r.now)
	}
	r.Press(" ")
	r.Pass(time.Second)
	if r.now != 0 {
		t.Error("time passes during a pause")
	}
	// A run without balancing may be a thousand times as long.
	long := New([]SampleSeries{raced(t, "plb", 4, 2, 3), raced(t, "none", 4000, 2, 3)}, terminal.NoPaint)
	for real = 0; !long.Over() && real < time.Minute; real += time.Second / 30 {
		long.Pass(time.Second / 30)
	}
	if real > 30*time.Second {
		t.Errorf("the long race takes %v", real)
	}
}

func TestKeys(t *testing.T) {
	r := race(t, terminal.NoPaint)
	for _, step := range []struct {
		key   terminal.Key
		now   float64
		speed float64
	}{
		{terminal.KeyRight, 1e9, 0},
		{terminal.KeyRight, 2e9, 0},
		{terminal.KeyLeft, 1e9, 0},
		{"+", 1e9, 1},
		{"+", 1e9, 2},
		{"-", 1e9, 1},
		{"-", 1e9, 0.5},
		{"a", 1e9, 0},
		{terminal.KeyEnd, 5e9, 0},
		{terminal.KeyRight, 5e9, 0},
		{terminal.KeyLeft, 4e9, 0},
		{"r", 0, 0},
		{terminal.KeyLeft, 0, 0},
	} {
		if leave := r.Press(step.key); leave || r.now != step.now || r.speed != step.speed {
			t.Fatalf("after %s: leave %v, time %v, speed %v; want %v, %v", step.key, leave, r.now, r.speed, step.now, step.speed)
		}
	}
	for _, key := range []terminal.Key{"q", terminal.KeyEscape} {
		if !r.Press(key) {
			t.Errorf("%s does not leave", key)
		}
	}
}

// screen is a terminal whose user presses some keys.
type screen struct {
	keys  chan terminal.Key
	drawn []string
	fail  error
}

func (s *screen) Size() (columns, rows int) { return 80, 24 }
func (s *screen) Keys() <-chan terminal.Key { return s.keys }
func (s *screen) Draw(lines []string) error { s.drawn = lines; return s.fail }
func pressed(keys ...terminal.Key) *screen {
	s := &screen{keys: make(chan terminal.Key, len(keys))}
	for _, k := range keys {
		s.keys <- k
	}
	return s
}

func TestPlayEnds(t *testing.T) {
	broken := errors.New("broken pipe")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	closed := pressed(terminal.KeyEnd)
	close(closed.keys)
	for _, tc := range []struct {
		name   string
		ctx    context.Context
		screen *screen
		want   error
	}{
		{"by q", t.Context(), pressed("+", "q"), nil},
		{"by ctrl-c", t.Context(), pressed(terminal.KeyCtrlC, "q"), context.Canceled},
		{"with the context", cancelled, &screen{keys: make(chan terminal.Key)}, context.Canceled},
		{"with the terminal", t.Context(), &screen{fail: broken}, broken},
		{"with the race, if the keyboard is gone", t.Context(), closed, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if err := Play(tc.ctx, tc.screen, race(t, terminal.NoPaint), nil); !errors.Is(err, tc.want) {
				t.Errorf("error %v, want %v", err, tc.want)
			}
		})
	}
}

// Without a keyboard, a race is played to its end.
func TestPlayWithoutKeyboard(t *testing.T) {
	ticks := make(chan time.Time)
	go func() {
		now := time.Unix(0, 0)
		for range 10_000 {
			now = now.Add(time.Second / 30)
			select {
			case ticks <- now:
			case <-t.Context().Done():
				return
			}
		}
	}()
	s := &screen{}
	if err := Play(t.Context(), s, race(t, terminal.NoPaint), ticks); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(s.drawn, "\n"); !strings.Contains(got, "ended after 4.00 s") || !strings.Contains(got, "ended after 5.00 s") {
		t.Errorf("the last frame:\n%s", got)
	}
}

func TestStills(t *testing.T) {
	var out strings.Builder
	if err := Stills(&out, race(t, terminal.NoPaint), 60); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), "after "); got != len(SnapshotTimes()) {
		t.Errorf("%d moments:\n%s", got, out.String())
	}
	for line := range strings.Lines(out.String()) {
		if terminal.Width(strings.TrimSuffix(line, "\n")) > 60 {
			t.Errorf("a line of %d columns: %q", terminal.Width(line), line)
		}
	}
}
