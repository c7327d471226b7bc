package film

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"transat/balance"
	"transat/cmd/transat/internal/web/site"
)

// questions are what a film is asked in Go and in JavaScript.
type questions struct {
	Times []balance.Ticks `json:"times"`
	Ranks []int           `json:"ranks"`
}

// answers are what it answers.
type answers struct {
	Header  Header      `json:"header"`
	Place   []int       `json:"place"`
	Curves  [][]float64 `json:"curves"`
	Moments []answer    `json:"moments"`
}

// answer is about one time and rank.
type answer struct {
	T          balance.Ticks  `json:"t"`
	Busy       []int          `json:"busy"`
	Waiting    []int          `json:"waiting"`
	Load       []float64      `json:"load"`
	Idle       int            `json:"idle"`
	Sent       int64          `json:"sent"`
	Messages   int64          `json:"messages"`
	Phases     int64          `json:"phases"`
	Efficiency float64        `json:"efficiency"`
	Sigma      float64        `json:"sigma"`
	Next       balance.Ticks  `json:"next"`
	Previous   balance.Ticks  `json:"previous"`
	Flying     []string       `json:"flying"`
	Flows      [][4]float64   `json:"flows"`
	Path       []int          `json:"path"`
	Talk       []remark       `json:"talk"`
	Span       map[string]any `json:"span"`
	WaitsFor   string         `json:"waitsFor"`
	Now        string         `json:"now"`
}

type remark struct {
	T    balance.Ticks `json:"t"`
	Text string        `json:"text"`
	With int           `json:"with"`
	Sent bool          `json:"sent"`
}

// ask asks the Go reader.
func ask(f *Film, q questions) answers {
	a := answers{Header: f.Header, Curves: [][]float64{f.EfficiencyCurve().Values, f.IdleCurve().Values, f.SigmaCurve().Values}}
	for rank := range f.Topology.Procs {
		a.Place = append(a.Place, f.Cell(rank))
	}
	for i, t := range q.Times {
		s, rank := f.StateAt(t), q.Ranks[i]
		x := answer{
			T: t, Waiting: s.Waiting, Load: s.Load, Idle: s.Idle, Sent: s.Sent, Messages: s.Messages, Phases: s.Phases,
			Efficiency: s.Efficiency, Sigma: s.Sigma, Next: f.Next(t), Previous: f.Previous(t),
			Path: f.Path(rank, q.Ranks[(i+1)%len(q.Ranks)]), WaitsFor: f.WaitsFor(rank, t), Now: f.Now(t),
		}
		for _, busy := range s.Busy {
			x.Busy = append(x.Busy, map[bool]int{true: 1}[busy])
		}
		for _, p := range f.InFlight(t) {
			if p.Arrived == never {
				p.Arrived = -1
			}
			text := fmt.Sprintf(`{"from":%d,"to":%d,"sent":%d,"arrived":%d,"elements":%d`, p.From, p.To, p.Sent, p.Arrived, p.Elements)
			if p.Elements == 0 {
				number := func(x float64) string { b, _ := json.Marshal(x); return string(b) }
				text += fmt.Sprintf(`,"kind":%d,"round":%d,"a":%s,"b":%s`, p.Message.Kind, p.Message.Round, number(p.Message.A), number(p.Message.B))
			}
			x.Flying = append(x.Flying, text+"}")
		}
		for _, w := range f.Flows(q.Times[(i+1)%len(q.Times)], t) {
			x.Flows = append(x.Flows, [4]float64{float64(w.From), float64(w.To), w.Elements, w.Messages})
		}
		for _, r := range f.Talk(rank, t, 5) {
			x.Talk = append(x.Talk, remark{r.Time, r.Text, r.With, r.Sent})
		}
		span := f.SpanAt(rank, t)
		x.Span = map[string]any{"busy": span.Busy, "from": float64(span.From), "to": float64(span.To)}
		a.Moments = append(a.Moments, x)
	}
	return a
}

// The page's reader and that of this package answer alike, about all that a film knows, at any time.
func TestJavaScriptAnswersAlike(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("TRANSAT_TEST_NO_SKIP") != "" {
			t.Fatal("the page's reader of films is tested with node, which is not to be found:", err)
		}
		t.Skip("the page's reader of films is tested with node, which is not to be found:", err)
	}
	folder := t.TempDir()
	want := map[string]answers{}
	for i, s := range scenes() {
		if testing.Short() && i%4 != 0 {
			continue
		}
		r := record(t, s)
		data, err := r.film.Encode()
		if err != nil {
			t.Fatal(err)
		}
		f, err := Read(data)
		if err != nil {
			t.Fatalf("%s: %v", s.policy, err)
		}
		q := questions{Times: r.times()}
		random := rand.New(rand.NewPCG(s.seed, 2))
		for range q.Times {
			q.Ranks = append(q.Ranks, random.IntN(f.Topology.Procs))
		}
		name := fmt.Sprintf("%d-%s.film", i, s.policy)
		asked, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, name), data)
		write(t, filepath.Join(folder, name[:len(name)-len(".film")]+".json"), asked)
		want[name] = ask(f, q)
	}
	script := filepath.Join(folder, "ask.mjs")
	text, err := os.ReadFile("testdata/ask.mjs")
	if err != nil {
		t.Fatal(err)
	}
	write(t, script, text)
	modules(t, folder)
	out, err := exec.CommandContext(t.Context(), node, script, folder).Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		t.Fatalf("%v: %s", err, exit.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	var got map[string]answers
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	for name, want := range want {
		if diff := cmp.Diff(want, got[name], cmpopts.EquateEmpty(), cmpopts.EquateApprox(1e-12, 1e-12)); diff != "" {
			t.Errorf("%s (-Go +JavaScript):\n%.4000s", name, diff)
		}
	}
}

// modules puts the page's modules where node finds them by their names.
func modules(t *testing.T, folder string) {
	t.Helper()
	at := filepath.Join(folder, "node_modules", "transat")
	if err := os.MkdirAll(at, 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(at, "package.json"), []byte(`{"type":"module"}`))
	for _, name := range []string{"film.js", "film-read.js", "film-words.js", "film-ways.js", "times.js"} {
		text, err := site.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(at, name), text)
	}
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
}
