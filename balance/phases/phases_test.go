package phases

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/sim"
	"transat/balance/topology"
)

var small = HotSpot{Ranks: 4, Objects: 24, Phases: 3, Seed: 1}

// written writes all files of a program.
func written(t *testing.T, p *Application) []string {
	t.Helper()
	files := make([]string, p.Ranks)
	for rank := range files {
		var out bytes.Buffer
		if err := p.Write(&out, rank); err != nil {
			t.Fatal(err)
		}
		files[rank] = out.String()
	}
	return files
}

// read reads files from memory.
func read(texts ...string) (*Application, error) {
	names := make([]string, len(texts))
	byName := map[string]string{}
	for i, text := range texts {
		names[i] = fmt.Sprintf("data.%d.json", i)
		byName[names[i]] = text
	}
	return Read("hot-spot", names, func(name string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(byName[name])), nil
	})
}

func setup(t *testing.T) Setup {
	t.Helper()
	mesh, err := topology.NewGrid("mesh", 2, 2)
	if err != nil {
		t.Fatal(err)
	}
	cost, err := sim.ChooseCostModel("cluster")
	if err != nil {
		t.Fatal(err)
	}
	return Setup{
		Network: mesh, Physical: mesh, Cost: cost, Balance: 100 * balance.Millisecond, ObjectBytes: 4096, Mu: 0.1, Migration: 0.3, Seed: 1,
	}
}

func TestWhatIsWrittenIsReadAgain(t *testing.T) {
	p := small.Make()
	got, err := read(written(t, p)...)
	if err != nil {
		t.Fatal(err)
	}
	for k := range p.Phases { // files of ranks have the messages in the order of ranks
		if len(got.Phases[k].Messages) != len(p.Phases[k].Messages) {
			t.Errorf("phase %d: %d messages, want %d", k, len(got.Phases[k].Messages), len(p.Phases[k].Messages))
		}
		if diff := cmp.Diff(p.Phases[k].Objects, got.Phases[k].Objects); diff != "" {
			t.Errorf("phase %d:\n%s", k, diff)
		}
	}
	if again := written(t, got); again[3] != written(t, p)[3] {
		t.Error("what was read is written in another way")
	}
}

