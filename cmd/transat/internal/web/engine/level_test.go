package engine_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/cmd/transat/command"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/web/engine"
	"transat/cmd/transat/internal/web/site"
)

// levelReply is what the page reads of a reply to level.
type levelReply struct {
	Network struct {
		Procs int
		Links []int
	}
	Mean     float64
	Policies []struct {
		Policy                        string
		Sigma, Delta, Max, Min, Moved []float64
		Setups                        []int64
		Shared                        *int `json:"shared_step"`
		Balanced                      *int `json:"balanced_step"`
		Steps                         int
		Shifts                        float64
		Ended                         string
		Factor                        *float64
		FactorNote                    string `json:"factor_note"`
	}
}

// labRow is a row of both tables of transat rounds.
type labRow struct {
	Table, Policy                 string
	Step                          int
	Sigma, Delta, Max, Min, Moved float64
	Setups                        int64
	Shared                        *int `json:"shared_step"`
	Balanced                      *int `json:"balanced_step"`
	Steps                         int
	Shifts                        float64
	Ended                         string
}

// lab runs the command.
func lab(t *testing.T, args ...string) []labRow {
	t.Helper()
	var out, errs bytes.Buffer
	if code := command.Main(append([]string{"rounds", "--format=json"}, args...), strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("lab %v: %s", args, errs.String())
	}
	var rows []labRow
	if err := json.Unmarshal(out.Bytes(), &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

const eighth = `"""an eighth of each difference flows"""
def links(p, substep):
    return [link(n) for n in p.neighbours]
def flow(p, step, substep, own, loads, whole):
    return [max(0, (own - l) / 8) for l in loads]
`

// The page's loads are, digit for digit, those of the command.
func TestLevelIsLab(t *testing.T) {
	e := engine.New(balance.Builtin())
	for _, c := range []struct {
		topology, grid, policy, distribution, until string
		real                                        bool
		steps                                       int
	}{
		{"ring", "32", "liquid-c5", "point:5", "balanced", false, 0},
		{"ring", "32", "nna-sync", "point:5", "shared", false, 0},
		{"ring", "15", "adf", "point:5", "balanced", true, 0},
		{"torus", "8x8", "diffusion", "point:5", "balanced", false, 0},
		{"mesh", "5x7", "second-order", "uniform:0,100", "balanced", true, 0},
		{"hypercube", "16", "dimension-exchange", "point:10", "balanced", true, 0},
		{"debruijn", "16", "diffusion", "normal", "never", true, 40},
		{"tree", "15", "diffusion:alpha=0.2", "point:5", "never", true, 60},
		{"line", "12", "nna-async", "point:7,3", "never", false, 50},
		{"clique", "8", "diffusion", "point:5", "balanced", true, 0},
	} {
		t.Run(c.topology+" "+c.policy, func(t *testing.T) {
			args := []string{
				"--topology=" + c.topology, "--grid=" + c.grid, "--policy=" + c.policy, "--distribution=" + c.distribution, "--until=" + c.until,
				fmt.Sprintf("--real=%v", c.real),
			}
			request := fields{
				"do": "level", "topology": c.topology, "grid": c.grid, "policies": []string{c.policy},
				"distribution": c.distribution, "until": c.until, "real": c.real,
			}
			if c.steps > 0 {
				args = append(args, fmt.Sprintf("--steps=%d", c.steps))
				request["steps"] = c.steps
			}
			reply, blobs := answer[levelReply](t, e, request)
			p := reply.Policies[0]
			compared := 0
			for _, row := range lab(t, args...) {
				got := labRow{Table: row.Table, Policy: p.Policy}
				if row.Table == "time" {
					k := row.Step
					got.Step, got.Sigma, got.Delta, got.Max, got.Min, got.Moved, got.Setups = k, p.Sigma[k], p.Delta[k], p.Max[k], p.Min[k], p.Moved[k], p.Setups[k]
					compared++
				} else {
					got.Moved, got.Setups = p.Moved[p.Steps], p.Setups[p.Steps]
					got.Shared, got.Balanced, got.Steps, got.Shifts, got.Ended = p.Shared, p.Balanced, p.Steps, p.Shifts, p.Ended
				}
				if diff := cmp.Diff(row, got); diff != "" {
					t.Fatalf("-lab +page:\n%s", diff)
				}
			}
			if compared < 2 {
				t.Errorf("%d records compared", compared)
			}
			checkFrames(t, reply, blobs)
		})
	}
}

// checkFrames checks that the flows of each step lead from its loads to the next ones.
func checkFrames(t *testing.T, reply levelReply, blobs [][]byte) {
	t.Helper()
	n, links, p := reply.Network.Procs, reply.Network.Links, reply.Policies[0]
	if want := []int{8 * n * (p.Steps + 1), 2 * len(links) * p.Steps}; len(blobs[0]) != want[0] || len(blobs[1]) != want[1] {
		t.Fatalf("blobs of %d and %d bytes, want %v", len(blobs[0]), len(blobs[1]), want)
	}
	load := func(step, rank int) float64 {
		return math.Float64frombits(binary.LittleEndian.Uint64(blobs[0][8*(step*n+rank):]))
	}
	for step := range p.Steps {
		now := make([]float64, n)
		largest := 1.0
		for rank := range now {
			now[rank] = load(step, rank)
			largest = max(largest, now[rank])
		}
		for i := range len(links) / 2 {
			flow := float64(math.Float32frombits(binary.LittleEndian.Uint32(blobs[1][4*(step*len(links)/2+i):])))
			now[links[2*i]] -= flow
			now[links[2*i+1]] += flow
		}
		for rank := range now {
			if math.Abs(now[rank]-load(step+1, rank)) > 1e-5*largest {
				t.Fatalf("step %d: processor %d has %v, the flows say %v", step+1, rank, load(step+1, rank), now[rank])
			}
		}
	}
}

// Pouring goes on from the loads that are there: a run that is cut in two comes to the same loads.
func TestLevelGoesOnFromLoads(t *testing.T) {
	e := engine.New(balance.Builtin())
	request := fields{
		"do": "level", "topology": "ring", "grid": "12", "policies": []string{"diffusion"}, "distribution": "point:5",
		"real": true, "until": "never", "steps": 30,
	}
	whole, _ := answer[levelReply](t, e, request)
	request["steps"] = 10
	_, blobs := answer[levelReply](t, e, request)
	loads := make([]float64, 12)
	for rank := range loads {
		loads[rank] = math.Float64frombits(binary.LittleEndian.Uint64(blobs[0][8*(10*12+rank):]))
	}
	request["steps"], request["loads"] = 20, loads
	rest, _ := answer[levelReply](t, e, request)
	if diff := cmp.Diff(whole.Policies[0].Sigma[10:], rest.Policies[0].Sigma); diff != "" {
		t.Errorf("-in one go +in two:\n%s", diff)
	}
}

func TestLevelKnowsTheory(t *testing.T) {
	e := engine.New(balance.Builtin())
	reply, _ := answer[levelReply](
		t, e,
		fields{
			"do": "level", "topology": "ring", "grid": "15", "policies": []string{"adf", "liquid-c5"}, "steps": 5,
			"until": "never", "scripts": nil,
		})
	if f := reply.Policies[0].Factor; f == nil || math.Abs(*f-math.Cos(math.Pi/15)) > 1e-12 {
		t.Errorf("adf on a ring of 15 has the factor %v, want cos(π/15)", f)
	}
	if p := reply.Policies[1]; p.Factor != nil || !strings.Contains(p.FactorNote, "not linear") {
		t.Errorf("liquid-c5 has the factor %v: %s", p.Factor, p.FactorNote)
	}
}

func TestLevelRefuses(t *testing.T) {
	e := engine.New(balance.Builtin())
	for _, c := range []struct {
		name, want string
		change     fields
	}{
		{"a policy without a rule", "these do: ", fields{"policies": []string{"plb"}}},
		{"an even ring for adf", "", fields{"policies": []string{"adf"}}},
		{"no policy", "at least one", fields{"policies": []string{}}},
		{"a topology that is none", `did you mean "ring"`, fields{"topology": "rng"}},
		{"a goal that is none", `did you mean "balanced"`, fields{"until": "balance"}},
		{"too many processors", "at most 4096", fields{"grid": "5000"}},
		{"too many links", "links", fields{"topology": "clique", "grid": "300"}},
		{"too few loads", "2 loads", fields{"loads": []float64{1, 2}}},
		{"half an element", "whole number", fields{"loads": []float64{1.5, 2, 3, 4, 5, 6, 7, 8}}},
		{"a file", "no files", fields{"distribution": "loads.txt"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			request := fields{"do": "level", "topology": "ring", "grid": "8", "policies": []string{"liquid-c5"}}
			for k, v := range c.change {
				request[k] = v
			}
			if _, err := ask(t, e, request); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

// A script's rule levels loads too.
func TestLevelTakesScripts(t *testing.T) {
	e := engine.New(balance.Builtin())
	reply, _ := answer[levelReply](t, e, fields{
		"do": "level", "topology": "ring", "grid": "8", "policies": []string{"mine.star"}, "steps": 20, "real": true,
		"scripts": map[string]string{"mine.star": eighth},
	})
	if p := reply.Policies[0]; p.Policy != "mine.star" || p.Steps == 0 || p.Moved[p.Steps] == 0 {
		t.Errorf("%s did %d steps", p.Policy, p.Steps)
	}
}

// The experiments that the room begins with say what comes out of them.
func TestPresetsSayWhatHappens(t *testing.T) {
	text, err := site.FS.ReadFile("level-presets.js")
	if err != nil {
		t.Fatal(err)
	}
	text = regexp.MustCompile(`" \+\n\s*"`).ReplaceAll(text, nil) // a text of several lines
	step := make([]float64, 64)
	for i := range 32 {
		step[i] = 10
	}
	e := engine.New(balance.Builtin())
	for _, c := range []struct {
		request fields
		says    func(reply levelReply) []string
	}{
		{
			fields{"topology": "ring", "grid": "32", "policies": []string{"liquid-c5", "nna-sync"}, "distribution": "point:5"},
			func(r levelReply) []string {
				return []string{
					fmt.Sprintf("P − 1 = %d steps", *r.Policies[0].Shared), fmt.Sprintf("level after %v, averaging after %v", r.Policies[0].Shifts, r.Policies[1].Shifts),
				}
			},
		},
		{
			fields{"topology": "hypercube", "grid": "16", "policies": []string{"dimension-exchange", "diffusion"}, "distribution": "point:10", "real": true},
			func(r levelReply) []string {
				if r.Policies[0].Steps != 1 {
					return []string{"not a single step"}
				}
				return []string{"exactly in a single step", fmt.Sprintf("Diffusion takes %d steps", r.Policies[1].Steps)}
			},
		},
		{
			fields{"topology": "line", "grid": "64", "policies": []string{"diffusion", "second-order"}, "loads": step, "real": true},
			func(r levelReply) []string {
				return []string{report.Grouped(int64(r.Policies[0].Steps)) + " steps", fmt.Sprintf("is there after %d", r.Policies[1].Steps)}
			},
		},
		{
			fields{"topology": "torus", "grid": "32x32", "policies": []string{"diffusion", "liquid-c5"}, "distribution": "uniform:0,100"},
			func(r levelReply) []string {
				if r.Policies[0].Balanced != nil {
					return []string{"diffusion gets there"}
				}
				return []string{fmt.Sprintf("is level after %d steps", r.Policies[1].Steps)}
			},
		},
	} {
		c.request["do"] = "level"
		reply, _ := answer[levelReply](t, e, c.request)
		for _, want := range c.says(reply) {
			if !bytes.Contains(text, []byte(want)) {
				t.Errorf("%v: the text does not say %q", c.request["policies"], want)
			}
		}
	}
}
