package arena

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/script"
	"transat/cmd/transat/internal/experiment"
)

// thief is an honest script without times of its own, which would suit one machine only.
const thief = `
messages = {"request": [], "nothing": []}

def victim(p):
    return (p.rank + 1 + p.random(p.procs - 1)) % p.procs

def idle(p):
    p.send(victim(p), "request")

def receive(p, sender, message):
    if message.kind == "nothing":
        idle(p)
    elif p.transfer(sender, 1) == 0:
        p.send(sender, "nothing")
`

// chosen makes a policy of a script.
func chosen(t *testing.T, name, text string) balance.Chosen {
	t.Helper()
	spec, err := opened(name, text)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := spec.Choose("")
	if err != nil {
		t.Fatal(err)
	}
	return policy
}

func opened(name, text string) (balance.Spec, error) {
	return script.OpenFS(script.Texts{name: text}, name, nil)
}

// small are trees that take little time.
func small() *forest {
	draw := func(ctx context.Context, r *rand.Rand) (experiment.Workload, string, error) {
		return random(ctx, r, 3, 150, 645+r.IntN(60))
	}
	return &forest{least: 3000, most: 15_000, kinds: []kind{{"random 3-SAT", draw}}}
}

// The score of a text is the same however many cases run at a time; the path of the script does not matter, and its parameters do.
func TestScoresAreTheSame(t *testing.T) {
	play := func(threads int, name string) []Played {
		p := Options{Policies: []balance.Chosen{chosen(t, name, thief)}, References: mine(t), Seed: 1, Threads: threads, Cases: 3, trees: small()}
		cases, err := Play(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		return cases
	}
	told := func(cases []Played) (all []string) {
		for _, c := range cases {
			all = append(all, fmt.Sprintf("%s %v %v", c.Text(), c.Known, c.Runs[0]))
		}
		return all
	}
	one := told(play(1, "a.star"))
	if diff := cmp.Diff(one, told(play(3, "b.star"))); diff != "" {
		t.Errorf("with another name, and three cases at a time:\n%s", diff)
	}
}

// mine is a single reference, so that tests are quick.
func mine(t *testing.T) []balance.Chosen {
	t.Helper()
	steal, err := balance.Choose("steal")
	if err != nil {
		t.Fatal(err)
	}
	return []balance.Chosen{steal}
}

// The cases of a seed, as they are on every computer. Whoever changes how they are drawn changes all scores.
func TestCasesOfASeed(t *testing.T) {
	want := []string{
		"random 3-SAT, 235 variables, 20019 nodes; a machine like gcel-1024, mesh 8x4; at first an element for each processor",
		"uts-t2/11 with another seed, 32117 nodes; a machine like gcel-ppbb, torus 21x12; at first 249 elements on processors drawn by lot",
		"a knapsack of 40 items, branch and bound, 14989 nodes; a machine like meiko-cs1, mesh 2x4x4; at first an element for each processor",
		"9 pigeons in 8 holes, 80639 nodes; a machine like cluster, torus 12x22; at first an element for each processor",
		"uts-t3/60 with another seed, 134889 nodes; a machine like two-level, mesh 18x13; at first an element for each processor",
	}
	var got []string
	for i := range 5 {
		c, err := sealed(1, nil).draw(t.Context(), usualForest(), i)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, c.Text())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the cases of seed 1 (-want +got):\n%s", diff)
	}
}