// The numbers of testdata/lbaf.json are LBAF's own: its LoadReader read the files that
//
//	transat phases hot-spot:4x24x3 --save=hot
//
// writes, and its compute_function_statistics described the populations that it prints (Python 3.11, without its schema check). Those of
// the sent volumes are by its formulas, written again in Python.
func TestStatisticsAreThoseOfLBAF(t *testing.T) {
	text, err := os.ReadFile("testdata/lbaf.json")
	if err != nil {
		t.Fatal(err)
	}
	var want []struct {
		Phase    int
		Quantity string
		Cardinality,
		Sum, Minimum, Average, Maximum, Imbalance, Variance, Skewness, Kurtosis *float64
		StandardDeviation *float64 `json:"standard_deviation"`
		KurtosisExcess    *float64 `json:"kurtosis_excess"`
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	p, seen := small.Make(), 0
	for k := range p.Phases {
		for _, q := range p.Quantities(k) {
			w, s := want[seen], Describe(q.Values)
			seen++
			if w.Phase != k || w.Quantity != q.Name {
				t.Fatalf("phase %d, %s: want phase %d, %s", k, q.Name, w.Phase, w.Quantity)
			}
			for _, x := range []struct {
				name string
				got  float64
				want *float64
			}{
				{"cardinality", float64(s.Cardinality), w.Cardinality},
				{"sum", s.Sum, w.Sum},
				{"minimum", s.Minimum, w.Minimum},
				{"average", s.Average, w.Average},
				{"maximum", s.Maximum, w.Maximum},
				{"imbalance", s.Imbalance, w.Imbalance},
				{"variance", s.Variance, w.Variance},
				{"standard deviation", s.StandardDeviation, w.StandardDeviation},
				{"skewness", s.Skewness, w.Skewness},
				{"kurtosis", s.Kurtosis, w.Kurtosis},
				{"kurtosis excess", s.KurtosisExcess, w.KurtosisExcess},
			} {
				switch {
				case x.want == nil && !math.IsNaN(x.got):
					t.Errorf("phase %d, %s: %s is %v, want NaN", k, q.Name, x.name, x.got)
				case x.want != nil && !(math.Abs(x.got-*x.want) <= 1e-9*math.Abs(*x.want)):
					t.Errorf("phase %d, %s: %s is %v, want %v", k, q.Name, x.name, x.got, *x.want)
				}
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d quantities, want %d", seen, len(want))
	}
}

func TestPoliciesConserveObjects(t *testing.T) {
	p, s := small.Make(), setup(t)
	p.Phases[1].Objects[0].Migratable = false
	for _, name := range []string{None, Recorded, Physical, Greedy, "dn", "dnr", "an", "adaptive", "diffusion", "steal"} {
		policy, err := Choose(balance.Builtin(), name)
		if err != nil {
			t.Fatal(err)
		}
		run, err := Replay(context.Background(), p, policy, s)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		again, err := Replay(context.Background(), p, policy, s)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(run, again); diff != "" {
			t.Errorf("%s: the same seed, and something else:\n%s", name, diff)
		}
		before := run.Phases[0].Placement
		for k, o := range run.Phases {
			sum, total, moved := 0.0, 0.0, 0
			for i, object := range p.Phases[k].Objects {
				total += object.Time
				if r := o.Placement[i]; r < 0 || r >= p.Ranks {
					t.Fatalf("%s, phase %d: object %d is on rank %d", name, k, i, r)
				}
				if o.Placement[i] != before[i] {
					moved++
				}
			}
			if sum = o.Mean * float64(p.Ranks); math.Abs(sum-total) > 1e-12 || o.Time < o.Mean {
				t.Errorf("%s, phase %d: the ranks compute %v, and %v the slowest; want %v", name, k, sum, o.Time, total)
			}
			if moved != o.Moved || (moved > 0) != (o.Bytes > 0) || (name == None || name == Recorded) && moved > 0 {
				t.Errorf("%s, phase %d: %d objects of %v bytes moved, want %d", name, k, o.Moved, o.Bytes, moved)
			}
			if o.Messages != 96 || o.Crossing < 16 || o.Crossed != 8192/2*float64(o.Crossing) {
				t.Errorf("%s, phase %d: %d of %d messages cross, with %v bytes", name, k, o.Crossing, o.Messages, o.Crossed)
			}
			before = o.Placement
		}
		if run.Phases[1].Placement[0] != 0 {
			t.Errorf("%s moved an object that is not migratable", name)
		}
	}
}

// A load that stays is known before the next phase, so that all who balance have less imbalance than who do not.
func TestBalancingHelpsWhereLoadsPersist(t *testing.T) {
	p := small.Make()
	for k := range p.Phases {
		for i := range p.Phases[k].Objects {
			p.Phases[k].Objects[i].Time = p.Phases[0].Objects[i].Time
		}
	}
	var none float64
	for _, name := range []string{None, Physical, "dn", "dnr", "an", "adaptive", "diffusion"} {
		policy, err := Choose(balance.Builtin(), name)
		if err != nil {
			t.Fatal(err)
		}
		run, err := Replay(context.Background(), p, policy, setup(t))
		if err != nil {
			t.Fatal(err)
		}
		last := run.Phases[2].Imbalance
		if name == None {
			none = last
		} else if !(last < none/2) {
			t.Errorf("%s: imbalance %v in the last phase, %v without", name, last, none)
		}
	}
}

func TestLiesInFiles(t *testing.T) {
	const entity = `"entity":{"id":1,"home":0,"type":"object","migratable":true},"node":0,"resource":"cpu"`
	const task = `{` + entity + `,"time":1.5}`
	for _, c := range []struct{ name, text, want string }{
		{"empty", ``, "data.0.json:1:1: the file ends in the middle of its object"},
		{"cut", `{"phases":[{"id":0,"tasks":[` + task, "the file ends in the middle"},
		{"list", `[]`, "data.0.json:1:2: the file begins with [; want {"},
		{"no phases", `{"type":"LBDatafile"}`, `there is no "phases"`},
		{"other rank", `{"metadata":{"rank":3},"phases":[]}`, "the metadata are those of rank 3; want 0, as in the name of the file"},
		{
			"other node", `{"phases":[{"id":0,"tasks":[{"entity":{"id":5},"node":2,"time":1}]}]}`,
			"object 5 is on node 2; want 0, the rank of the file",
		},
		{"other type", `{"type":"LBStatsfile"}`, `the type is "LBStatsfile"; want LBDatafile`},
		{"nothing", `{"phases":[]}`, "no phases; want at least one"},
		{"more", `{"phases":[{"id":0,"tasks":[]}]} {`, "more text after the end"},
		{"no id", `{"phases":[{"tasks":[]}]}`, "no id from 0 on"},
		{"no tasks", `{"phases":[{"id":7}]}`, "phase 7 has no list of tasks"},
		{"order", `{"phases":[{"id":2,"tasks":[]},{"id":2,"tasks":[]}]}`, "phase 2 after phase 2; want a greater id"},
		{"no entity", `{"phases":[{"id":0,"tasks":[{"time":1}]}]}`, "has no entity"},
		{"no number", `{"phases":[{"id":0,"tasks":[{"entity":{},"time":1}]}]}`, "no id and no seq_id"},
		{"number", `{"phases":[{"id":0,"tasks":[{"entity":{"id":-1},"time":1}]}]}`, "id -1: want a whole number from 0"},
		{"no time", `{"phases":[{"id":0,"tasks":[{` + entity + `}]}]}`, "has no time"},
		{
			"time", "{\"phases\":[\n{\"id\":0,\"tasks\":[{" + entity + `,"time":-2}]}]}`,
			"data.0.json:2:116: time -2: want seconds from 0 to 1e+09",
		},
		{"huge time", `{"phases":[{"id":0,"tasks":[{` + entity + `,"time":1e400}]}]}`, "time is a number 1e400; want a number"},
		{"text", `{"phases":[{"id":0,"tasks":[{` + entity + `,"time":"1"}]}]}`, "time is a string; want a number"},
		{
			"memory", `{"phases":[{"id":0,"tasks":[{` + entity + `,"time":1,"user_defined":{"task_footprint_bytes":-1}}]}]}`,
			"task_footprint_bytes: -1: want",
		},
		{"twice", `{"phases":[{"id":0,"tasks":[` + task + `,` + task + `]}]}`, "object 1 is there, and in data.0.json"},
		{
			"range", `{"metadata":{"phases":{"identical_to_previous":{"range":[[0,99999999999]]}}},"phases":[]}`,
			"identical_to_previous has phases 0 to",
		},
		{
			"bytes", `{"phases":[{"id":0,"tasks":[],"communications":[` +
				`{"type":"SendRecv","from":{"id":1,"type":"object"},"to":{"id":2,"type":"object"}}]}]}`,
			"a communication has no bytes",
		},
	} {
		_, err := read(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		}
	}
	_, err := read(`{"phases":[{"id":0,"tasks":[]}]}`, `{"phases":[{"id":1,"tasks":[]}]}`)
	var wrong *NoFilesError
	const want = "data.1.json: its phases are 1 from 1 to 1, those of data.0.json are 1 from 0 to 0; want the same"
	if !errors.As(err, &wrong) || err.Error() != want {
		t.Error(err)
	}
}

func TestPhasesThatAreLeftOutAreAsTheOneBefore(t *testing.T) {
	p, err := read(`{"metadata":{"phases":{"identical_to_previous":{"list":[1],"range":[[2,3]]}}},"phases":[
		{"id":0,"tasks":[{"entity":{"seq_id":5,"migratable":false},"time":2}]},{"id":4,"tasks":[]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Phases) != 5 || p.Phases[3].ID != 3 || p.Phases[3].Objects[0].ID != 5 || len(p.Phases[4].Objects) != 0 {
		t.Errorf("%+v", p.Phases)
	}
}

// A message to an object of another phase, or of none, does not count, and it is said how many there are.
func TestMessagesOfUnknownObjects(t *testing.T) {
	const message = `{"type":"SendRecv","from":{"id":5,"type":"object"},"to":{"id":%d,"type":"object"},"bytes":8,"messages":%d}`
	const phase = `{"id":%d,"tasks":[{"entity":{"id":%d},"time":1}],"communications":[%s]}`
	first := fmt.Sprintf(phase, 0, 5, fmt.Sprintf(message, 6, 3)+","+fmt.Sprintf(message, 5, 1))
	second := fmt.Sprintf(phase, 1, 6, fmt.Sprintf(message, 6, 10))
	p, err := read(`{"phases":[` + first + "," + second + `]}`)
	if err != nil || p.Strays() != 13 || small.Make().Strays() != 0 {
		t.Errorf("%v, %d of 13 messages, and %d of 0", err, p.Strays(), small.Make().Strays())
	}
}

func TestFilesOfAllRanks(t *testing.T) {
	got, err := Files("here", []string{"d/x.10.json.gz", "d/notes", "d/x.0.json"})
	if err == nil || err.Error() != "here: no file of rank 1, and one of rank 10: d/x.10.json.gz; want all from 0 on" {
		t.Error(got, err)
	}
	if _, err := Files("here", []string{"x.0.json", "x.0.json.gz"}); err == nil {
		t.Error("two files of a rank")
	}
	got, err = Files("here", []string{"x.1.json", "x.0.json", "x.2.json.zst"})
	if diff := cmp.Diff([]string{"x.0.json", "x.1.json", "x.2.json.zst"}, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestNamesOfHotSpots(t *testing.T) {
	h, ok, err := ParseHotSpot("hot-spot:2x3x4", 9)
	if h != (HotSpot{2, 3, 4, 9}) || !ok || err != nil {
		t.Error(h, ok, err)
	}
	for _, name := range []string{"hot-spot:", "hot-spot:2x3", "hot-spot:0x1x1", "hot-spot:1x9999999x1", "hot-spot:1x1x1x1", "hot-spots"} {
		if _, ok, err := ParseHotSpot(name, 1); !ok || err == nil {
			t.Errorf("%s: %v %v", name, ok, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	var out bytes.Buffer
	if err := (HotSpot{1, 2, 2, 1}).Make().Write(&out, 0); err != nil {
		f.Fatal(err)
	}
	f.Add(out.String())
	f.Add(`{"phases":[{"id":0,"tasks":[]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := read(text)
		if err != nil {
			return
		}
		for k := range p.Phases {
			p.Quantities(k)
		}
	})
}
