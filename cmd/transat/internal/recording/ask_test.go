package recording

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"transat/balance"
	"transat/cmd/transat/internal/web/site"
)

// The page's JavaScript reads and plays recordings, so the tests ask it.

// question is what a recording is asked.
type question struct {
	data  []byte
	Times []balance.Ticks `json:"times"`
	Ranks []int           `json:"ranks"`
}

// answers are those to a question.
type answers struct {
	Error                   string          `json:"error"` // why the recording is refused
	Header                  Header          `json:"header"`
	Place                   []int           `json:"place"`
	Times                   []balance.Ticks `json:"times"` // of looks
	Efficiency, Idle, Sigma []float64
	Kinds                   []int64
	Moments                 []moment
}

// moment is the answer about a time and a rank.
type moment struct {
	Busy                   []bool
	Waiting                []int
	Load                   []float64
	Idle                   int
	Sent, Messages, Phases int64
	Knows                  bool
	Next, Previous         balance.Ticks
	Flying                 []flying
	Flows                  [][4]float64 // from cell, to cell, elements, messages: from the beginning to that time
	Path                   []int
	Talk                   []remark
	Span                   span
	WaitsFor               string `json:"waitsFor"`
	Now                    string
	Traced                 bool
	Origin                 []moved
	Gave                   struct {
		Elements int
		To       []struct{ Rank, Elements int }
	}
	CameFrom, GaveWords string
}

// moved is a move.
type moved struct {
	From, To      int
	Sent, Arrived balance.Ticks
}

// flying is a parcel under way.
type flying struct {
	From, To, Elements int
	Sent, Arrived      balance.Ticks // Arrived is -1 if it had not by the end
	Kind               uint8
	Round              uint32
	A, B               float64
}

type remark struct {
	T    balance.Ticks
	Text string
	With int
	Sent bool
}

type span struct {
	Busy     bool
	From, To balance.Ticks
}

// ask asks all questions.
func ask(t *testing.T, questions []question) []answers {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		const missing = "the page's reader of recordings is tested with node, which is not to be found:"
		if os.Getenv("TRANSAT_TEST_NO_SKIP") != "" {
			t.Fatal(missing, err)
		}
		t.Skip(missing, err)
	}
	folder := t.TempDir()
	modules := filepath.Join(folder, "node_modules", "transat")
	if err := os.CopyFS(modules, site.FS); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(modules, "package.json"), []byte(`{"type":"module"}`))
	for i, q := range questions {
		q.Times = append([]balance.Ticks{}, q.Times...) // not null in JSON
		text, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, strconv.Itoa(i)+".recording"), q.data)
		write(t, filepath.Join(folder, strconv.Itoa(i)+".json"), text)
	}
	text, err := os.ReadFile("testdata/ask.mjs")
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(folder, "ask.mjs")
	write(t, script, text)
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
	all := make([]answers, len(questions))
	for i := range all {
		all[i] = got[strconv.Itoa(i)]
	}
	return all
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// question is about chosen times, random ones and those of events, each with a random rank.
func (r recorded) question(t *testing.T) question {
	t.Helper()
	random := rand.New(rand.NewPCG(r.run.Seed, 1))
	q := question{Times: []balance.Ticks{0, 1, r.run.End - 1, r.run.End, r.run.End + 1}}
	for range 10 {
		at := r.events[random.IntN(len(r.events))].Time
		q.Times = append(q.Times, balance.Ticks(random.Int64N(int64(r.run.End)+1)), at, max(0, at-1))
	}
	for range q.Times {
		q.Ranks = append(q.Ranks, random.IntN(r.run.Topology.Procs))
	}
	var err error
	if q.data, err = r.run.Encode(); err != nil {
		t.Fatal(err)
	}
	return q
}