// Any change of the text, of a file that it loads, of a parameter or of the seed gives other cases; policies in Go share theirs.
func TestTheSeal(t *testing.T) {
	seals := map[seal]string{}
	add := func(what string, s seal) {
		if other, ok := seals[s]; ok {
			t.Errorf("%s has the cases of %s", what, other)
		}
		seals[s] = what
	}
	with := func(files script.Texts, params string) []balance.Chosen {
		spec, err := script.OpenFS(files, "a.star", nil)
		if err != nil {
			t.Fatal(err)
		}
		policy, err := spec.Choose(params)
		if err != nil {
			t.Fatal(err)
		}
		return []balance.Chosen{policy}
	}
	const loads = `load("b.star", "x")` + "\n" + `params = {"y": number(0)}` + thief
	add("seed 1", sealed(1, nil))
	add("seed 2", sealed(2, nil))
	add("a script", sealed(1, with(script.Texts{"a.star": thief}, "")))
	add("the script with a comment", sealed(1, with(script.Texts{"a.star": thief + "#"}, "")))
	add("a script of two files", sealed(1, with(script.Texts{"a.star": loads, "b.star": "x = 1"}, "")))
	add("another second file", sealed(1, with(script.Texts{"a.star": loads, "b.star": "x = 2"}, "")))
	add("a parameter", sealed(1, with(script.Texts{"a.star": loads, "b.star": "x = 2"}, "y=1")))
	if sealed(1, mine(t)) != sealed(1, nil) {
		t.Error("a policy in Go has cases of its own")
	}
	open := Options{Seed: 1, Unsealed: true, Policies: with(script.Texts{"a.star": thief}, "")}
	if sealed(open.Seed, open.sealing()) != sealed(1, nil) {
		t.Error("unsealed, a script has cases of its own")
	}
}

// Starts are drawn by lot: ranks tell nothing.
func TestStartsAreDrawn(t *testing.T) {
	ranks := map[int]bool{}
	for seed := range uint64(40) {
		c := Sealed{Procs: 12, seed: seed}
		ranks[c.deal([]float64{1})[0]] = true
		all := map[int]bool{}
		for _, rank := range c.deal(make([]float64, 12)) {
			all[rank] = true
		}
		if len(all) != 12 {
			t.Fatalf("12 elements are on %d processors", len(all))
		}
	}
	if len(ranks) < 10 {
		t.Errorf("the first element is on one of %d processors, want all 12", len(ranks))
	}
}

// What refuses, or never ends, counts as one processor that does all.
func TestRefusalsGainNothing(t *testing.T) {
	const again = "p.wake_after(0.000001)\n"
	never := strings.Replace(thief, "idle(p)\n    elif", again+"    elif", 1) + "def wake(p):\n    " + again
	p := Options{References: mine(t), Seed: 3, Unsealed: true, Threads: 2, Cases: 6, trees: small(), Policies: []balance.Chosen{
		chosen(t, "refuses.star", thief+"def refuses(topology, params):\n    return \"too hard\"\n"),
		chosen(t, "nothing.star", "def idle(p):\n    pass\n"),
		chosen(t, "thief.star", thief),
		chosen(t, "never.star", never),
	}}
	cases, err := Play(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(cases, func(c Played) bool { return c.Start() == "one" })
	runs, alone := cases[at].Runs, 1/float64(cases[at].Procs)
	if runs[0] != (Run{Efficiency: alone, Fate: Refused}) || runs[1] != (Run{Efficiency: alone, Fate: Late}) {
		t.Errorf("refused: %v, does nothing: %v; want the efficiency %v", runs[0], runs[1], alone)
	}
	if runs[2].Fate != Done || runs[2].Efficiency <= alone || runs[2].Moved == 0 {
		t.Errorf("a thief: %v", runs[2])
	}
	losses, err := p.Losses(context.Background(), cases, 0, 3, 1)
	if err != nil || len(losses) != 3 || !strings.Contains(losses[0].Reasons[0], "not defined") {
		t.Errorf("losses: %v, %v", losses, err)
	}
}

// A mistake in a script ends the run before any reference is played.
func TestMistakesAreFoundFirst(t *testing.T) {
	played := false
	spy := chosen(t, "thief.star", thief)
	inner := spy.Spec.New
	spy.Spec.New = func(n balance.Topology, v balance.Values) balance.Maker {
		played = true
		return inner(n, v)
	}
	p := Options{References: []balance.Chosen{spy}, Seed: 3, Unsealed: true, Threads: 1, Cases: 1, trees: small(), Policies: []balance.Chosen{
		chosen(t, "slip.star", "def idle(p):\n    [][0]\n"),
	}}
	if _, err := Play(t.Context(), p); err == nil || played {
		t.Errorf("error %v, a reference was played: %v", err, played)
	}
}
